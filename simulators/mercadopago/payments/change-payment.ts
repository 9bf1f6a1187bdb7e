import { createBadRequestError } from '../errors.ts'
import { hasAllowedDecimals, formatProviderDate, roundToCurrency } from '../country-settings.ts'
import type { Payment, PaymentStatus, Refund } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'
import { publishPaymentEvent } from './payment-events.ts'
import { computeChargesAfterRefund, addFeesOnApproval } from './fees.ts'

/**
 * MercadoPago's error code for an action that the state of the payment does not allow.
 * Source: MercadoPago's documentation of refunds.
 */
const WRONG_STATE = 2063

/**
 * The period in milliseconds after its approval in which a payment can be refunded: 180 days.
 * Source: MercadoPago's documentation of refunds.
 */
const REFUND_LIFE_MS = 180 * 86_400_000

/** Approves a pending or cancelled payment, or ends a mediation in favor of the seller. */
export function accreditPayment(context: SimulatorContext, payment: Payment): Payment {
  assertPaymentStatus(payment, ['pending', 'in_process', 'authorized', 'cancelled', 'in_mediation'])
  const approved = { ...payment, status: 'approved' as const, status_detail: 'accredited' }
  if (payment.status === 'in_mediation') return savePayment(context, approved)
  const { site, store, now } = context
  const { preferenceId } = store.get('payments', payment.id)!
  const { preference } = store.get('preferences', preferenceId)!
  // A part of the total, such as a voucher beside a card, is charged its share of the fee.
  const share = Math.min(1, payment.transaction_amount / preference.total_amount)
  const marketplaceFee = roundToCurrency(site, preference.marketplace_fee * share)
  return savePayment(context, addFeesOnApproval(approved, { site, marketplaceFee, at: now() }))
}

/** Rejects a payment that is pending or in review. */
export function rejectPayment(context: SimulatorContext, payment: Payment): Payment {
  assertPaymentStatus(payment, ['pending', 'in_process', 'authorized'])
  return savePayment(context, {
    ...payment,
    status: 'rejected',
    status_detail: 'cc_rejected_high_risk',
  })
}

/** Cancels a payment that is not approved yet, because it expired or because the seller or the buyer cancelled it. */
export function cancelPayment(
  context: SimulatorContext,
  payment: Payment,
  detail: 'expired' | 'by_collector' | 'by_payer',
): Payment {
  assertPaymentStatus(payment, ['pending', 'in_process', 'authorized'])
  return savePayment(context, { ...payment, status: 'cancelled', status_detail: detail })
}

/** Opens a mediation after a buyer's complaint. The money is held until the mediation is decided. */
export function openMediation(context: SimulatorContext, payment: Payment): Payment {
  assertPaymentStatus(payment, ['approved'])
  return savePayment(context, { ...payment, status: 'in_mediation', status_detail: 'pending' })
}

/**
 * Refunds a payment in part or in full.
 * @param amount in units of the currency; undefined refunds the remaining amount
 * @throws ProviderError with 400 and MercadoPago's error code if the state, the amount or the age of the payment does
 * not allow the refund
 */
export function refundPayment(
  context: SimulatorContext,
  payment: Payment,
  {
    amount,
    by,
    status = 'approved',
  }: { amount?: number; by: Refund['source']['type']; status?: Refund['status'] },
): { payment: Payment; refund: Refund } {
  const { site, ids, now } = context
  assertPaymentStatus(payment, ['approved', 'in_mediation'])
  if (now() - Date.parse(payment.date_approved!) > REFUND_LIFE_MS)
    throw createBadRequestError('The payment is too old to be refunded', 2024)
  const before = payment.transaction_amount_refunded
  const left = roundToCurrency(site, payment.transaction_amount - before)
  const refundAmount = amount ?? left
  if (refundAmount <= 0) throw createBadRequestError('The amount must be a positive number', 4040)
  if (!hasAllowedDecimals(site, refundAmount) || refundAmount > left)
    throw createBadRequestError(
      'The amount is greater than what is left, or has too many decimals',
      2085,
    )

  const entry: Refund = {
    id: ids.refund(),
    payment_id: payment.id,
    amount: refundAmount,
    metadata: {},
    source: {
      id: String(payment.collector_id),
      name: by === 'admin' ? 'MercadoPago' : sellerName(context, payment.collector_id),
      type: by,
    },
    date_created: formatProviderDate(site, now()),
    refund_mode: 'standard',
    adjustment_amount: 0,
    status,
    reason: null,
    label: null,
    partition_details: [],
  }
  const withRefund = { ...payment, refunds: [...payment.refunds, entry] }
  const changed = savePayment(
    context,
    status === 'approved' ? addRefundedAmount(context, withRefund, entry) : withRefund,
  )
  return { payment: changed, refund: entry }
}

/** Approves or rejects the newest refund of a payment that is still in process. */
export function decideRefund(
  context: SimulatorContext,
  payment: Payment,
  status: 'approved' | 'rejected',
): Payment {
  const pending = payment.refunds.findLast(refund => refund.status === 'in_process')
  if (!pending) throw createBadRequestError('The payment has no refund in process')
  const decided = { ...pending, status }
  const withRefund = {
    ...payment,
    refunds: payment.refunds.map(refund => (refund === pending ? decided : refund)),
  }
  return savePayment(
    context,
    status === 'approved' ? addRefundedAmount(context, withRefund, decided) : withRefund,
  )
}

/** Adds the amount of an approved refund to the refunded amount of its payment. */
function addRefundedAmount(
  { site, doesRefundReturnCharges }: SimulatorContext,
  payment: Payment,
  refund: Refund,
): Payment {
  const total = roundToCurrency(site, payment.transaction_amount_refunded + refund.amount)
  const isWhole = total === payment.transaction_amount
  const detail = refund.source.type === 'admin' ? 'by_admin' : 'refunded'
  return {
    ...payment,
    status: isWhole ? 'refunded' : payment.status,
    status_detail: isWhole ? detail : 'partially_refunded',
    transaction_amount_refunded: total,
    charges_details: doesRefundReturnCharges
      ? computeChargesAfterRefund(site, payment, total)
      : payment.charges_details,
  }
}

/** Stores a changed payment and sends a webhook about it. */
export function savePayment(context: SimulatorContext, payment: Payment): Payment {
  const { store, site, now } = context
  const changed = { ...payment, date_last_updated: formatProviderDate(site, now()) }
  store.put('payments', payment.id, { ...store.get('payments', payment.id)!, payment: changed })
  publishPaymentEvent(context, changed, 'payment.updated')
  return changed
}

/**
 * Checks that a payment is in one of the allowed states.
 * @throws ProviderError with 400 if the payment is in another state
 */
export function assertPaymentStatus(payment: Payment, allowed: PaymentStatus[]): void {
  if (!allowed.includes(payment.status))
    throw createBadRequestError(
      'The action requested is not valid for the current payment state',
      WRONG_STATE,
    )
}

function sellerName({ store }: SimulatorContext, userId: number): string {
  return store.get('sellers', userId)?.name ?? String(userId)
}
