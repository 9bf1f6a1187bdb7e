import type { OrderEventData, OrderEventKind } from '#contract/orders/events.ts'
import type { Audience } from '#server/features/orders/events/record.ts'
import type { PaymentRow } from '#server/features/orders/rules/rows.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import { describeReport } from '../payment-report.ts'

/** An event that a decision records, and who is told of it. */
export type RecordStep = {
  [K in OrderEventKind]: { do: 'record'; kind: K; data: OrderEventData<K>; audience: Audience }
}[OrderEventKind]

/** What a payment, or the parts that paid an order together, were when they were last read. */
export type FormerPayment = Pick<
  ProviderPayment,
  'status' | 'statusDetail' | 'refundedMinor' | 'applicationFeeMinor'
>

/**
 * Returns the event that money of a payment went back to the buyer.
 * @param amountMinor what went back with this refund
 */
export const refundEvent = (
  kind: 'refunded' | 'partly_refunded' | 'payment_refunded',
  { id: paymentId, refundedMinor }: ProviderPayment,
  amountMinor: number,
  audience: Audience = 'all',
): RecordStep => ({
  do: 'record',
  kind,
  data: { paymentId, amountMinor, refundedMinor },
  audience,
})

/** Tells whether a chargeback was decided against the seller. */
const isChargebackLost = ({ status, statusDetail }: FormerPayment): boolean =>
  status === 'charged_back' && statusDetail === 'settled'

interface DisputeOptions {
  amountMinor?: number
  audience?: Audience
}

/** Returns the event of a dispute or a claim about a payment. */
export const disputeEvent = (
  kind: 'charged_back' | 'chargeback_won' | 'chargeback_lost' | 'claim_opened' | 'claim_closed',
  payment: ProviderPayment,
  { amountMinor = payment.amountMinor, audience = 'all' }: DisputeOptions = {},
): RecordStep => ({
  do: 'record',
  kind,
  data: { paymentId: payment.id, amountMinor, report: describeReport(payment) },
  audience,
})

/** Returns the events of a chargeback. If it is final already, only its end is told. */
export function chargebackEvents(
  payment: ProviderPayment,
  audience: Audience = 'all',
): RecordStep[] {
  if (!isChargebackLost(payment)) return [disputeEvent('charged_back', payment, { audience })]
  return [
    disputeEvent('charged_back', payment, { audience: 'nobody' }),
    disputeEvent('chargeback_lost', payment, { audience }),
  ]
}

/** Returns the event that a chargeback, which was open when the payment was last read, is lost now. */
export const lostChargebackEvents = (
  payment: ProviderPayment,
  before: FormerPayment | undefined,
  audience: Audience,
): RecordStep[] =>
  isChargebackLost(payment) && !(before && isChargebackLost(before))
    ? [disputeEvent('chargeback_lost', payment, { audience })]
    : []

/**
 * Returns the event that the buyer opened a claim about a payment at the provider, or that a claim was closed and the
 * payment stands. The order keeps its state: a claim that is decided for the buyer arrives as a refund.
 */
export function claimEvents(
  payment: ProviderPayment,
  before: PaymentRow | undefined,
): RecordStep[] {
  const wasClaimed = before?.status === 'in_mediation'
  const amountMinor = payment.amountMinor - payment.refundedMinor
  if (payment.status === 'in_mediation' && !wasClaimed)
    return [disputeEvent('claim_opened', payment, { amountMinor })]
  return wasClaimed && payment.status === 'approved'
    ? [disputeEvent('claim_closed', payment, { amountMinor })]
    : []
}
