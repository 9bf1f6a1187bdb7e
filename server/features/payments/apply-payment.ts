import type { ErrorCode } from '#contract/core/errors.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import type { Transaction } from '#server/db/client.ts'
import { type SellerAccount, withSellerToken } from '#server/features/payment-accounts/service.ts'
import {
  type OrderRow,
  type OrderState,
  type PaymentRow,
  type PaymentTerms,
  ORDER_TRANSITIONS,
  deliverOrder,
  findMismatch,
  findPayments,
  isOrderId,
  isMoneyReturned,
  isPaymentPending,
  lockOrder,
  recordAttempt,
  recordOrderEvent,
  reopenGrants,
  runOrderTransaction,
  toPaymentStatus,
  transitionOrder,
} from '#server/features/orders/service.ts'
import { recordClaim } from './refunds/claims.ts'
import {
  isChargebackLost,
  recordChargeback,
  recordDispute,
  recordRefund,
} from './refunds/money-events.ts'
import type { PaymentsDeps } from './deps.ts'
import { moneyOf } from './order-money.ts'
import { clearRefundDue, markLeftoversDue, savePayment, saveParts } from './queries.ts'
import { type CombinedPayment, assessParts, isWaitingForRest } from './combine-parts.ts'
import { hasRefundNews, recordRefunds } from './refunds/record-refunds.ts'
import { recordPartialRefund, reverseDelivery } from './refunds/reverse-delivery.ts'
import { returnSurplus } from './refunds/return-surplus.ts'
import { checkCommission } from './review/check-commission.ts'
import { endReview } from './review/end-review.ts'
import { placeHold } from './review/place-hold.ts'
import { sendToReview } from './review/send-to-review.ts'
import { saveSettlement } from './settlement.ts'
import { recordUnmatchedPayment } from './unmatched/record.ts'
import { hasFraudAlert } from './webhook/queries.ts'

/** The result of applying a payment to its order: `applied`, or the code that says why nothing changed. */
export type PaymentOutcome =
  | 'applied'
  | Extract<
      ErrorCode,
      | 'PAYMENT_STATUS_ALREADY_SET'
      | 'PAYMENT_STATUS_ALREADY_CHANGED'
      | 'PAYMENT_NOT_FOUND'
      | 'PRODUCT_ALREADY_SENT'
    >

/**
 * Reads one payment from the provider with its seller's token and applies the payment to its order. Webhook events,
 * reconciliation and refunds all use this function.
 * @throws ApiError or ProviderError if the payment cannot be read
 */
export async function fetchAndApplyPayment(
  deps: PaymentsDeps,
  seller: SellerAccount,
  paymentId: string,
): Promise<PaymentOutcome> {
  const payment = await withSellerToken(deps.paymentAccounts, seller, accessToken =>
    deps.provider.readPayment(accessToken, paymentId),
  )
  return applyPayment(deps, seller, payment)
}

/** Applies a payment that was just read from the provider to its order, in one transaction. */
export async function applyPayment(
  deps: PaymentsDeps,
  reader: SellerAccount,
  payment: ProviderPayment,
): Promise<PaymentOutcome> {
  const { orderId } = payment
  if (orderId === null || !isOrderId(orderId)) return 'PAYMENT_NOT_FOUND'
  return runOrderTransaction(deps, orderId, async (tx, lockedOrder) => {
    let order = lockedOrder
    // If a payment account moved to another user, its earlier payments are read with that user's tokens, so either the
    // seller or the account must match.
    const isOwn = order?.sellerId === reader.sellerId || order?.collectorId === reader.collectorId
    if (!order || !isOwn) {
      await recordUnmatchedPayment(deps, tx, reader, orderId, payment)
      return 'PAYMENT_NOT_FOUND'
    }
    const storedPayments = await findPayments(tx, order.id)
    const storedPayment = storedPayments.find(({ id }) => id === payment.id)
    // Two simultaneous reads of a payment can be applied in the wrong sequence. The provider's timestamp tells which
    // one is newer.
    if (storedPayment && isOlder(payment.updatedAt, storedPayment.providerUpdatedAt))
      return 'PAYMENT_STATUS_ALREADY_CHANGED'
    // The provider's alert can arrive before the first news of its payment. The order is held before it is delivered.
    if (!storedPayment && (await hasFraudAlert(tx, payment.id))) {
      await placeHold(tx, order, payment.id)
      order = (await lockOrder(tx, orderId))!
    }
    // The terms are compared again on every read, since a wrong setting that caused a mismatch may have been corrected.
    // The payment that paid the order agreed with the terms, or an admin has accepted it.
    const hasPaidOrder = order.approvedPaymentId === payment.id || storedPayment?.isPart
    const problem = hasPaidOrder ? null : (findMismatch(payment, termsOf(deps, order)) ?? null)
    // Several payments can together pay the order, such as two cards. They count as one payment.
    const parts = assessParts(order, { ...payment, problem }, storedPayments)
    const payer = parts?.combined ?? payment
    const status = toPaymentStatus(payment.status)
    // A payment that was stored while its order was on hold is delivered once the order is released.
    const canDeliver =
      (problem === null || parts !== undefined) &&
      order.heldAt === null &&
      ORDER_TRANSITIONS[order.state][toPaymentStatus(payer.status)] === 'approved'
    const mayEndReview = problem !== null && order.state === 'review' && isMoneyReturned(status)
    const isUnchanged =
      storedPayment?.problem === problem &&
      isSame(storedPayment, payment) &&
      !(await hasRefundNews(tx, payment))
    if (isUnchanged && !canDeliver && !mayEndReview) return 'PAYMENT_STATUS_ALREADY_SET'

    const isPaidByAnother = order.approvedPaymentId !== null && order.approvedPaymentId !== payer.id
    const isSecondPayment = isPaidByAnother && order.state === 'approved'
    const waitsForRest = isWaitingForRest(order, { ...payment, problem })
    // An admin may have decided that this payment is neither delivered nor refunded here.
    const isDismissed = storedPayment !== undefined && storedPayment.dismissedAt !== null
    await savePayment(tx, order.id, payment, {
      problem,
      refundDue:
        status === 'approved' &&
        !waitsForRest &&
        !isDismissed &&
        (isSecondPayment || problem !== null),
    })
    if (parts && parts.before === undefined) await saveParts(tx, order.id, parts.ids)
    await recordOrderEvent(tx, order.id, 'payment', {
      paymentId: payment.id,
      paymentStatus: payment.status,
    })
    if (problem === null) await recordClaim(tx, order.id, payment, storedPayment)
    await recordRefunds(deps, tx, order, payment)
    if (problem !== null && !parts) {
      if (status === 'approved' && !waitsForRest && !isDismissed)
        await sendToReview(tx, order, { reason: problem, paymentId: payment.id })
      const hasEnded = mayEndReview && (await endReview(tx, order, payment))
      if (!hasEnded) await recordReturn(tx, order, payment, storedPayment)
      if (isSecondPayment) await returnSurplus(tx, order)
      return 'applied'
    }
    if (isSecondPayment) {
      await returnSurplus(tx, order)
      return 'PRODUCT_ALREADY_SENT'
    }
    // After an order was paid, another payment changes the order only if that payment is approved.
    if (isPaidByAnother && toPaymentStatus(payer.status) !== 'approved') {
      await recordReturn(tx, order, payment, storedPayment)
      return 'applied'
    }
    const storedPayer = parts ? parts.before : storedPayment
    const outcome = await transition(tx, order, payer, storedPayer, storedPayment)
    await checkCommission(tx, order.id, payer, storedPayer)
    return outcome
  })
}

/**
 * Tells the buyer that a payment went back which did not pay the order: the order was never paid, or it was refunded
 * before.
 */
async function recordReturn(
  tx: Transaction,
  order: OrderRow,
  payment: ProviderPayment,
  stored: StoredPayer | undefined,
): Promise<void> {
  const amountMinor = payment.refundedMinor - (stored?.refundedMinor ?? 0)
  if (
    order.state === 'charged_back' &&
    isChargebackLost(payment) &&
    !(stored && isChargebackLost(stored))
  )
    await recordDispute(tx, order.id, 'chargeback_lost', payment)
  if (amountMinor > 0 && (order.approvedPaymentId === null || order.state === 'refunded'))
    await recordRefund(tx, order.id, 'payment_refunded', payment, amountMinor, 'buyer')
}

function isOlder(readAt: Date | null, storedAt: Date | null): boolean {
  return readAt !== null && storedAt !== null && readAt < storedAt
}

function isSame(stored: PaymentRow, payment: ProviderPayment): boolean {
  return (
    stored.status === payment.status &&
    stored.statusDetail === payment.statusDetail &&
    stored.refundedMinor === payment.refundedMinor &&
    stored.providerFeeMinor === payment.providerFeeMinor &&
    stored.applicationFeeMinor === payment.applicationFeeMinor &&
    stored.deadline?.getTime() === payment.deadline?.getTime() &&
    stored.moneyReleaseAt?.getTime() === payment.moneyReleaseAt?.getTime()
  )
}

function termsOf({ liveMode }: PaymentsDeps, order: OrderRow): PaymentTerms {
  return {
    orderId: order.id,
    amountMinor: order.totalMinor,
    currency: order.currency,
    collectorId: order.collectorId,
    liveMode,
  }
}

/** What was stored before of a payment, or of the parts that paid the order together. */
type StoredPayer = Pick<ProviderPayment, 'status' | 'statusDetail' | 'refundedMinor'>

/** Moves an order to the state that follows from a payment on the agreed terms. */
async function transition(
  tx: Transaction,
  order: OrderRow,
  payment: ProviderPayment | CombinedPayment,
  storedPayer: StoredPayer | undefined,
  storedPayment: PaymentRow | undefined,
): Promise<PaymentOutcome> {
  const status = toPaymentStatus(payment.status)
  const to = ORDER_TRANSITIONS[order.state][status]
  if (to === undefined) {
    await recordNews(tx, order, payment, storedPayer, storedPayment)
    return order.state === 'approved' && isPaymentPending(status)
      ? 'PAYMENT_STATUS_ALREADY_CHANGED'
      : 'applied'
  }
  // A fraud alert has put this paid order on hold. It goes to review, where an admin decides between delivery and
  // refund.
  if (to === 'approved' && order.heldAt !== null && order.approvedAt === null) {
    if (order.state === 'charged_back')
      await transitionOrder(tx, order, 'review', { reviewReason: 'fraud_alert' })
    await sendToReview(tx, order, { reason: 'fraud_alert', paymentId: payment.id })
    return 'applied'
  }

  const remainingPayment = isMoneyReturned(to)
    ? await findOtherApprovedPayment(tx, order, payment.id)
    : undefined
  if (isMoneyReturned(to) && remainingPayment) {
    // The buyer had paid twice and got one payment back, so the order stays approved by the other payment.
    await transitionOrder(tx, order, order.state, { approvedPaymentId: remainingPayment.id })
    await clearRefundDue(tx, remainingPayment.id)
    await saveSettlement(tx, order, remainingPayment)
    // An item that was refunded from the first payment is paid by the other one.
    if (order.state === 'approved' && order.heldAt === null) await reopenGrants(tx, order.id)
    if (to === 'charged_back') await recordChargeback(tx, order.id, payment, 'seller')
    else
      await recordRefund(tx, order.id, 'payment_refunded', payment, payment.refundedMinor, 'seller')
    return 'applied'
  }
  const isPaidAgain = order.approvedPaymentId !== null && order.approvedPaymentId !== payment.id
  await transitionOrder(tx, order, to, transitionFields(order, to, payment))
  await saveSettlement(tx, order, payment)
  if (to === 'approved') {
    await recordOrderEvent(tx, order.id, 'approved')
    await markLeftoversDue(tx, order.id, payment.id)
    if (order.state === 'charged_back' && !isPaidAgain)
      await recordDispute(tx, order.id, 'chargeback_won', payment, order.totalMinor)
    const outcome = await deliverOrder(tx, order, isPaidAgain ? { paidAgainBy: payment.id } : {})
    await returnSurplus(tx, { ...order, approvedPaymentId: payment.id })
    return outcome
  }
  if (isMoneyReturned(to)) await reverseDelivery(tx, order, to, payment)
  return 'applied'
}

/** Records what has happened to a payment that does not change the state of its order. */
async function recordNews(
  tx: Transaction,
  order: OrderRow,
  payment: ProviderPayment | CombinedPayment,
  storedPayer: StoredPayer | undefined,
  storedPayment: PaymentRow | undefined,
): Promise<void> {
  const status = toPaymentStatus(payment.status)
  if (status === 'approved' || status === 'in_mediation')
    await recordPartialRefund(tx, order, payment, storedPayer?.refundedMinor ?? 0)
  // The provider can report a fee, or the return of one, after the refund or the chargeback.
  else if (order.approvedPaymentId === payment.id) await saveSettlement(tx, order, payment)
  if (order.state === 'open' || order.state === 'expired')
    await recordAttempt(tx, order, payment.id, storedPayment, await findPayments(tx, order.id))
  else await recordReturn(tx, order, payment, storedPayer)
}

function transitionFields(order: OrderRow, to: OrderState, payment: ProviderPayment) {
  // A refund also ends a fraud hold, since the suspicious payment was returned.
  const fields = { nextCheckAt: null, ...(to === 'refunded' && { heldAt: null }) }
  if (to !== 'approved') return fields
  // The date of the sale stays when the payment that paid the order counts again, such as after a won chargeback: the
  // figures of past months and the provider's periods for refunds do not begin anew.
  const isSameSale = order.approvedPaymentId === payment.id
  const approvedAt = (isSameSale ? order.approvedAt : null) ?? new Date()
  return { ...fields, approvedAt, approvedPaymentId: payment.id, reviewReason: null }
}

/** Finds another payment of the order that is approved and agrees with the order's terms. */
async function findOtherApprovedPayment(
  tx: Transaction,
  order: OrderRow,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  const payments = await findPayments(tx, order.id)
  return moneyOf(order, payments).held.find(
    ({ id, status, problem, isPart }) =>
      id !== paymentId && status === 'approved' && problem === null && !isPart,
  )
}
