import type { OrderUpdate } from '#server/mail/template.ts'
import { deriveOrderDetail, toRejectionReason } from '../order-detail.ts'
import { isPaymentPending, toPaymentStatus } from '../payment-rules/payment-state.ts'
import { findDisputedPart } from '../payment-rules/payment-parts.ts'
import type { OrderRow, PaymentRow } from '../queries.ts'

/** An order and its attempts to pay, newest first, at one moment. */
export interface OrderSnapshot {
  order: OrderRow
  attempts: PaymentRow[]
}

/** An update that the buyer is emailed about. An order has at most one email with the same `key`. */
export interface KeyedUpdate {
  key: string
  update: OrderUpdate
  /** True if the buyer may be about to try again, so that the email has to wait. */
  isDelayed?: boolean
}

/**
 * Compares an order before and after a transaction, and returns what its buyer is emailed about. The delivery of the
 * files has an email of its own. Money that was paid twice is not reported here: the order does not change with it.
 */
export function findOrderUpdates(before: OrderSnapshot, after: OrderSnapshot): KeyedUpdate[] {
  const paymentUpdates = after.attempts.flatMap(payment => {
    const earlier = before.attempts.find(({ id }) => id === payment.id)
    const isSettling = after.order.state === 'open' || after.order.state === 'expired'
    if (isSettling && payment.problem === null) return findAttemptUpdates(payment, earlier, after)
    return findRefund(payment, earlier, after)
  })
  return [
    ...paymentUpdates,
    ...findReviewUpdates(before, after),
    ...findDispute(before, after),
    ...findAccessUpdates(before, after),
  ]
}

export const isVoucherWaiting = (payment: PaymentRow): boolean =>
  toPaymentStatus(payment.status) === 'pending' &&
  deriveOrderDetail('pending', { isHeld: false }, payment) === 'voucher_waiting'

const isVoucherExpired = (payment: PaymentRow): boolean =>
  payment.status === 'cancelled' &&
  deriveOrderDetail('rejected', { isHeld: false }, payment) === 'voucher_expired'

const isPending = ({ status }: PaymentRow): boolean => isPaymentPending(toPaymentStatus(status))

/** Finds what changed in an attempt to pay an order that is not paid yet. */
function findAttemptUpdates(
  payment: PaymentRow,
  earlier: PaymentRow | undefined,
  { attempts }: OrderSnapshot,
): KeyedUpdate[] {
  const deadline = payment.deadline?.toISOString() ?? null
  if (isVoucherWaiting(payment) && !(earlier && isVoucherWaiting(earlier)))
    return [{ key: `voucher_waiting:${payment.id}`, update: { type: 'voucher_waiting', deadline } }]
  // While another attempt is pending, nobody has to pay again.
  if (attempts.some(isPending)) return []
  if (isVoucherExpired(payment) && !(earlier && isVoucherExpired(earlier)))
    return [{ key: `voucher_expired:${payment.id}`, update: { type: 'voucher_expired', deadline } }]
  if (payment.status === 'rejected' && earlier?.status !== 'rejected')
    return [
      {
        key: `payment_declined:${payment.id}`,
        update: { type: 'payment_declined', reason: toRejectionReason(payment.statusDetail) },
        // A buyer whose card is declined at once is still on the payment page, and often pays with another card.
        isDelayed: earlier === undefined || !isPending(earlier),
      },
    ]
  return []
}

/** Finds a refund of the payment that paid the order, or of a payment that could not be matched with the order. */
function findRefund(
  payment: PaymentRow,
  earlier: PaymentRow | undefined,
  after: OrderSnapshot,
): KeyedUpdate[] {
  const { order, attempts } = after
  const { id, problem, refundedMinor: amountMinor } = payment
  if (amountMinor <= (earlier?.refundedMinor ?? 0)) return []
  const isUnmatched = problem !== null && order.approvedPaymentId === null
  const hasPaidOrder = order.approvedPaymentId === id || payment.isPart
  if (!hasPaidOrder && order.state !== 'refunded' && !isUnmatched) return []
  // A refund of one of several payments that paid the order is a part of its price.
  const isWhole = payment.isPart ? order.state === 'refunded' : payment.status === 'refunded'
  return [
    {
      key: `refunded:${id}:${amountMinor}`,
      update: isWhole
        ? { type: 'refunded', amountMinor }
        : {
            type: 'partly_refunded',
            amountMinor: sumRefunds(payment, attempts),
            ...toClosedFlag(after),
          },
    },
  ]
}

/** Adds up what was refunded of a payment, or of all the payments that together paid the order. */
const sumRefunds = (payment: PaymentRow, attempts: PaymentRow[]): number =>
  attempts
    .filter(({ id, isPart }) => id === payment.id || (payment.isPart && isPart))
    .reduce((sum, { refundedMinor }) => sum + refundedMinor, 0)

/** Finds the begin or the end of a decision by a person. The delivery and the refund report an end of their own. */
function findReviewUpdates(before: OrderSnapshot, after: OrderSnapshot): KeyedUpdate[] {
  const { heldAt, state, reviewReason } = after.order
  // A buyer who never paid is not told of a review.
  const isConcerned = after.attempts.some(
    attempt => isPending(attempt) || attempt.status === 'approved',
  )
  if (!isConcerned) return []
  if (heldAt !== null)
    return before.order.heldAt === null && state !== 'charged_back' && state !== 'refunded'
      ? [{ key: `held:${heldAt.toISOString()}`, update: { type: 'held' } }]
      : []
  if (state === 'review' && before.order.state !== 'review')
    return [{ key: `in_review:${reviewReason}`, update: { type: 'in_review' } }]
  if (isReviewDismissed(before, after))
    return [{ key: `dismissed:${after.attempts[0]?.id}`, update: { type: 'dismissed' } }]
  const wasReleased = before.order.heldAt !== null && (state === 'approved' || state === 'open')
  // The delivery follows at once if the payment is already approved.
  const isDeliveryComing =
    state === 'open' && after.attempts.some(({ status }) => status === 'approved')
  if (!wasReleased || isDeliveryComing) return []
  return [
    {
      key: `released:${before.order.heldAt!.toISOString()}`,
      update: { type: 'released', canDownload: state === 'approved', ...toClosedFlag(after) },
    },
  ]
}

/**
 * Tells whether an admin has ended a review without delivery and refund. An order whose account can be read again may
 * leave its review and expire at once, without a decision.
 */
function isReviewDismissed(before: OrderSnapshot, after: OrderSnapshot): boolean {
  const { state, reviewReason } = before.order
  const hasEnded = after.order.state === 'expired' || after.order.state === 'refunded'
  if (state !== 'review' || !hasEnded) return false
  const wasOpen = (id: string) =>
    before.attempts.some(attempt => attempt.id === id && attempt.dismissedAt === null)
  const isNew = after.attempts.some(({ id, dismissedAt }) => dismissedAt !== null && wasOpen(id))
  return isNew || (after.order.state === 'expired' && reviewReason !== 'account_unreadable')
}

/** Finds a chargeback that was opened or decided. */
function findDispute(before: OrderSnapshot, after: OrderSnapshot): KeyedUpdate[] {
  const isDisputed = ({ order }: OrderSnapshot) => order.state === 'charged_back'
  const isLost = ({ order, attempts }: OrderSnapshot) => {
    const disputed =
      findDisputedPart(attempts) ??
      attempts.find(({ id, status }) =>
        order.approvedPaymentId === null
          ? status === 'charged_back'
          : id === order.approvedPaymentId,
      )
    return order.state === 'charged_back' && disputed?.statusDetail === 'settled'
  }
  const paymentId = after.order.approvedPaymentId ?? after.attempts[0]?.id ?? ''
  // The time of the report tells a second dispute about the same payment from the first one.
  const reportedAt = after.attempts
    .map(({ providerUpdatedAt }) => providerUpdatedAt?.toISOString() ?? '')
    .reduce((latest, time) => (time > latest ? time : latest), '')
  const dispute = `${paymentId}:${reportedAt}`
  if (isLost(after) && !isLost(before))
    return [{ key: `dispute_lost:${dispute}`, update: { type: 'dispute_lost' } }]
  if (isDisputed(after) && !isDisputed(before))
    return [{ key: `dispute_opened:${dispute}`, update: { type: 'dispute_opened' } }]
  // Another payment of the order has its own email with the delivery, and decides nothing about the dispute.
  const isSamePayment = before.order.approvedPaymentId === after.order.approvedPaymentId
  if (isDisputed(before) && after.order.state === 'approved' && isSamePayment)
    return [
      {
        key: `dispute_won:${dispute}`,
        update: {
          type: 'dispute_won',
          canDownload: after.order.heldAt === null,
          ...toClosedFlag(after),
        },
      },
    ]
  return []
}

const toClosedFlag = ({ order }: OrderSnapshot): { isClosedBySeller?: true } =>
  order.accessClosedAt === null ? {} : { isClosedBySeller: true }

/** Finds a closing or an opening of the downloads. An order that was paid again has the email of its delivery. */
function findAccessUpdates(before: OrderSnapshot, after: OrderSnapshot): KeyedUpdate[] {
  const { accessClosedAt: earlier, state } = before.order
  const { accessClosedAt, accessClosedReason, accessClosedBy, heldAt } = after.order
  // The scanner can close what the seller has closed before.
  if (accessClosedAt !== null && accessClosedAt.getTime() !== earlier?.getTime())
    return [
      {
        key: `access_closed:${accessClosedAt.toISOString()}`,
        update: {
          type: 'access_closed',
          reason: accessClosedReason ?? '',
          by: accessClosedBy ?? 'seller',
        },
      },
    ]
  const isOpened = earlier !== null && accessClosedAt === null
  const isUsable = state === 'approved' && after.order.state === 'approved' && heldAt === null
  return isOpened && isUsable
    ? [{ key: `access_opened:${earlier.toISOString()}`, update: { type: 'access_opened' } }]
    : []
}
