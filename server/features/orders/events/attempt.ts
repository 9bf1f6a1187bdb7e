import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { computeReminderTime } from '../rules/reminder-time.ts'
import { emailDeclineJob, remindOfVoucherJob } from '../job-kinds.ts'
import { deriveOrderDetail, toRejectionReason, isVoucherWaiting } from '../rules/order-detail.ts'
import { isPaymentPending, toPaymentStatus } from '../rules/payment-state.ts'
import type { OrderRow, PaymentRow } from '../rules/rows.ts'
import { recordOrderEvent } from './record.ts'

/** How long a declined payment is not reported, since most buyers try again on the payment page. */
const DECLINE_DELAY_MS = 10 * 60_000

const isVoucherExpired = (payment: PaymentRow): boolean =>
  payment.status === 'cancelled' &&
  deriveOrderDetail('rejected', { isHeld: false }, payment) === 'voucher_expired'
const isPending = ({ status }: PaymentRow): boolean => isPaymentPending(toPaymentStatus(status))

/**
 * Records what has happened to an attempt to pay an order that is not paid yet: its buyer has a voucher, the voucher
 * has expired, or the payment was declined.
 * @param before the attempt as it was last stored
 * @param attempts all attempts as they are stored now
 */
export async function recordAttempt(
  tx: Transaction,
  order: OrderRow,
  paymentId: string,
  before: PaymentRow | undefined,
  attempts: PaymentRow[],
): Promise<void> {
  const attempt = attempts.find(({ id }) => id === paymentId)
  if (!attempt) return
  if (isVoucherWaiting(attempt)) {
    if (before && isVoucherWaiting(before)) return
    const { deadline } = attempt
    await recordOrderEvent(tx, order.id, 'voucher_waiting', {
      paymentId,
      ...(deadline && { deadline: deadline.toISOString() }),
    })
    if (deadline) await scheduleReminder(tx, order, paymentId, deadline)
    return
  }
  // While another attempt is pending, nobody has to pay again.
  if (attempts.some(isPending)) return
  if (isVoucherExpired(attempt) && !(before && isVoucherExpired(before)))
    await recordOrderEvent(tx, order.id, 'voucher_expired', { paymentId })
  if (attempt.status !== 'rejected' || before?.status === 'rejected') return
  // A buyer whose card is declined at once is still on the payment page, and often pays with another card.
  const isDelayed = before === undefined || !isPending(before)
  await recordDecline(tx, order.id, attempt, isDelayed ? 'nobody' : 'all')
  if (isDelayed)
    await enqueue(
      tx,
      emailDeclineJob,
      { orderId: order.id, paymentId },
      { runAt: new Date(Date.now() + DECLINE_DELAY_MS) },
    )
}

const recordDecline = (
  tx: Db,
  orderId: string,
  { id: paymentId, statusDetail }: PaymentRow,
  audience: 'all' | 'nobody',
) =>
  recordOrderEvent(
    tx,
    orderId,
    'payment_declined',
    { paymentId, rejection: toRejectionReason(statusDetail) },
    audience,
  )

async function scheduleReminder(
  tx: Transaction,
  { id, currency }: OrderRow,
  paymentId: string,
  deadline: Date,
): Promise<void> {
  const { timeZone } = BUYER_TIME_ZONES[currency]
  const runAt = computeReminderTime(deadline, new Date(), timeZone)
  if (runAt) await enqueue(tx, remindOfVoucherJob, { orderId: id, paymentId }, { runAt })
}
