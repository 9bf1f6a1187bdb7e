import type { Transaction } from '#server/db/client.ts'
import type { SellerAccount } from '#server/features/payment-accounts/tokens.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import { saveProviderRefunds } from './provider-refunds.ts'
import { decideRefundRequest } from './refunds/decide-request.ts'
import { enqueueAdminEmail } from './admin-email/admin-email.ts'
import { findUnmatchedPayment, upsertUnmatchedPayment } from './unmatched-queries.ts'

/**
 * Stores a payment whose order does not exist or belongs to another seller, and informs the admins of a new one.
 * Payments without the marketplace's commission are not ours: a seller's account also receives payments for other
 * shops.
 */
export async function recordUnmatchedPayment(
  tx: Transaction,
  { sellerId }: SellerAccount,
  orderId: string,
  payment: ProviderPayment,
): Promise<void> {
  const { id, status, amountMinor, refundedMinor, currency, collectorId } = payment
  const stored = await findUnmatchedPayment(tx, id)
  const applicationFeeMinor = payment.applicationFeeMinor ?? stored?.applicationFeeMinor ?? 0
  if (applicationFeeMinor <= 0 && !stored) return
  const isChanged = await upsertUnmatchedPayment(tx, {
    id,
    sellerId,
    orderId,
    paidAt: payment.createdAt,
    status,
    amountMinor,
    refundedMinor,
    applicationFeeMinor,
    currency,
    collectorId,
    providerUpdatedAt: payment.updatedAt,
  })
  await saveProviderRefunds(tx, payment)
  await decideRefundRequest(tx, undefined, payment)
  if (!isChanged) return
  const isWaiting = status === 'approved' || status === 'in_mediation'
  if (isWaiting && stored?.status !== status) await enqueueAdminEmail(tx)
}
