import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import type { ReviewReason } from '#contract/orders/events.ts'
import type { ShownOrderState } from '#contract/orders/orders.ts'
import {
  type PaymentStatus,
  HELD_STATUSES,
  PAYMENT_STATUSES,
  PENDING_STATUSES,
} from '#server/db/payment-statuses.ts'

export type OrderState = 'open' | 'approved' | 'review' | 'expired' | 'refunded' | 'charged_back'

/**
 * The transitions of an order that was not delivered. A payment in mediation was approved before: the buyer has paid,
 * and complains, for instance because nothing has arrived.
 */
const UNPAID_TRANSITIONS: Partial<Record<PaymentStatus, OrderState>> = {
  approved: 'approved',
  in_mediation: 'approved',
  refunded: 'refunded',
  charged_back: 'charged_back',
}

/**
 * For each state of an order and each status of a payment on the agreed terms, the next state of the order. Without an
 * entry the state does not change. Every state before delivery changes to approved, so that a buyer who paid always
 * gets the file.
 * Source: design, order and payment.
 */
export const ORDER_TRANSITIONS: Readonly<
  Record<OrderState, Partial<Record<PaymentStatus, OrderState>>>
> = {
  open: UNPAID_TRANSITIONS,
  expired: UNPAID_TRANSITIONS,
  review: UNPAID_TRANSITIONS,
  approved: { refunded: 'refunded', charged_back: 'charged_back' },
  charged_back: { approved: 'approved', in_mediation: 'approved', refunded: 'refunded' },
  // A buyer can pay again after a refund.
  refunded: { approved: 'approved', in_mediation: 'approved' },
}

/**
 * Tells whether another payment than `paymentId` has paid an order, even if it was returned since. If `paymentId` pays
 * the order now, its buyer has paid again.
 */
export const isPaidByAnother = (
  { approvedPaymentId }: { approvedPaymentId: string | null },
  paymentId: string,
): boolean => approvedPaymentId !== null && approvedPaymentId !== paymentId

/** The statuses of attempts to pay that failed. */
const FAILED: ReadonlySet<PaymentStatus> = new Set(['rejected', 'cancelled'])

/** Tells whether an attempt to pay can still become an approved payment. */
export function isPaymentPending(status: PaymentStatus): boolean {
  return PENDING_STATUSES.some(pending => pending === status)
}

/** Tells whether the seller has the money of a payment with a status. */
export function isMoneyHeld(status: PaymentStatus): boolean {
  return HELD_STATUSES.some(held => held === status)
}

/** Tells whether a payment, or an order that it paid, has the status after which the buyer has the money back. */
export function isMoneyReturned(
  status: PaymentStatus | OrderState,
): status is 'refunded' | 'charged_back' {
  return status === 'refunded' || status === 'charged_back'
}

/** Converts the status that the provider reports to a known status. An unknown status counts as `in_process`. */
export function toPaymentStatus(text: string): PaymentStatus {
  return PAYMENT_STATUSES.find(status => status === text) ?? 'in_process'
}

/** The terms on which a payment must agree with its order before the order is delivered. */
export interface PaymentTerms {
  orderId: string | null
  amountMinor: number
  currency: string
  collectorId: string
  liveMode: boolean
}

/**
 * Compares the terms of a payment with those of its order, and returns the first difference, or undefined if all terms
 * agree.
 */
export function findMismatch(payment: PaymentTerms, order: PaymentTerms): ReviewReason | undefined {
  if (payment.orderId !== order.orderId) return 'another_order'
  if (payment.collectorId !== order.collectorId) return 'another_collector'
  if (payment.currency !== order.currency) return 'another_currency'
  if (payment.liveMode !== order.liveMode) return 'not_live_mode'
  // The amount is compared last: a payment with this difference may be a part of the total.
  if (payment.amountMinor !== order.amountMinor) return 'another_amount'
  return undefined
}

/**
 * Picks the attempt to pay that decides how an order is shown: the attempt that paid the order, otherwise a pending
 * one, otherwise the newest. A pending voucher wins over a newer declined card: if the order were shown as declined,
 * the buyer would pay again.
 * @param attempts newest first
 */
export function findDecisiveAttempt<P extends { id: string; status: string }>(
  attempts: readonly P[],
  approvedPaymentId: string | null,
): P | undefined {
  return (
    attempts.find(({ id }) => id === approvedPaymentId) ??
    attempts.find(({ status }) => isPaymentPending(toPaymentStatus(status))) ??
    attempts[0]
  )
}

/**
 * Derives the state that a buyer sees. It is the state of the order or, while the order is open, the state of its
 * decisive attempt.
 */
export function deriveShownOrderState(
  state: OrderState,
  attempt: PaymentStatus | undefined,
): ShownOrderState {
  if (state !== 'open') return state
  // A part of the total that went back to the buyer leaves an order that nobody has paid.
  if (attempt === undefined || isMoneyReturned(attempt)) return 'created'
  if (attempt === 'pending') return 'pending'
  if (FAILED.has(attempt)) return 'rejected'
  return 'in_process'
}

const MINUTE = 60_000
const CHECK_DELAYS_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 4 * HOUR_MS]
const GIVE_UP_DAYS = 35

/**
 * Computes when an order is reconciled next, after `checks` reconciliations. Returns undefined if the order is too old.
 */
export function computeNextReconciliation(
  createdAt: Date,
  checks: number,
  now: Date,
): Date | undefined {
  const next = new Date(now.getTime() + (CHECK_DELAYS_MS[checks] ?? DAY_MS))
  return next.getTime() - createdAt.getTime() > GIVE_UP_DAYS * DAY_MS ? undefined : next
}

/**
 * The number of days after the expiry of its payment page for which an order is reconciled that nobody tried to pay.
 */
const UNTRIED_DAYS = 1

/**
 * Tells whether the reconciliation of an order that runs now is its last one, since nobody tried to pay the order on
 * its payment page, which has expired. With daily reconciliations, such an order has two after the expiry.
 */
export function isLastReconciliation(
  order: { state: OrderState; expiresAt: Date; hasAttempts: boolean },
  now: Date,
): boolean {
  const overdueMs = now.getTime() - order.expiresAt.getTime()
  return order.state === 'expired' && !order.hasAttempts && overdueMs > UNTRIED_DAYS * DAY_MS
}
