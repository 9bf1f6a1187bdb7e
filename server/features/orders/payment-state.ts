import type { ReviewReason } from '#contract/sales/order.ts'
import type { ShownOrderState } from '#contract/orders.ts'

/** The provider's statuses of one attempt to pay. */
export const PAYMENT_STATUSES = [
  'pending',
  'in_process',
  'authorized',
  'approved',
  'rejected',
  'cancelled',
  'refunded',
  'charged_back',
  'in_mediation',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export type OrderState = 'open' | 'approved' | 'review' | 'expired' | 'refunded' | 'charged_back'

/**
 * The next state of an order after a payment on its agreed terms was read; without an entry the state stays. Every
 * state before delivery has a transition to approved, so that no buyer who paid is refused the file.
 * Source: design, order and payment.
 */
export const ORDER_TRANSITIONS: Readonly<
  Record<OrderState, Partial<Record<PaymentStatus, OrderState>>>
> = {
  open: { approved: 'approved', refunded: 'refunded', charged_back: 'charged_back' },
  expired: { approved: 'approved', refunded: 'refunded', charged_back: 'charged_back' },
  review: { approved: 'approved', refunded: 'refunded', charged_back: 'charged_back' },
  approved: { refunded: 'refunded', charged_back: 'charged_back' },
  charged_back: { approved: 'approved', refunded: 'refunded' },
  // The buyer can pay again after a refund.
  refunded: { approved: 'approved' },
}

/** Statuses of attempts that ended without money. */
const FAILED: ReadonlySet<PaymentStatus> = new Set(['rejected', 'cancelled'])

/** Whether an attempt may still become an approved payment. */
export function isPending(status: PaymentStatus): boolean {
  return status === 'pending' || status === 'in_process' || status === 'authorized'
}

/** Maps the provider's text to a known status. An unknown status counts as `in_process`. */
export function toPaymentStatus(text: string): PaymentStatus {
  return PAYMENT_STATUSES.find(status => status === text) ?? 'in_process'
}

/** The terms on which a payment must agree with its order before anything is delivered. */
export interface PaymentTerms {
  orderId: string | null
  amountMinor: number
  currency: string
  collectorId: string
  liveMode: boolean
}

/** Returns the first term on which a payment differs from its order, or undefined if all terms agree. */
export function findMismatch(payment: PaymentTerms, order: PaymentTerms): ReviewReason | undefined {
  if (payment.orderId !== order.orderId) return 'another_order'
  if (payment.collectorId !== order.collectorId) return 'another_collector'
  if (payment.currency !== order.currency) return 'another_currency'
  if (payment.amountMinor !== order.amountMinor) return 'another_amount'
  if (payment.liveMode !== order.liveMode) return 'not_live_mode'
  return undefined
}

/**
 * Picks the attempt that decides how an order is shown: the one that paid it, else a pending one, else the newest.
 * A pending voucher wins over a newer declined card, since a buyer who is told to try again would pay twice.
 * @param attempts newest first
 */
export function findDecisiveAttempt<P extends { id: string; status: string }>(
  attempts: readonly P[],
  approvedPaymentId: string | null,
): P | undefined {
  return (
    attempts.find(({ id }) => id === approvedPaymentId) ??
    attempts.find(({ status }) => isPending(toPaymentStatus(status))) ??
    attempts[0]
  )
}

/** Derives the state that a buyer sees: the order's own, or while it is open that of its decisive attempt. */
export function deriveShownOrderState(
  state: OrderState,
  attempt: PaymentStatus | undefined,
): ShownOrderState {
  if (state !== 'open') return state
  if (attempt === undefined) return 'created'
  if (attempt === 'pending') return 'pending'
  if (FAILED.has(attempt)) return 'rejected'
  return 'in_process'
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const CHECK_DELAYS_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 4 * 60 * MINUTE]
const GIVE_UP_DAYS = 35

/** Computes when an order is reconciled next after `checks` reconciliations; undefined once it is too old. */
export function computeNextCheck(createdAt: Date, checks: number, now: Date): Date | undefined {
  const next = new Date(now.getTime() + (CHECK_DELAYS_MS[checks] ?? DAY))
  return next.getTime() - createdAt.getTime() > GIVE_UP_DAYS * DAY ? undefined : next
}
