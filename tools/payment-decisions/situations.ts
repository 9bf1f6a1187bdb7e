import { isPaidByAnother } from '#server/features/orders/rules/payment-state.ts'
import type { Situation, Step } from '#server/features/payments/decide/decide.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'

export type OrderRow = Situation['order']
export type PaymentRow = Situation['stored'][number]

/**
 * Orders and payments of one price, for tests and documents of what a payment does to its order. Amounts are in cents.
 */
export const ORDER_ID = '3f0c1d52-0000-4000-8000-000000000000'
export const PRICE = 1000
export const now = new Date('2026-11-20T12:00:00Z')
export const paidAt = new Date('2026-11-01T12:00:00Z')

/** The decision about a payment also depends on these, which most situations share. */
export const USUAL_SITUATION = {
  stored: [],
  hasRefundNews: false,
  lostDiscount: null,
  liveMode: true,
  now,
}

export type SituationOfPayment = Partial<Situation> & Pick<Situation, 'order' | 'payment'>

/** Builds an order that nobody has paid. */
export const buildOrder = (fields: Partial<OrderRow> = {}) =>
  ({
    id: ORDER_ID,
    state: 'open',
    totalMinor: PRICE,
    feeMinor: 100,
    currency: 'ARS',
    collectorId: '7',
    approvedPaymentId: null,
    approvedAt: null,
    heldAt: null,
    ...fields,
  }) as OrderRow

/** Builds an order that the payment with the id '1' has paid. */
export const buildPaidOrder = (fields: Partial<OrderRow> = {}) =>
  buildOrder({ state: 'approved', approvedPaymentId: '1', approvedAt: paidAt, ...fields })

/** Builds a payment of the whole price as the provider reports it. */
export const buildReportedPayment = (status: string, fields: Partial<ProviderPayment> = {}) =>
  ({
    id: '1',
    orderId: ORDER_ID,
    collectorId: '7',
    currency: 'ARS',
    liveMode: true,
    amountMinor: PRICE,
    refundedMinor: 0,
    providerFeeMinor: null,
    applicationFeeMinor: 100,
    returnedApplicationFeeMinor: null,
    status,
    statusDetail: null,
    deadline: null,
    moneyReleaseAt: null,
    merchantOrderId: null,
    createdAt: paidAt,
    updatedAt: now,
    refunds: [],
    ...fields,
  }) as unknown as ProviderPayment

/** Builds a payment of the whole price as it was stored before. */
export const buildStoredPayment = (status: string, fields: Partial<PaymentRow> = {}) =>
  ({
    ...buildReportedPayment(status),
    problem: null,
    refundDue: false,
    isPart: false,
    dismissedAt: null,
    providerUpdatedAt: paidAt,
    createdAt: paidAt,
    ...fields,
  }) as unknown as PaymentRow

/** Names a step by what it does, with the kind of an event, its amount and who is told. */
function describeStep(step: Step, order: OrderRow): string {
  switch (step.do) {
    case 'record':
      return [
        step.kind,
        ...('amountMinor' in step.data ? [step.data.amountMinor] : []),
        `(${step.audience})`,
      ].join(' ')
    case 'transition':
      return `→ ${step.to}`
    case 'send_to_review':
      return `review: ${step.reason}`
    case 'deliver':
      return isPaidByAnother(order, step.paidBy) ? 'deliver again' : 'deliver'
    default:
      return step.do
  }
}

/** The steps of every decision, which tables leave out. */
const USUAL_STEPS = new Set([
  'save',
  'payment (nobody)',
  'decide_refund_request',
  'check_commission',
  'settle',
])

/** Describes the steps that distinguish a decision from others. */
export const describeSteps = (steps: readonly Step[], order: OrderRow): string[] =>
  steps.map(step => describeStep(step, order)).filter(name => !USUAL_STEPS.has(name))
