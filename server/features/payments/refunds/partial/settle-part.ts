import { runTransaction } from '#server/db/transaction.ts'
import { closeRefundedItems, findPayments, lockOrder } from '#server/features/orders/service.ts'
import type { PaymentsDeps } from '../../deps.ts'
import { combineStoredParts } from '../../combine-parts.ts'
import { saveSettlement } from '../../settlement.ts'
import { type RefundRow, markPartDone } from '../queries.ts'

/**
 * Marks the refund of a part that the provider has made as done, once the stored payment contains its amount. If the
 * refund is of items, their figures follow and their downloads close.
 */
export async function settlePart(
  { db }: Pick<PaymentsDeps, 'db'>,
  { id, orderId, paymentId, amountMinor, refundedBeforeMinor }: RefundRow,
): Promise<void> {
  if (orderId === null || amountMinor === null || refundedBeforeMinor === null) return
  await runTransaction(db, async tx => {
    const order = await lockOrder(tx, orderId)
    const payments = await findPayments(tx, orderId)
    const payment = payments.find(candidate => candidate.id === paymentId)
    if (!order || !payment || payment.refundedMinor < refundedBeforeMinor + amountMinor) return
    if (!(await markPartDone(tx, id)) || order.state !== 'approved') return
    const parts = payments.filter(({ isPart }) => isPart)
    await saveSettlement(tx, order, payment.isPart ? combineStoredParts(parts) : payment)
    await closeRefundedItems(tx, orderId)
  })
}
