import type { ReviewReason } from '#contract/sales/order.ts'
import type { OrderView } from '#contract/orders.ts'

/** The provider's statuses of one attempt to pay, mirrored. */
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
 * Where a right payment, freshly read, moves an order; what is not here leaves it where it is. An order
 * that was never delivered is approved whatever came before: a paid order is never refused its file.
 * Source: design, order and payment.
 */
export const TRANSITIONS: Readonly<Record<OrderState, Partial<Record<PaymentStatus, OrderState>>>> =
  {
    open: { approved: 'approved', refunded: 'refunded', charged_back: 'charged_back' },
    expired: { approved: 'approved', refunded: 'refunded', charged_back: 'charged_back' },
    review: { approved: 'approved', refunded: 'refunded', charged_back: 'charged_back' },
    approved: { refunded: 'refunded', charged_back: 'charged_back' },
    charged_back: { approved: 'approved', refunded: 'refunded' },
    // Another payment of the same order, when the first one went back.
    refunded: { approved: 'approved' },
  }

/** Statuses after which an attempt is over without money. */
const FAILED: ReadonlySet<PaymentStatus> = new Set(['rejected', 'cancelled'])

/** An attempt that may still become money. */
export function isPending(status: PaymentStatus): boolean {
  return status === 'pending' || status === 'in_process' || status === 'authorized'
}

/** A status by the provider's name; a word we do not know waits like one that is being processed. */
export function toPaymentStatus(word: string): PaymentStatus {
  return PAYMENT_STATUSES.find(status => status === word) ?? 'in_process'
}

/** What a payment must agree on before anything is delivered. */
export interface PaymentTerms {
  orderId: string | null
  amountMinor: number
  currency: string
  collectorId: string
  liveMode: boolean
}

/** Why a payment is not the one that was agreed, or undefined. */
export function findMismatch(payment: PaymentTerms, order: PaymentTerms): ReviewReason | undefined {
  if (payment.orderId !== order.orderId) return 'another_order'
  if (payment.collectorId !== order.collectorId) return 'another_collector'
  if (payment.currency !== order.currency) return 'another_currency'
  if (payment.amountMinor !== order.amountMinor) return 'another_amount'
  if (payment.liveMode !== order.liveMode) return 'not_live_mode'
  return undefined
}

/**
 * Of an order's attempts the one that says where it stands: that which paid it, else one that may still, else the
 * newest. A voucher is not over because a card was refused after it: who is told to try again pays twice.
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

/** What a buyer sees: the order's state, or while it is open the decisive attempt's. */
export function deriveOrderView(state: OrderState, attempt: PaymentStatus | undefined): OrderView {
  if (state !== 'open') return state
  if (attempt === undefined) return 'created'
  if (attempt === 'pending') return 'pending'
  if (FAILED.has(attempt)) return 'rejected'
  return 'in_process'
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const CHECKS_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 4 * 60 * MINUTE]
const GIVE_UP_DAYS = 35

/** When the reconciler asks for an order again after `checks` looks; undefined once it is not worth it. */
export function nextCheckAfter(createdAt: Date, checks: number, now: Date): Date | undefined {
  const next = new Date(now.getTime() + (CHECKS_MS[checks] ?? DAY))
  return next.getTime() - createdAt.getTime() > GIVE_UP_DAYS * DAY ? undefined : next
}
