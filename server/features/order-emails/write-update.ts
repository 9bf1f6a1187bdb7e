import { isVoucherWaiting } from '#server/features/orders/rules/order-detail.ts'
import type { BuyerEventKind } from '#contract/orders/events.ts'
import type { OrderUpdate } from '#server/mail/template.ts'
import {
  findDecisiveAttempt,
  isPaymentPending,
  toPaymentStatus,
} from '#server/features/orders/rules/payment-state.ts'
import type { OrderRow, PaymentRow } from '#server/features/orders/rules/rows.ts'
import type { StoredEvent } from './stored-event.ts'

/** An order when the email about one of its events is sent. The attempts to pay are newest first. */
export interface OrderNow {
  order: OrderRow
  attempts: PaymentRow[]
  hasItemRefunds: boolean
  now: Date
}

/**
 * Tells whether there is still reason to email the buyer about an event when the email is sent, which can be long after
 * the event: what has ended, and what another email tells, is left out.
 */
export function isStillNews(
  event: StoredEvent<BuyerEventKind>,
  { order, attempts, now }: OrderNow,
) {
  const { state, heldAt } = order
  switch (event.kind) {
    case 'given':
    case 'delivered':
    case 'resent':
      // The buyer is told of the hold and of malware by emails of their own, and of the end of the hold.
      return state === 'approved' && heldAt === null && order.accessClosedBy !== 'scanner'
    case 'voucher_waiting':
    case 'voucher_reminder': {
      const voucher = attempts.find(({ id }) => id === event.data.paymentId)
      const isInTime = !voucher?.deadline || voucher.deadline > now
      return state === 'open' && voucher !== undefined && isVoucherWaiting(voucher) && isInTime
    }
    case 'voucher_expired':
      return isUnpaid(order) && !attempts.some(isPending)
    case 'payment_declined': {
      const attempt = findDecisiveAttempt(attempts, null)
      return (
        isUnpaid(order) && attempt?.id === event.data.paymentId && attempt.status === 'rejected'
      )
    }
    case 'review':
      // A buyer who never paid is not told of a review, and one who was told of the hold knows of it.
      return state === 'review' && heldAt === null && attempts.some(mayHavePaid)
    case 'held':
      return heldAt !== null && state !== 'charged_back' && state !== 'refunded'
    case 'released':
      return heldAt === null && (state === 'approved' || state === 'open')
    case 'dismissed':
      return attempts.some(mayHavePaid)
    case 'files_changed':
      return state === 'approved' && heldAt === null && order.accessClosedAt === null
    case 'access_closed':
      return order.accessClosedAt !== null
    case 'access_opened':
      return order.accessClosedAt === null && state === 'approved' && heldAt === null
    default:
      return true
  }
}

const isUnpaid = ({ state }: OrderRow): boolean => state === 'open' || state === 'expired'
const isPending = ({ status }: PaymentRow): boolean => isPaymentPending(toPaymentStatus(status))
const mayHavePaid = (attempt: PaymentRow): boolean =>
  isPending(attempt) || attempt.status === 'approved'

/** Adds to an event what its email says of the order. */
export function writeUpdate(
  { kind, data }: StoredEvent<OrderUpdate['kind']>,
  { order, hasItemRefunds }: OrderNow,
): OrderUpdate {
  return {
    ...data,
    kind,
    canDownload: order.state === 'approved' && order.heldAt === null,
    isClosed: order.accessClosedAt !== null,
    hasItemRefunds,
  } as OrderUpdate
}
