import type { Transaction } from '#server/db/client.ts'
import { recordOrderEvent } from '#server/features/orders/service.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import { describeReport } from '../payment-report.ts'

/**
 * Records that money of a payment went back to the buyer.
 * @param amountMinor what went back with this refund
 */
export async function recordRefund(
  tx: Transaction,
  orderId: string,
  kind: 'refunded' | 'partly_refunded' | 'payment_refunded',
  { id: paymentId, refundedMinor }: Pick<ProviderPayment, 'id' | 'refundedMinor'>,
  amountMinor: number,
  audience: 'all' | 'buyer' | 'seller' = 'all',
): Promise<void> {
  await recordOrderEvent(tx, orderId, kind, { paymentId, amountMinor, refundedMinor }, audience)
}

const describeDispute = (payment: ProviderPayment) => ({
  paymentId: payment.id,
  amountMinor: payment.amountMinor,
  report: describeReport(payment),
})

/** Tells whether a chargeback was decided against the seller. */
export const isChargebackLost = ({
  status,
  statusDetail,
}: Pick<ProviderPayment, 'status' | 'statusDetail'>): boolean =>
  status === 'charged_back' && statusDetail === 'settled'

/** Records that a payment was charged back. If that is final already, only the end is told. */
export async function recordChargeback(
  tx: Transaction,
  orderId: string,
  payment: ProviderPayment,
  audience: 'all' | 'seller' = 'all',
): Promise<void> {
  const isLost = isChargebackLost(payment)
  const data = describeDispute(payment)
  await recordOrderEvent(tx, orderId, 'charged_back', data, isLost ? 'nobody' : audience)
  if (isLost) await recordOrderEvent(tx, orderId, 'chargeback_lost', data, audience)
}

/** Records how a dispute or a claim about a payment goes on. */
export async function recordDispute(
  tx: Transaction,
  orderId: string,
  kind: 'chargeback_won' | 'chargeback_lost' | 'claim_opened' | 'claim_closed',
  payment: ProviderPayment,
  amountMinor = payment.amountMinor,
): Promise<void> {
  await recordOrderEvent(tx, orderId, kind, { ...describeDispute(payment), amountMinor })
}
