import { describe, expect, test } from 'vitest'
import {
  type SituationOfPayment,
  USUAL_SITUATION,
  createOrder,
  createPaidOrder,
  describeSteps,
  now,
  paidAt,
  readPayment,
  storePayment,
} from '#tools/payment-decisions/situations.ts'
import { decide } from './decide.ts'

function decideFor(situation: SituationOfPayment) {
  const { outcome, steps } = decide({ ...USUAL_SITUATION, ...situation })
  const save = steps.find(step => step.do === 'save')
  return {
    outcome,
    refundDue: save?.refundDue ?? false,
    steps: describeSteps(steps),
  }
}

const PAY = ['→ approved', 'approved (nobody)', 'mark_leftovers_due', 'deliver', 'return_surplus']
const second = storePayment('approved', { id: '2' })

type Row = [
  name: string,
  situation: SituationOfPayment,
  steps: string[],
  more?: { outcome?: string; refundDue?: boolean },
]

describe('what a payment does to its order', () => {
  test.each<Row>([
    ['pays it', { order: createOrder(), payment: readPayment('approved') }, PAY],
    [
      'pays it late',
      { order: createOrder({ state: 'expired' }), payment: readPayment('approved') },
      PAY,
    ],
    [
      'pays it after a refund',
      {
        order: createOrder({ state: 'refunded', approvedPaymentId: '9' }),
        payment: readPayment('approved'),
      },
      [...PAY.slice(0, 3), 'deliver again', 'return_surplus'],
    ],
    [
      'pays it after a declined attempt',
      {
        order: createOrder(),
        payment: readPayment('approved'),
        stored: [storePayment('rejected', { id: '2' })],
      },
      PAY,
    ],
    [
      'pays it while another one waits in review',
      {
        order: createOrder({ state: 'review' }),
        payment: readPayment('approved'),
        stored: [
          storePayment('approved', { id: '2', amountMinor: 1500, problem: 'another_amount' }),
        ],
      },
      PAY,
    ],
    [
      'pays it after the refund of one that differed',
      {
        order: createOrder({ state: 'refunded' }),
        payment: readPayment('approved'),
        stored: [
          storePayment('refunded', { id: '2', amountMinor: 1500, problem: 'another_amount' }),
        ],
      },
      PAY,
    ],
    [
      'is in mediation at first sight',
      { order: createOrder(), payment: readPayment('in_mediation') },
      ['claim_opened (all)', ...PAY],
    ],
    ['is pending', { order: createOrder(), payment: readPayment('pending') }, ['record_attempt']],
    ['is declined', { order: createOrder(), payment: readPayment('rejected') }, ['record_attempt']],
    [
      'is the same as before',
      {
        order: createPaidOrder(),
        payment: readPayment('approved'),
        stored: [storePayment('approved')],
      },
      [],
      { outcome: 'PAYMENT_STATUS_ALREADY_SET' },
    ],
    [
      'was read before the stored state',
      {
        order: createPaidOrder(),
        payment: readPayment('pending', { updatedAt: new Date('2026-10-01') }),
        stored: [storePayment('approved')],
      },
      [],
      { outcome: 'PAYMENT_STATUS_ALREADY_CHANGED' },
    ],
    [
      'has another amount',
      { order: createOrder(), payment: readPayment('approved', { amountMinor: 1500 }) },
      ['review: another_amount'],
      { refundDue: true },
    ],
    [
      'has another collector',
      { order: createOrder(), payment: readPayment('approved', { collectorId: '8' }) },
      ['review: another_collector'],
      { refundDue: true },
    ],
    [
      'has another currency',
      { order: createOrder(), payment: readPayment('approved', { currency: 'CLP' }) },
      ['review: another_currency'],
      { refundDue: true },
    ],
    [
      'is of play money',
      { order: createOrder(), payment: readPayment('approved', { liveMode: false }) },
      ['review: not_live_mode'],
      { refundDue: true },
    ],
    ...[
      { name: 'more than the rest of a part', fields: { amountMinor: 700 }, steps: [] },
      {
        name: 'the rest of a part in another currency',
        fields: { amountMinor: 600, currency: 'CLP' as const },
        steps: ['review: another_currency'],
      },
      {
        name: 'the rest of a part for another account',
        fields: { amountMinor: 600, collectorId: '8' },
        steps: ['review: another_collector'],
      },
      {
        name: 'the rest of another purchase',
        fields: { amountMinor: 600, merchantOrderId: '6' },
        steps: [],
      },
    ].map(({ name, fields, steps }): Row => [
      `is ${name}`,
      {
        order: createOrder(),
        payment: readPayment('approved', { merchantOrderId: '5', ...fields }),
        stored: [
          storePayment('approved', {
            id: '2',
            amountMinor: 400,
            merchantOrderId: '5',
            problem: 'another_amount',
          }),
        ],
      },
      steps,
      { refundDue: steps.length > 0 },
    ]),
    [
      'did not pay the order and is charged back',
      {
        order: createOrder({ state: 'review' }),
        payment: readPayment('charged_back', { amountMinor: 1500 }),
        stored: [storePayment('approved', { amountMinor: 1500, problem: 'another_amount' })],
      },
      ['→ charged_back', 'charged_back (all)'],
    ],
    [
      'is a part, whose rest may come',
      {
        order: createOrder(),
        payment: readPayment('approved', { amountMinor: 400, merchantOrderId: '5' }),
      },
      [],
    ],
    [
      'is the rest of a part',
      {
        order: createOrder(),
        payment: readPayment('approved', { amountMinor: 600, merchantOrderId: '5' }),
        stored: [
          storePayment('approved', {
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
      {
        order: createPaidOrder({ approvedPaymentId: '2' }),
        payment: readPayment('approved'),
        stored: [second],
      },
      ['return_surplus'],
      { outcome: 'PRODUCT_ALREADY_SENT', refundDue: true },
    ],
    [
      'is a second one, and is charged back',
      {
        order: createPaidOrder({ approvedPaymentId: '2' }),
        payment: readPayment('charged_back'),
        stored: [storePayment('approved'), second],
      },
      ['charged_back (seller)', 'return_surplus'],
      { outcome: 'PRODUCT_ALREADY_SENT' },
    ],
    [
      'is a second one, whose chargeback is final now',
      {
        order: createPaidOrder({ approvedPaymentId: '2' }),
        payment: readPayment('charged_back', { statusDetail: 'settled' }),
        stored: [storePayment('charged_back'), second],
      },
      ['chargeback_lost (seller)', 'return_surplus'],
      { outcome: 'PRODUCT_ALREADY_SENT' },
    ],
    [
      'is charged back in the account of somebody else',
      {
        order: createPaidOrder({ approvedPaymentId: '2' }),
        payment: readPayment('charged_back', { collectorId: '8' }),
        stored: [second],
      },
      ['return_surplus'],
    ],
    [
      'was refunded before it was read, while another one waits in review',
      {
        order: createOrder({ state: 'review' }),
        payment: readPayment('refunded', { refundedMinor: 1000 }),
        stored: [
          storePayment('approved', { id: '2', amountMinor: 1500, problem: 'another_amount' }),
        ],
      },
      ['payment_refunded (buyer)'],
    ],
    [
      'differs from a paid order',
      {
        order: createPaidOrder({ approvedPaymentId: '2' }),
        payment: readPayment('approved', { amountMinor: 900 }),
        stored: [second],
      },
      ['review: another_amount', 'return_surplus'],
      { refundDue: true },
    ],
    [
      'was dismissed by an admin',
      {
        order: createOrder({ state: 'expired' }),
        payment: readPayment('approved', { amountMinor: 900, statusDetail: 'accredited' }),
        stored: [
          storePayment('approved', {
            amountMinor: 900,
            problem: 'another_amount',
            dismissedAt: now,
          }),
        ],
      },
      [],
    ],
    [
      'pays an order that is on hold',
      { order: createOrder({ state: 'review', heldAt: now }), payment: readPayment('approved') },
      ['review: fraud_alert'],
    ],
    [
      'is refunded',
      {
        order: createPaidOrder(),
        payment: readPayment('refunded', { refundedMinor: 1000 }),
        stored: [storePayment('approved')],
      },
      ['→ refunded', 'refunded (all)', 'close_grants'],
    ],
    [
      'is refunded in part',
      {
        order: createPaidOrder(),
        payment: readPayment('approved', { refundedMinor: 300 }),
        stored: [storePayment('approved')],
      },
      ['close_refunded_items', 'partly_refunded (all)'],
    ],
    [
      'is refunded while another one holds the price',
      {
        order: createPaidOrder(),
        payment: readPayment('refunded', { refundedMinor: 1000 }),
        stored: [storePayment('approved'), second],
      },
      [
        '→ approved',
        'clear_refund_due',
        'mark_leftovers_due',
        'reopen_grants',
        'payment_refunded (seller)',
        'return_surplus',
      ],
    ],
    [
      'is refunded while another one, about which the buyer has complained, holds the price',
      {
        order: createPaidOrder(),
        payment: readPayment('refunded', { refundedMinor: 1000 }),
        stored: [storePayment('approved'), storePayment('in_mediation', { id: '2' })],
      },
      [
        '→ approved',
        'clear_refund_due',
        'mark_leftovers_due',
        'reopen_grants',
        'payment_refunded (seller)',
        'return_surplus',
      ],
    ],
    [
      'pays it after a refund, although the buyer has complained',
      {
        order: createOrder({ state: 'refunded', approvedPaymentId: '9' }),
        payment: readPayment('in_mediation'),
      },
      ['claim_opened (all)', ...PAY.slice(0, 3), 'deliver again', 'return_surplus'],
    ],
    [
      'pays it after the chargeback of one of two cards, and the other card is not needed',
      {
        order: createPaidOrder({ state: 'charged_back', approvedPaymentId: '2' }),
        payment: readPayment('approved'),
        stored: [
          storePayment('charged_back', { id: '2', amountMinor: 400, isPart: true }),
          storePayment('approved', { id: '3', amountMinor: 600, isPart: true }),
        ],
      },
      ['save_parts', ...PAY.slice(0, 3), 'deliver again', 'return_surplus'],
    ],
    [
      'did not pay the order and is refunded',
      {
        order: createOrder({ state: 'review' }),
        payment: readPayment('refunded', { amountMinor: 1500, refundedMinor: 1500 }),
        stored: [storePayment('approved', { amountMinor: 1500, problem: 'another_amount' })],
      },
      ['→ refunded', 'refunded (all)'],
    ],
    [
      'did not pay the order and is refunded while another one waits in review',
      {
        order: createOrder({ state: 'review' }),
        payment: readPayment('refunded', { amountMinor: 1500, refundedMinor: 1500 }),
        stored: [
          storePayment('approved', { amountMinor: 1500, problem: 'another_amount' }),
          storePayment('approved', { id: '2', amountMinor: 1200, problem: 'another_amount' }),
        ],
      },
      ['payment_refunded (buyer)'],
    ],
    [
      'is charged back',
      {
        order: createPaidOrder(),
        payment: readPayment('charged_back'),
        stored: [storePayment('approved')],
      },
      ['→ charged_back', 'charged_back (all)', 'close_grants'],
    ],
    [
      'is charged back for good at once',
      {
        order: createPaidOrder(),
        payment: readPayment('charged_back', { statusDetail: 'settled' }),
        stored: [storePayment('approved')],
      },
      ['→ charged_back', 'charged_back (nobody)', 'chargeback_lost (all)', 'close_grants'],
    ],
    [
      'is charged back for good later',
      {
        order: createPaidOrder({ state: 'charged_back' }),
        payment: readPayment('charged_back', { statusDetail: 'settled' }),
        stored: [storePayment('charged_back')],
      },
      ['chargeback_lost (all)'],
    ],
    [
      'comes back to the seller',
      {
        order: createPaidOrder({ state: 'charged_back' }),
        payment: readPayment('approved', { statusDetail: 'reimbursed' }),
        stored: [storePayment('charged_back')],
      },
      [...PAY.slice(0, 3), 'chargeback_won (all)', ...PAY.slice(3)],
    ],
    [
      'gets a claim',
      {
        order: createPaidOrder(),
        payment: readPayment('in_mediation'),
        stored: [storePayment('approved')],
      },
      ['claim_opened (all)'],
    ],
    [
      'loses its claim',
      {
        order: createPaidOrder(),
        payment: readPayment('approved'),
        stored: [storePayment('in_mediation')],
      },
      ['claim_closed (all)'],
    ],
  ])('%s', (_, situation, steps, { outcome = 'applied', refundDue = false } = {}) => {
    expect(decideFor(situation)).toEqual({ outcome, refundDue, steps })
  })

  test('a won chargeback keeps the date of the sale, and a new payment gives it another one', () => {
    const won = decide({
      ...USUAL_SITUATION,
      order: createPaidOrder({ state: 'charged_back' }),
      stored: [storePayment('charged_back')],
      payment: readPayment('approved'),
    })
    const again = decide({
      ...USUAL_SITUATION,
      order: createOrder({ state: 'refunded', approvedPaymentId: '9', approvedAt: paidAt }),
      payment: readPayment('approved'),
    })
    const dates = [won, again].map(({ steps }) =>
      steps.flatMap(step => (step.do === 'transition' ? [step.fields.approvedAt] : [])),
    )

    expect(dates).toEqual([[paidAt], [now]])
  })
})
