import { toPaymentStatus } from '#server/features/orders/rules/payment-state.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'

/**
 * Adds up the commission that the provider returned with refunds of payments that together paid an order, in minor
 * units.
 * @returns null if the provider does not say it of each payment that was refunded, or if the buyer's bank took one
 * back, of which nothing is documented: the commission is then returned in proportion to what went back
 */
export function findReportedReturn(
  payments: readonly Pick<
    ProviderPayment,
    'status' | 'refundedMinor' | 'returnedApplicationFeeMinor'
  >[],
): number | null {
  let returnedMinor = 0
  for (const payment of payments) {
    if (toPaymentStatus(payment.status) === 'charged_back') return null
    if (payment.refundedMinor === 0) continue
    if (payment.returnedApplicationFeeMinor === null) return null
    returnedMinor += payment.returnedApplicationFeeMinor
  }
  return returnedMinor
}
