import type { Transaction } from '#server/db/client.ts'
import {
  type OrderRow,
  closeGrants,
  closeRefundedItems,
  notifySeller,
  recordOrderEvent,
} from '#server/features/orders/service.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import type { PaymentsDeps } from '../deps.ts'
import { describeReport } from '../payment-report.ts'
import { saveSettlement } from '../settlement.ts'

/**
 * Stores the provider's fee of an order that stays approved. If part of the payment was refunded since the last read,
 * records and reports the refund, and closes the downloads of items whose whole price went back.
 */
export async function recordPartialRefund(
  deps: PaymentsDeps,
  tx: Transaction,
  order: OrderRow,
  payment: ProviderPayment,
  previouslyRefundedMinor: number,
): Promise<void> {
  await saveSettlement(tx, order, payment)
  const amountMinor = payment.refundedMinor - previouslyRefundedMinor
  if (amountMinor <= 0) return
  await closeRefundedItems(tx, order.id)
  await recordOrderEvent(tx, order.id, 'partly_refunded', { paymentId: payment.id, amountMinor })
  await notifySeller(deps, tx, order, {
    kind: 'refund',
    dedupeKey: `refund:${payment.id}:${payment.refundedMinor}`,
    amountMinor,
  })
}

/** Closes the downloads of an order whose payment was refunded or charged back, and notifies the seller. */
export async function reverseDelivery(
  deps: PaymentsDeps,
  tx: Transaction,
  order: OrderRow,
  to: 'refunded' | 'charged_back',
  payment: ProviderPayment,
): Promise<void> {
  const amountMinor = to === 'refunded' ? payment.refundedMinor : order.totalMinor
  await recordOrderEvent(tx, order.id, to, { paymentId: payment.id, amountMinor })
  await closeGrants(tx, order.id, to)
  await notifyOfReturn(deps, tx, order, to, payment)
}

/** Notifies the seller that a payment of an order was refunded or charged back. */
export async function notifyOfReturn(
  deps: PaymentsDeps,
  tx: Transaction,
  order: OrderRow,
  to: 'refunded' | 'charged_back',
  payment: ProviderPayment,
): Promise<void> {
  const amountMinor = to === 'refunded' ? payment.refundedMinor : payment.amountMinor
  await notifySeller(deps, tx, order, {
    kind: to === 'refunded' ? 'refund' : 'chargeback',
    dedupeKey:
      to === 'refunded'
        ? `refund:${payment.id}:${amountMinor}`
        : `chargeback:${describeReport(payment)}`,
    amountMinor,
  })
}
