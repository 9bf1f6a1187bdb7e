import type { PaymentDifferenceKind } from '#contract/reconciliation.ts'
import type { PaymentRow } from '#server/features/orders/rules/rows.ts'
import { toPaymentStatus } from '#server/features/orders/rules/payment-state.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'

type Amounts = Pick<
  ProviderPayment,
  | 'status'
  | 'amountMinor'
  | 'refundedMinor'
  | 'providerFeeMinor'
  | 'applicationFeeMinor'
  | 'returnedApplicationFeeMinor'
>

/** Names how a payment at the provider differs from ours; `missing` alone if we do not have it. */
export function comparePayment(
  provider: Amounts,
  own: Pick<PaymentRow, keyof Amounts> | undefined,
): PaymentDifferenceKind[] {
  if (!own) return ['missing']
  const differs: Record<Exclude<PaymentDifferenceKind, 'missing' | 'extra'>, boolean> = {
    amount: provider.amountMinor !== own.amountMinor,
    refund: provider.refundedMinor !== own.refundedMinor,
    fee:
      provider.providerFeeMinor !== own.providerFeeMinor ||
      provider.applicationFeeMinor !== own.applicationFeeMinor ||
      provider.returnedApplicationFeeMinor !== own.returnedApplicationFeeMinor,
    status: provider.status !== own.status,
  }
  return (Object.keys(differs) as (keyof typeof differs)[]).filter(kind => differs[kind])
}

/** Computes what the seller was paid and did not give back, in minor units. */
export function computeKept({ status, amountMinor, refundedMinor }: Amounts): number {
  const known = toPaymentStatus(status)
  return known === 'approved' || known === 'in_mediation' ? amountMinor - refundedMinor : 0
}
