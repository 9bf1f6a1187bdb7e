import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'

/**
 * Returns the key of what the provider reports about a payment now. A second dispute or claim about the same payment
 * has another key than the first one; the provider names neither of them in the payment.
 */
export const describeReport = ({ id, updatedAt }: ProviderPayment): string =>
  `${id}:${updatedAt?.toISOString() ?? ''}`
