import { and, eq } from 'drizzle-orm'
import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { orderEvents } from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { computeReminderTime } from '../rules/reminder-time.ts'
import type { OrdersDeps } from '../deps.ts'
import { emailDeclineJob, remindOfVoucherJob } from '../job-kinds.ts'
import { deriveOrderDetail, toRejectionReason, isVoucherWaiting } from '../rules/order-detail.ts'
import { isPaymentPending, toPaymentStatus } from '../rules/payment-state.ts'
import { type OrderRow, type PaymentRow, findPayments, lockOrder } from '../queries.ts'
import { recordOrderEvent } from './record.ts'
import { tellOfOrderEvent } from './tell.ts'

/** How long a declined payment is not reported, since most buyers try again on the payment page. */
const DECLINE_DELAY_MS = 10 * 60_000

const isVoucherExpired = (payment: PaymentRow): boolean =>
  payment.status === 'cancelled' &&
  deriveOrderDetail('rejected', { isHeld: false }, payment) === 'voucher_expired'
const isPending = ({ status }: PaymentRow): boolean => isPaymentPending(toPaymentStatus(status))

/**
 * Records what has happened to an attempt to pay an order that is not paid yet: its buyer has a voucher, the voucher has
 * expired, or the payment was declined.
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

/** Reminds a buyer of a voucher, unless the order was paid or the voucher was canceled in the meantime. */
export async function remindOfVoucher(
  deps: OrdersDeps,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<void> {
  await runTransaction(deps.db, async tx => {
    const order = await lockOrder(tx, orderId)
    const attempts = await findPayments(tx, orderId)
    const voucher = attempts.find(({ id }) => id === paymentId)
    if (order?.state !== 'open' || !voucher?.deadline || !isVoucherWaiting(voucher)) return
    if (voucher.deadline <= new Date()) return
    const deadline = voucher.deadline.toISOString()
    await recordOrderEvent(tx, orderId, 'voucher_reminder', { paymentId, deadline })
  })
}

/** Tells a buyer that a payment was declined. The email is not sent if the buyer has tried again in the meantime. */
export async function emailDecline(
  deps: OrdersDeps,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<void> {
  const [event] = await deps.db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, orderId),
        eq(orderEvents.kind, 'payment_declined'),
        eq(orderEvents.once, paymentId),
      ),
    )
  if (event) return tellOfOrderEvent(deps, { eventId: event.id, audience: 'buyer' })
  // The release before recorded no event when the payment was declined.
  await runTransaction(deps.db, async tx => {
    const attempt = (await findPayments(tx, orderId)).find(({ id }) => id === paymentId)
    if (attempt) await recordDecline(tx, orderId, attempt, 'all')
  })
}
