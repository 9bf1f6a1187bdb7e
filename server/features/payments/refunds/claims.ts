import type { Transaction } from '#server/db/client.ts'
import type { PaymentRow } from '#server/features/orders/service.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import { recordDispute } from './money-events.ts'

/**
 * Records that the buyer opened a claim about a payment at the provider, or that a claim was closed and the payment
 * stands. The order keeps its state: a claim that is decided for the buyer arrives as a refund.
 * @param stored the payment as it was last read
 */
export async function recordClaim(
  tx: Transaction,
  orderId: string,
  payment: ProviderPayment,
  stored: PaymentRow | undefined,
): Promise<void> {
  const wasClaimed = stored?.status === 'in_mediation'
  const isClaimed = payment.status === 'in_mediation'
  const amountMinor = payment.amountMinor - payment.refundedMinor
  if (isClaimed && !wasClaimed)
    await recordDispute(tx, orderId, 'claim_opened', payment, amountMinor)
  else if (wasClaimed && payment.status === 'approved')
    await recordDispute(tx, orderId, 'claim_closed', payment, amountMinor)
}
