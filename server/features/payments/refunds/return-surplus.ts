import { randomUUID } from 'node:crypto'
import { LIMITS } from '#contract/core/limits.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import {
  type OrderRow,
  type PaymentRow,
  buildOrderLink,
  buildReceipt,
  findPayments,
  lockOrder,
  notifySeller,
  recordOrderEvent,
} from '#server/features/orders/service.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { PaymentsDeps } from '../deps.ts'
import { refundPaymentJob } from '../job-kinds.ts'
import { moneyOf } from '../order-money.ts'
import { findRefunds, findOrdersWithSurplus, insertRefund } from './queries.ts'

const RETRY_MS = 86_400_000

/**
 * Requests the refund of every payment that a paid order does not need: a second payment, whatever its amount, or a part
 * of the total whose rest came from another payment. Buyer and seller are informed once. A refund that the provider refuses
 * is requested again every day, until an admin has to decide.
 */
export async function returnSurplus(
  deps: PaymentsDeps,
  tx: Transaction,
  order: OrderRow,
): Promise<void> {
  const { surplus } = moneyOf(order, await findPayments(tx, order.id))
  const due = surplus.filter(({ refundDue, problem }) => refundDue && problem !== 'not_live_mode')
  if (due.length === 0) return
  const refunds = await findRefunds(tx, [order.id])
  for (const payment of due) {
    const own = refunds.filter(({ paymentId }) => paymentId === payment.id)
    const waits = own.some(
      ({ state, settledAt }) => state !== 'refused' || +settledAt! > Date.now() - RETRY_MS,
    )
    if (waits || own.length >= LIMITS.refundTryDays) continue
    const refund = {
      id: randomUUID(),
      orderId: order.id,
      paymentId: payment.id,
      requestedBy: null,
      reason: null,
    }
    if (!(await insertRefund(tx, refund))) continue
    await enqueue(tx, refundPaymentJob, { refundId: refund.id })
    if (own.length === 0) await informOfSurplus(deps, tx, order, payment)
  }
}

async function informOfSurplus(
  deps: PaymentsDeps,
  tx: Transaction,
  order: OrderRow,
  { id: paymentId, amountMinor: paidMinor, refundedMinor }: PaymentRow,
): Promise<void> {
  const amountMinor = paidMinor - refundedMinor
  await recordOrderEvent(tx, order.id, 'second_payment', { paymentId, amountMinor })
  await deps.mailQueue.enqueue(tx, {
    to: order.payerEmail,
    orderIds: [order.id],
    locale: order.language,
    content: {
      kind: 'paid_twice',
      amountMinor,
      receipt: buildReceipt(order),
      link: buildOrderLink(deps, order),
    },
  })
  await notifySeller(deps, tx, order, {
    kind: 'second_payment',
    dedupeKey: `second_payment:${paymentId}`,
    amountMinor,
  })
}

/** Requests again what the provider has refused to refund. */
export async function returnSurplusOfAll(deps: PaymentsDeps): Promise<void> {
  for (const { id } of await findOrdersWithSurplus(deps.db))
    await runTransaction(deps.db, async tx => {
      const order = await lockOrder(tx, id)
      if (order) await returnSurplus(deps, tx, order)
    })
}
