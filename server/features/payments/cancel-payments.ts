import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import { findPayments } from '#server/features/orders/queries.ts'
import { isPaymentPending, toPaymentStatus } from '#server/features/orders/rules/payment-state.ts'
import { withSellerToken } from '#server/features/payment-accounts/tokens.ts'
import { ProviderError } from '#server/integrations/mercadopago/provider.ts'
import type { Context } from '#server/context.ts'
import { fetchAndApplyPayment } from './apply-payment.ts'

/**
 * Cancels the payments of an order that are not made yet, such as a voucher. A payment that was made in the meantime is
 * not cancelled; it is read and applied to the order.
 * @throws ApiError or ProviderError if the provider or the seller's account cannot be reached
 */
export async function cancelPendingPayments(context: Context, order: OrderRow): Promise<void> {
  const payments = await findPayments(context.db, order.id)
  for (const { id } of payments.filter(({ status }) => isPaymentPending(toPaymentStatus(status)))) {
    await withSellerToken(context, order, accessToken =>
      context.provider.cancelPayment(accessToken, id),
    ).catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.fault !== 'refused') throw error
    })
    await fetchAndApplyPayment(context, order, id)
  }
}
