import type { Transaction } from '#server/db/client.ts'
import { type OrderRow, closeGrants, closeRefundedItems } from '#server/features/orders/service.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import { saveSettlement } from '../settlement.ts'
import { recordChargeback, recordRefund } from './money-events.ts'

/**
 * Stores the provider's fee of an order that stays approved. If part of the payment was refunded since the last read,
 * records the refund, and closes the downloads of items whose whole price went back.
 */
export async function recordPartialRefund(
  tx: Transaction,
  order: OrderRow,
  payment: ProviderPayment,
  previouslyRefundedMinor: number,
): Promise<void> {
  await saveSettlement(tx, order, payment)
  const amountMinor = payment.refundedMinor - previouslyRefundedMinor
  if (amountMinor <= 0) return
  await closeRefundedItems(tx, order.id)
  await recordRefund(tx, order.id, 'partly_refunded', payment, amountMinor)
}

/** Closes the downloads of an order whose payment was refunded or charged back. */
export async function reverseDelivery(
  tx: Transaction,
  order: OrderRow,
  to: 'refunded' | 'charged_back',
  payment: ProviderPayment,
): Promise<void> {
  if (to === 'refunded')
    await recordRefund(tx, order.id, 'refunded', payment, payment.refundedMinor)
  else await recordChargeback(tx, order.id, payment)
  await closeGrants(tx, order.id, to)
}
