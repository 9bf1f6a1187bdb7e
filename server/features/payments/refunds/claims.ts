import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import { type OrderRow, type PaymentRow, notifySeller } from '#server/features/orders/service.ts'
import type { Transaction } from '#server/db/client.ts'
import type { PaymentsDeps } from '../deps.ts'
import { describeReport } from '../payment-report.ts'

/**
 * Notifies the seller that the buyer opened a claim about a payment at the provider, or that a claim was closed and the
 * payment stands. The order keeps its state: a claim that is decided for the buyer arrives as a refund.
 * @param stored the payment as it was last read
 */
export async function notifyOfClaim(
  deps: PaymentsDeps,
  tx: Transaction,
  order: OrderRow,
  payment: ProviderPayment,
  stored: PaymentRow | undefined,
): Promise<void> {
  const wasClaimed = stored?.status === 'in_mediation'
  const isClaimed = payment.status === 'in_mediation'
  const amountMinor = payment.amountMinor - payment.refundedMinor
  const report = describeReport(payment)
  if (isClaimed && !wasClaimed)
    await notifySeller(deps, tx, order, {
      kind: 'claim_opened',
      dedupeKey: `claim_opened:${report}`,
      amountMinor,
    })
  else if (wasClaimed && payment.status === 'approved')
    await notifySeller(deps, tx, order, {
      kind: 'claim_closed',
      dedupeKey: `claim_closed:${report}`,
      amountMinor,
    })
}
