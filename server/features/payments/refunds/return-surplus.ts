import { randomUUID } from 'node:crypto'
import { LIMITS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { OrderRow, PaymentRow } from '#server/features/orders/rules/rows.ts'
import { findPayments, lockOrder } from '#server/features/orders/queries.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { refundPaymentJob } from '../job-kinds.ts'
import { moneyOf } from '../order-money.ts'
import { informAdmins } from '../admin-email/admin-email.ts'
import {
  type RefundRow,
  findRefunds,
  findOrdersWithSurplus,
  insertRefund,
  isAutomatic,
} from './queries.ts'

const RETRY_MS = DAY_MS

/**
 * Requests the refund of every payment that an order does not need: a second payment, whatever its amount, or a part of
 * the total whose rest came from another payment. Buyer and seller are informed once. A refund that the provider
 * refuses is requested again every day, until an admin has to decide. While the order is on hold, nothing goes back,
 * since the surplus pays for the order if the suspicious payment goes back.
 */
export async function returnSurplus(tx: Transaction, order: OrderRow): Promise<void> {
  if (order.heldAt !== null) return
  const { surplus } = moneyOf(order, await findPayments(tx, order.id))
  const due = surplus.filter(({ refundDue, problem }) => refundDue && problem !== 'not_live_mode')
  if (due.length === 0) return
  const refunds = await findRefunds(tx, [order.id])
  for (const payment of due) {
    const own = refunds.filter(({ paymentId }) => paymentId === payment.id)
    const automatic = own.filter(isAutomatic)
    const waits = own.some(
      ({ state, settledAt }) => state !== 'refused' || +settledAt! > Date.now() - RETRY_MS,
    )
    if (waits || isLastRefusal(own, automatic.length)) continue
    const refund = {
      id: randomUUID(),
      orderId: order.id,
      paymentId: payment.id,
      requestedBy: null,
      reason: null,
    }
    if (!(await insertRefund(tx, refund))) continue
    await enqueue(tx, refundPaymentJob, { refundId: refund.id })
    if (automatic.length === 0)
      await recordOrderEvent(tx, order.id, 'second_payment', {
        paymentId: payment.id,
        amountMinor: payment.amountMinor - payment.refundedMinor,
      })
  }
}

/** Tells whether the refund of a surplus payment is not requested again after these refusals. */
const isLastRefusal = (refused: readonly RefundRow[], tries: number): boolean =>
  tries >= LIMITS.refundTryDays || refused.some(({ refusal }) => refusal === 'too_old')

/**
 * Tells the buyer and the admins that the provider refuses the refund of a surplus payment: after the first refusal,
 * since the refund is requested again every day, and after the last one.
 */
export async function informOfRefusal(
  tx: Transaction,
  order: OrderRow,
  payment: PaymentRow,
): Promise<void> {
  const refunds = await findRefunds(tx, [order.id])
  const refused = refunds.filter(
    refund => refund.paymentId === payment.id && isAutomatic(refund) && refund.state === 'refused',
  )
  const isFinal = isLastRefusal(refused, refused.length)
  if (!isFinal && refused.length > 1) return
  await informAdmins(tx, order.id)
  await recordOrderEvent(tx, order.id, 'surplus_refused', {
    paymentId: payment.id,
    amountMinor: payment.amountMinor - payment.refundedMinor,
    isFinal,
  })
}

/** Requests again what the provider has refused to refund. */
export async function returnSurplusOfOrders(context: Context): Promise<void> {
  for (const { id } of await findOrdersWithSurplus(context.db))
    await runTransaction(context.db, async tx => {
      const order = await lockOrder(tx, id)
      if (order) await returnSurplus(tx, order)
    })
}
