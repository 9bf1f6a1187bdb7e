import type { RefundRefusal } from '#contract/orders/events.ts'
import type { Transaction } from '#server/db/client.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import { findPayment } from '../queries.ts'
import { enqueueAdminEmail, informAdmins } from '../admin-email/admin-email.ts'
import { clearPaymentInformed } from '../unmatched-queries.ts'
import { type RefundRow, isAutomatic, markRefundRefused } from './queries.ts'
import { informOfRefusal } from './return-surplus.ts'

/**
 * Records that the provider has refused a refund, and tells the seller, or the admins if the payment matches no order.
 * A refund that was decided before is left as it is.
 */
export async function refuseRefund(
  tx: Transaction,
  order: OrderRow | undefined,
  refund: RefundRow,
  refusal: RefundRefusal,
): Promise<void> {
  const { id, paymentId } = refund
  if (!(await markRefundRefused(tx, id, refusal))) return
  if (!order) {
    await clearPaymentInformed(tx, paymentId)
    await enqueueAdminEmail(tx)
    return
  }
  await recordOrderEvent(tx, order.id, 'refund_refused', { paymentId, refusal, refundId: id })
  const payment = await findPayment(tx, paymentId)
  if (!payment?.refundDue) return
  if (isAutomatic(refund)) await informOfRefusal(tx, order, payment)
  else await informAdmins(tx, order.id)
}
