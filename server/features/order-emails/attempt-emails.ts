import { and, eq } from 'drizzle-orm'
import { orderEvents } from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { isVoucherWaiting } from '#server/features/orders/rules/order-detail.ts'
import { findPayments, lockOrder } from '#server/features/orders/queries.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import type { Context } from '#server/context.ts'
import { tellOfOrderEvent } from './tell.ts'

/** Reminds a buyer of a voucher, unless the order was paid or the voucher was canceled in the meantime. */
export async function remindOfVoucher(
  context: Context,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<void> {
  await runTransaction(context.db, async tx => {
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
  context: Context,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<void> {
  const [event] = await context.db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, orderId),
        eq(orderEvents.kind, 'payment_declined'),
        eq(orderEvents.once, paymentId),
      ),
    )
  if (event) await tellOfOrderEvent(context, { eventId: event.id, audience: 'buyer' })
}
