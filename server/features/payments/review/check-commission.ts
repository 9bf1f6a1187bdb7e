import type { Transaction } from '#server/db/client.ts'
import type { OrderRow, PaymentRow } from '#server/features/orders/rules/rows.ts'
import { lockOrder } from '#server/features/orders/queries.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import { informAdmins } from '../admin-email/admin-email.ts'
import { setCommissionReview } from './queries.ts'

/**
 * Compares the commission that the provider deducted with the commission of the order that the payment has paid. A
 * difference is reported to the admins once; the order stays delivered.
 */
export async function checkCommission(
  tx: Transaction,
  { id, feeMinor }: OrderRow,
  payment: ProviderPayment,
  storedPayment: Pick<PaymentRow, 'applicationFeeMinor'> | undefined,
): Promise<void> {
  const { applicationFeeMinor } = payment
  if (applicationFeeMinor === null || storedPayment?.applicationFeeMinor === applicationFeeMinor)
    return
  if (applicationFeeMinor === feeMinor) return
  const order = await lockOrder(tx, id)
  if (order?.state !== 'approved' || order.approvedPaymentId !== payment.id) return
  if (order.heldAt !== null) return
  await setCommissionReview(tx, id)
  await informAdmins(tx, id)
}
