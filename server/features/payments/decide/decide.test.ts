import { describe, expect, test } from 'vitest'
import type { OrderRow, PaymentRow } from '#server/features/orders/service.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import { type Situation, type Step, decide } from './decide.ts'

const ORDER_ID = '3f0c1d52-0000-4000-8000-000000000000'
const now = new Date('2026-11-20T12:00:00Z')
const paidAt = new Date('2026-11-01T12:00:00Z')

const order = (fields: Partial<OrderRow> = {}) =>
  ({
    id: ORDER_ID,
    state: 'open',
    totalMinor: 1000,
    feeMinor: 100,
    currency: 'ARS',
    collectorId: '7',
    approvedPaymentId: null,
    approvedAt: null,
    heldAt: null,
    ...fields,
  }) as OrderRow

const read = (status: string, fields: Partial<ProviderPayment> = {}) =>
  ({
    id: '1',
    orderId: ORDER_ID,
    collectorId: '7',
    currency: 'ARS',
    liveMode: true,
    amountMinor: 1000,
    refundedMinor: 0,
    providerFeeMinor: null,
    applicationFeeMinor: 100,
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

const row = (status: string, fields: Partial<PaymentRow> = {}) =>
  ({
    ...read(status),
    problem: null,
    refundDue: false,
    isPart: false,
    dismissedAt: null,
    providerUpdatedAt: paidAt,
    createdAt: paidAt,
    ...fields,
  }) as unknown as PaymentRow

/** An order that the payment with the id '1' has paid. */
const paid = (fields: Partial<OrderRow> = {}) =>
  order({ state: 'approved', approvedPaymentId: '1', approvedAt: paidAt, ...fields })

/** Names a step by what it does, with the kind of an event and who is told. */
function describeStep(step: Step): string {
  switch (step.do) {
    case 'record':
      return `${step.kind} (${step.audience})`
    case 'transition':
      return `→ ${step.to}`
    case 'send_to_review':
      return `review: ${step.reason}`
    case 'deliver':
      return step.paidAgainBy === undefined ? 'deliver' : 'deliver again'
    default:
      return step.do
  }
}

/** The steps of every decision, which the table leaves out. */
const USUAL = new Set(['save', 'payment (nobody)', 'record_refunds', 'check_commission', 'settle'])

function decideFor(situation: Partial<Situation> & Pick<Situation, 'order' | 'payment'>) {
  const { outcome, steps } = decide({
    stored: [],
    hasRefundNews: false,
    liveMode: true,
    now,
    ...situation,
  })
  const save = steps.find(step => step.do === 'save')
  return {
    outcome,
    refundDue: save?.refundDue ?? false,
    steps: steps.map(describeStep).filter(name => !USUAL.has(name)),
  }
}

const PAY = ['→ approved', 'approved (nobody)', 'mark_leftovers_due', 'deliver', 'return_surplus']
const second = row('approved', { id: '2' })

type Row = [
  name: string,
  situation: Partial<Situation> & Pick<Situation, 'order' | 'payment'>,
  steps: string[],
  more?: { outcome?: string; refundDue?: boolean },
]

describe('what a payment does to its order', () => {
  test.each<Row>([
    ['pays it', { order: order(), payment: read('approved') }, PAY],
    ['pays it late', { order: order({ state: 'expired' }), payment: read('approved') }, PAY],
    [
      'pays it after a refund',
      {
        order: order({ state: 'refunded', approvedPaymentId: '9' }),
        payment: read('approved'),
      },
      [...PAY.slice(0, 3), 'deliver again', 'return_surplus'],
    ],
    ['is pending', { order: order(), payment: read('pending') }, ['record_attempt']],
    ['is declined', { order: order(), payment: read('rejected') }, ['record_attempt']],
    [
      'is the same as before',
      { order: paid(), payment: read('approved'), stored: [row('approved')] },
      [],
      { outcome: 'PAYMENT_STATUS_ALREADY_SET' },
    ],
    [
      'was read before the stored state',
      {
        order: paid(),
        payment: read('pending', { updatedAt: new Date('2026-10-01') }),
        stored: [row('approved')],
      },
      [],
      { outcome: 'PAYMENT_STATUS_ALREADY_CHANGED' },
    ],
    [
      'has another amount',
      { order: order(), payment: read('approved', { amountMinor: 1500 }) },
      ['review: another_amount'],
      { refundDue: true },
    ],
    [
      'has another collector',
      { order: order(), payment: read('approved', { collectorId: '8' }) },
      ['review: another_collector'],
      { refundDue: true },
    ],
    [
      'is a part, whose rest may come',
      { order: order(), payment: read('approved', { amountMinor: 400, merchantOrderId: '5' }) },
      [],
    ],
    [
      'is the rest of a part',
      {
        order: order(),
        payment: read('approved', { amountMinor: 600, merchantOrderId: '5' }),
        stored: [
          row('approved', {
            id: '2',
            amountMinor: 400,
            merchantOrderId: '5',
            problem: 'another_amount',
          }),
        ],
      },
      ['save_parts', ...PAY],
    ],
    [
      'is a second one',
      { order: paid({ approvedPaymentId: '2' }), payment: read('approved'), stored: [second] },
      ['return_surplus'],
      { outcome: 'PRODUCT_ALREADY_SENT', refundDue: true },
    ],
    [
      'differs from a paid order',
      {
        order: paid({ approvedPaymentId: '2' }),
        payment: read('approved', { amountMinor: 900 }),
        stored: [second],
      },
      ['review: another_amount', 'return_surplus'],
      { refundDue: true },
    ],
    [
      'was dismissed by an admin',
      {
        order: order({ state: 'expired' }),
        payment: read('approved', { amountMinor: 900, statusDetail: 'accredited' }),
        stored: [
          row('approved', { amountMinor: 900, problem: 'another_amount', dismissedAt: now }),
        ],
      },
      [],
    ],
    [
      'pays an order that is on hold',
      { order: order({ state: 'review', heldAt: now }), payment: read('approved') },
      ['review: fraud_alert'],
    ],
    [
      'is refunded',
      {
        order: paid(),
        payment: read('refunded', { refundedMinor: 1000 }),
        stored: [row('approved')],
      },
      ['→ refunded', 'refunded (all)', 'close_grants'],
    ],
    [
      'is refunded in part',
      {
        order: paid(),
        payment: read('approved', { refundedMinor: 300 }),
        stored: [row('approved')],
      },
      ['close_refunded_items', 'partly_refunded (all)'],
    ],
    [
      'is refunded while another one holds the price',
      {
        order: paid(),
        payment: read('refunded', { refundedMinor: 1000 }),
        stored: [row('approved'), second],
      },
      ['→ approved', 'clear_refund_due', 'reopen_grants', 'payment_refunded (seller)'],
    ],
    [
      'did not pay the order and is refunded',
      {
        order: order({ state: 'review' }),
        payment: read('refunded', { amountMinor: 1500, refundedMinor: 1500 }),
        stored: [row('approved', { amountMinor: 1500, problem: 'another_amount' })],
      },
      ['→ refunded', 'refunded (all)'],
    ],
    [
      'did not pay the order and is refunded while another one waits in review',
      {
        order: order({ state: 'review' }),
        payment: read('refunded', { amountMinor: 1500, refundedMinor: 1500 }),
        stored: [
          row('approved', { amountMinor: 1500, problem: 'another_amount' }),
          row('approved', { id: '2', amountMinor: 1200, problem: 'another_amount' }),
        ],
      },
      ['payment_refunded (buyer)'],
    ],
    [
      'is charged back',
      { order: paid(), payment: read('charged_back'), stored: [row('approved')] },
      ['→ charged_back', 'charged_back (all)', 'close_grants'],
    ],
    [
      'is charged back for good at once',
      {
        order: paid(),
        payment: read('charged_back', { statusDetail: 'settled' }),
        stored: [row('approved')],
      },
      ['→ charged_back', 'charged_back (nobody)', 'chargeback_lost (all)', 'close_grants'],
    ],
    [
      'is charged back for good later',
      {
        order: paid({ state: 'charged_back' }),
        payment: read('charged_back', { statusDetail: 'settled' }),
        stored: [row('charged_back')],
      },
      ['chargeback_lost (all)'],
    ],
    [
      'comes back to the seller',
      {
        order: paid({ state: 'charged_back' }),
        payment: read('approved', { statusDetail: 'reimbursed' }),
        stored: [row('charged_back')],
      },
      [...PAY.slice(0, 3), 'chargeback_won (all)', ...PAY.slice(3)],
    ],
    [
      'gets a claim',
      { order: paid(), payment: read('in_mediation'), stored: [row('approved')] },
      ['claim_opened (all)'],
    ],
    [
      'loses its claim',
      { order: paid(), payment: read('approved'), stored: [row('in_mediation')] },
      ['claim_closed (all)'],
    ],
  ])('%s', (_, situation, steps, { outcome = 'applied', refundDue = false } = {}) => {
    expect(decideFor(situation)).toEqual({ outcome, refundDue, steps })
  })

  test('a won chargeback keeps the date of the sale, and a new payment gives it another one', () => {
    const won = decide({
      order: paid({ state: 'charged_back' }),
      stored: [row('charged_back')],
      payment: read('approved'),
      hasRefundNews: false,
      liveMode: true,
      now,
    })
    const again = decide({
      order: order({ state: 'refunded', approvedPaymentId: '9', approvedAt: paidAt }),
      stored: [],
      payment: read('approved'),
      hasRefundNews: false,
      liveMode: true,
      now,
    })
    const dates = [won, again].map(({ steps }) =>
      steps.flatMap(step => (step.do === 'transition' ? [step.fields.approvedAt] : [])),
    )

    expect(dates).toEqual([[paidAt], [now]])
  })
})
