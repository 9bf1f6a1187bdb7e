import { LIMITS } from '#contract/core/limits.ts'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import type { WithdrawalState } from '#contract/withdrawals.ts'
import type { OrderRow, PaymentRow } from '#server/features/orders/rules/rows.ts'
import { isPaymentPending, toPaymentStatus } from '#server/features/orders/rules/payment-state.ts'
import type { RefundRow } from '#server/features/payments/refunds/queries.ts'
import { moneyOf } from '#server/features/payments/order-money.ts'
import type { WithdrawalRow } from '../queries.ts'

export const REFUND_RETRY_MS = DAY_MS
const MIN_WAIT_MS = 1000
const MAX_WAIT_MS = HOUR_MS
/** A withdrawal waits for this time while the provider or the seller's account cannot be reached. */
const UNREACHABLE_WAIT_MS = 10 * 60_000
/** After this time, the news of a voucher that was paid on its last day has come. */
const LATE_NEWS_MS = 7 * DAY_MS

/** A withdrawal with its order as they are at one moment. `refunds` are those of the order, newest first. */
export interface WithdrawalSnapshot {
  withdrawal: WithdrawalRow
  order: OrderRow
  payments: PaymentRow[]
  refunds: RefundRow[]
  /** Whether the whole prices of the withdrawn items were returned. */
  areItemsRefunded: boolean
  /** Whether the provider was asked to cancel the payments that are not made yet, or need not be asked. */
  isCancelRequested: boolean
}

/** What has to be done next for a withdrawal. `refused` records that MercadoPago has refused the refund once more. */
export type Step =
  | { type: 'end'; as: NonNullable<WithdrawalRow['endedAs']>; at?: Date }
  | { type: 'grant_unanswered' | 'request_refund' }
  | { type: 'refused'; retryAt: Date }
  | { type: 'wait'; until: Date }

/**
 * Decides the next step of a withdrawal that has not ended. It does not end while a payment can still be made that the
 * provider could not be asked to cancel.
 */
export function findStep(snapshot: WithdrawalSnapshot, now: Date): Step {
  const step = findStepOfRefund(snapshot, now)
  const waits = step.type === 'end' && !snapshot.isCancelRequested && canBePaid(snapshot, now)
  return waits ? { type: 'wait', until: computeNextLook(snapshot, now) } : step
}

function findStepOfRefund(snapshot: WithdrawalSnapshot, now: Date): Step {
  const { withdrawal, order, payments, refunds, areItemsRefunded } = snapshot
  if (order.state === 'refunded') return { type: 'end', as: 'refunded' }
  if (order.state === 'charged_back') return { type: 'end', as: 'disputed' }
  if (areItemsRefunded) return { type: 'end', as: 'refunded' }
  const soon = computeNextLook(snapshot, now)
  const { refundable } = moneyOf(order, payments)
  // The order is in review if nobody can read whether its voucher was paid.
  if (withdrawal.kind === 'cancel' && order.state !== 'approved' && refundable.length === 0)
    return canBePaid(snapshot, now)
      ? { type: 'wait', until: soon }
      : { type: 'end', as: 'canceled' }
  if (withdrawal.decision === 'declined') return { type: 'end', as: 'declined' }
  if (withdrawal.dueAt !== null && withdrawal.decision === null)
    return now < withdrawal.dueAt
      ? { type: 'wait', until: withdrawal.dueAt }
      : { type: 'grant_unanswered' }

  if (refunds.some(({ state }) => state === 'requested' || state === 'sent'))
    return { type: 'wait', until: soon }
  const own = refunds.filter(({ reason }) => reason === withdrawal.code)
  if (refundable.length === 0) return { type: 'end', as: 'refunded' }
  // The buyer has paid the order again after the refund, which has ended this withdrawal.
  const made = own.find(({ state, settledAt }) => state === 'done' && isPaidAfter(order, settledAt))
  if (made) return { type: 'end', as: 'refunded', at: made.settledAt! }
  // An order can be paid by several payments, of which some have been refunded.
  const refund = own.find(
    ({ state, paymentId }) => state === 'refused' && refundable.some(({ id }) => id === paymentId),
  )
  if (refund) {
    const { retryAt, refusals } = withdrawal
    const refusedAt = refund.settledAt ?? now
    if (refund.refusal === 'too_old') return { type: 'end', as: 'failed' }
    if (retryAt === null || retryAt <= refusedAt)
      return refusals + 1 >= LIMITS.refundTryDays
        ? { type: 'end', as: 'failed' }
        : { type: 'refused', retryAt: new Date(refusedAt.getTime() + REFUND_RETRY_MS) }
    if (now < retryAt) return { type: 'wait', until: retryAt }
  }
  return { type: 'request_refund' }
}

/** Tells whether an order has a payment that is not made yet, and whose deadline is not long over. */
const canBePaid = ({ order, payments }: WithdrawalSnapshot, now: Date): boolean =>
  payments.some(
    ({ status, deadline }) =>
      isPaymentPending(toPaymentStatus(status)) &&
      now.getTime() < (deadline ?? order.expiresAt).getTime() + LATE_NEWS_MS,
  )

/** Computes when a withdrawal that waits for the provider is examined next. */
function computeNextLook({ withdrawal, isCancelRequested }: WithdrawalSnapshot, now: Date): Date {
  const age = now.getTime() - (withdrawal.decidedAt ?? withdrawal.askedAt).getTime()
  const waitMs = Math.min(Math.max(age, MIN_WAIT_MS), MAX_WAIT_MS)
  return new Date(now.getTime() + (isCancelRequested ? waitMs : UNREACHABLE_WAIT_MS))
}

/** Tells whether an order was paid after a moment. */
const isPaidAfter = ({ approvedAt }: OrderRow, moment: Date | null): boolean =>
  approvedAt !== null && moment !== null && moment < approvedAt

/** Tells whether a withdrawal awaits the answer of the seller. */
export const isAnswerAwaited = ({
  withdrawal,
  order,
}: Pick<WithdrawalSnapshot, 'withdrawal' | 'order'>): boolean =>
  withdrawal.dueAt !== null &&
  withdrawal.decision === null &&
  withdrawal.endedAs === null &&
  order.state !== 'charged_back' &&
  order.state !== 'refunded'

/**
 * Tells whether a buyer who has withdrawn can withdraw once more: the order was paid again afterwards, or the seller
 * keeps the downloads closed, and has declined the refund or not answered yet, or a part of the order was refunded, or
 * the refund failed.
 */
export const isRenewable = ({
  withdrawal,
  order,
}: Pick<WithdrawalSnapshot, 'withdrawal' | 'order'>): boolean =>
  order.state === 'approved' &&
  (isPaidAfter(order, withdrawal.endedAt) ||
    (order.accessClosedAt !== null &&
      (withdrawal.decision === 'declined' ||
        withdrawal.endedAs === 'refunded' ||
        withdrawal.endedAs === 'failed' ||
        isAnswerAwaited({ withdrawal, order }))))

/** Returns the state of a withdrawal as buyer and seller see it, which the order can determine before the next step. */
export function deriveState({
  withdrawal,
  order,
}: Pick<WithdrawalSnapshot, 'withdrawal' | 'order'>): WithdrawalState {
  if (order.state === 'refunded') return 'refunded'
  if (withdrawal.endedAs !== null) return withdrawal.endedAs
  if (order.state === 'charged_back') return 'disputed'
  if (withdrawal.kind === 'cancel' && order.approvedAt === null) return 'canceling'
  if (withdrawal.decision === 'declined') return 'declined'
  if (isAnswerAwaited({ withdrawal, order })) return 'asking'
  return withdrawal.refusals > 0 ? 'waiting_funds' : 'refunding'
}
