import { sum, sumOrNull } from '#contract/core/sum.ts'
import type { OrderRow, PaymentRow } from '#server/features/orders/rules/rows.ts'
import { ORDER_TRANSITIONS, toPaymentStatus } from '#server/features/orders/rules/payment-state.ts'
import {
  combineStatuses,
  findPartsOfTotal,
  mayBePart,
} from '#server/features/orders/rules/payment-parts.ts'
import { findReportedReturn } from './reported-return.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'

/** Several payments that together paid an order, as one payment. */
export interface CombinedPayment extends ProviderPayment {
  /** What went back to the buyer by refunds and chargebacks of the parts, in minor units. */
  returnedMinor: number
}

type Part = Pick<
  PaymentRow,
  | 'id'
  | 'status'
  | 'statusDetail'
  | 'amountMinor'
  | 'refundedMinor'
  | 'providerFeeMinor'
  | 'applicationFeeMinor'
  | 'returnedApplicationFeeMinor'
>

/** A payment of an order that was just read, with its difference from the order's terms. */
type ReadPayment = ProviderPayment & { problem: string | null }

/** What the parts of an order's total mean together. */
export interface Parts {
  combined: CombinedPayment
  /** The parts as they were stored before the payment was read; undefined if they pay the order only now. */
  before: CombinedPayment | undefined
  ids: string[]
}

/**
 * Tells whether a payment is one of several that together paid its order, or now pay it.
 * @param storedPayments all stored payments of the order
 * @returns undefined if it is not
 */
export function assessParts(
  order: OrderRow,
  payment: ReadPayment,
  storedPayments: readonly PaymentRow[],
): Parts | undefined {
  const stored = storedPayments.filter(({ isPart }) => isPart)
  if (stored.some(({ id }) => id === payment.id)) {
    const parts = stored.map(row => (row.id === payment.id ? { ...row, ...payment } : row))
    const ids = parts.map(({ id }) => id)
    const id = ids.find(part => part === order.approvedPaymentId) ?? payment.id
    return {
      combined: combineParts(payment, parts, id),
      before: combineParts(payment, stored, id),
      ids,
    }
  }
  if (ORDER_TRANSITIONS[order.state].approved !== 'approved') return undefined
  const parts = findNewParts(payment, storedPayments, order.totalMinor)
  return (
    parts && {
      combined: combineParts(payment, parts, payment.id),
      before: undefined,
      ids: parts.map(({ id }) => id),
    }
  )
}

/** Finds the payments with which a payment makes the whole total of its order. */
function findNewParts(
  payment: ReadPayment,
  storedPayments: readonly PaymentRow[],
  totalMinor: number,
): Part[] | undefined {
  const toCandidate = (row: ReadPayment | PaymentRow) => ({
    ...row,
    row,
    status: toPaymentStatus(row.status),
  })
  const candidate = toCandidate(payment)
  const others = storedPayments.filter(({ id, isPart }) => id !== payment.id && !isPart)
  const candidates = [candidate, ...others.map(toCandidate)]
  return findPartsOfTotal(candidate, candidates, totalMinor)?.map(({ row }) => row)
}

/**
 * Tells whether an approved payment is smaller than the total of an order that is not paid yet, so that the rest may
 * still come.
 */
export function isWaitingForRest(
  { state, totalMinor }: Pick<OrderRow, 'state' | 'totalMinor'>,
  payment: Pick<
    PaymentRow,
    'id' | 'status' | 'problem' | 'amountMinor' | 'refundedMinor' | 'merchantOrderId'
  >,
): boolean {
  const status = toPaymentStatus(payment.status)
  const isUnpaid = state === 'open' || state === 'expired' || state === 'review'
  return isUnpaid && status === 'approved' && mayBePart({ ...payment, status }, totalMinor)
}

/**
 * Combines the parts with which an order was paid to one payment, whose amounts and fees are the sums.
 * @param id the id of the part that stands for all of them
 */
function combineParts(
  payment: ProviderPayment,
  parts: readonly Part[],
  id: string,
): CombinedPayment {
  const chargedBack = parts.filter(part => part.status === 'charged_back')
  const combined = combineStoredParts(parts)
  const decisive = parts.find(part => part.status === combined.status)
  return {
    ...payment,
    ...combined,
    id,
    statusDetail: decisive?.statusDetail ?? null,
    amountMinor: sum((chargedBack.length > 0 ? chargedBack : parts).map(part => part.amountMinor)),
    applicationFeeMinor: sumOrNull(parts.map(part => part.applicationFeeMinor)),
  }
}

/** Adds up what the items of an order are settled with, over the parts with which the order was paid. */
export function combineStoredParts(
  parts: readonly Part[],
): Pick<
  CombinedPayment,
  'status' | 'refundedMinor' | 'returnedMinor' | 'providerFeeMinor' | 'returnedApplicationFeeMinor'
> {
  const chargedBack = parts.filter(part => part.status === 'charged_back')
  const kept = parts.filter(part => part.status !== 'charged_back')
  return {
    status: combineStatuses(parts.map(part => toPaymentStatus(part.status))),
    refundedMinor: sum(parts.map(part => part.refundedMinor)),
    returnedMinor: sum([
      ...chargedBack.map(part => part.amountMinor),
      ...kept.map(part => part.refundedMinor),
    ]),
    providerFeeMinor: sumOrNull(parts.map(part => part.providerFeeMinor)),
    returnedApplicationFeeMinor: findReportedReturn(parts),
  }
}
