import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/db/client.ts'
import {
  type OrderRow,
  buildOrderLink,
  buildReceipt,
  notifySeller,
  recordOrderEvent,
} from '#server/features/orders/service.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { PaymentsDeps } from '../deps.ts'
import { refundPaymentJob } from '../job-kinds.ts'
import { findRefunds, insertRefund } from './queries.ts'

/**
 * Requests the refund of a payment for an order that another payment has paid, and informs the buyer and the seller. It
 * does so once: if the provider refuses the refund, the payment stays due for refund and an admin decides.
 */
export async function refundSecondPayment(
  deps: PaymentsDeps,
  tx: Transaction,
  order: OrderRow,
  { id: paymentId, amountMinor }: ProviderPayment,
): Promise<void> {
  const refunds = await findRefunds(tx, [order.id])
  if (refunds.some(refund => refund.paymentId === paymentId)) return
  const refund = { id: randomUUID(), orderId: order.id, paymentId, requestedBy: null, reason: null }
  if (!(await insertRefund(tx, refund))) return
  await recordOrderEvent(tx, order.id, 'second_payment', { paymentId, amountMinor })
  await enqueue(tx, refundPaymentJob, { refundId: refund.id })
  await deps.mailQueue.enqueue(tx, {
    to: order.payerEmail,
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
