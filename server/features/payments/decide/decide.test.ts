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
    isStored: save !== undefined,
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
      ['claim_opened 1000 (all)', ...PAY],
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
      ['→ charged_back', 'charged_back 1500 (all)'],
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
      ['charged_back 1000 (seller)', 'return_surplus'],
      { outcome: 'PRODUCT_ALREADY_SENT' },
    ],
    [
      'is a second one, whose chargeback is final now',
      {
        order: createPaidOrder({ approvedPaymentId: '2' }),
        payment: readPayment('charged_back', { statusDetail: 'settled' }),
        stored: [storePayment('charged_back'), second],
      },
      ['chargeback_lost 1000 (seller)', 'return_surplus'],
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
      ['payment_refunded 1000 (buyer)'],
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
      ['→ refunded', 'refunded 1000 (all)', 'close_grants'],
    ],
    [
      'is refunded in part',
      {
        order: createPaidOrder(),
        payment: readPayment('approved', { refundedMinor: 300 }),
        stored: [storePayment('approved')],
      },
      ['close_refunded_items', 'partly_refunded 300 (all)'],
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
        'payment_refunded 1000 (seller)',
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
        'payment_refunded 1000 (seller)',
        'return_surplus',
      ],
    ],
    [
      'pays it after a refund, although the buyer has complained',
      {
        order: createOrder({ state: 'refunded', approvedPaymentId: '9' }),
        payment: readPayment('in_mediation'),
      },
      ['claim_opened 1000 (all)', ...PAY.slice(0, 3), 'deliver again', 'return_surplus'],
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
      ['→ refunded', 'refunded 1500 (all)'],
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
      ['payment_refunded 1500 (buyer)'],
    ],
    [
      'is charged back',
      {
        order: createPaidOrder(),
        payment: readPayment('charged_back'),
        stored: [storePayment('approved')],
      },
      ['→ charged_back', 'charged_back 1000 (all)', 'close_grants'],
    ],
    [
      'is charged back for good at once',
      {
        order: createPaidOrder(),
        payment: readPayment('charged_back', { statusDetail: 'settled' }),
        stored: [storePayment('approved')],
      },
      [
        '→ charged_back',
        'charged_back 1000 (nobody)',
        'chargeback_lost 1000 (all)',
        'close_grants',
      ],
    ],
    [
      'is charged back for good later',
      {
        order: createPaidOrder({ state: 'charged_back' }),
        payment: readPayment('charged_back', { statusDetail: 'settled' }),
        stored: [storePayment('charged_back')],
      },
      ['chargeback_lost 1000 (all)'],
    ],
    [
      'comes back to the seller',
      {
        order: createPaidOrder({ state: 'charged_back' }),
        payment: readPayment('approved', { statusDetail: 'reimbursed' }),
        stored: [storePayment('charged_back')],
      },
      [...PAY.slice(0, 3), 'chargeback_won 1000 (all)', ...PAY.slice(3)],
    ],
    [
      'gets a claim',
      {
        order: createPaidOrder(),
        payment: readPayment('in_mediation'),
        stored: [storePayment('approved')],
      },
      ['claim_opened 1000 (all)'],
    ],
    [
      'loses its claim',
      {
        order: createPaidOrder(),
        payment: readPayment('approved'),
        stored: [storePayment('in_mediation')],
      },
      ['claim_closed 1000 (all)'],
    ],
    [
      'is pending after the time to pay',
      { order: createOrder({ state: 'expired' }), payment: readPayment('pending') },
      ['record_attempt'],
    ],
    [
      'is pending again after it was approved',
      {
        order: createPaidOrder(),
        payment: readPayment('pending'),
        stored: [storePayment('approved')],
      },
      [],
      { outcome: 'PAYMENT_STATUS_ALREADY_CHANGED' },
    ],
    [
      'was read with a time that is not older',
      {
        order: createPaidOrder(),
        payment: readPayment('refunded', { refundedMinor: 1000 }),
        stored: [storePayment('approved', { providerUpdatedAt: now })],
      },
      ['→ refunded', 'refunded 1000 (all)', 'close_grants'],
    ],
    [
      'has paid an order that was on hold, and is the same as before',
      {
        order: createOrder({ state: 'review' }),
        payment: readPayment('approved'),
        stored: [storePayment('approved')],
      },
      PAY,
    ],
    [
      'waits for the end of a hold, and is the same as before',
      {
        order: createOrder({ state: 'review', heldAt: now }),
        payment: readPayment('approved'),
        stored: [storePayment('approved')],
      },
      [],
      { outcome: 'PAYMENT_STATUS_ALREADY_SET' },
    ],
    [
      'differs, and is the same as before',
      {
        order: createOrder({ state: 'review' }),
        payment: readPayment('approved', { amountMinor: 1500 }),
        stored: [storePayment('approved', { amountMinor: 1500, problem: 'another_amount' })],
      },
      [],
      { outcome: 'PAYMENT_STATUS_ALREADY_SET' },
    ],
    [
      'is a part, and is the same as before, while the rest came',
      {
        order: createOrder(),
        payment: readPayment('approved', { amountMinor: 400, merchantOrderId: '5' }),
        stored: [
          storePayment('approved', {
            amountMinor: 400,
            merchantOrderId: '5',
            problem: 'another_amount',
          }),
          storePayment('approved', {
            id: '2',
            amountMinor: 600,
            merchantOrderId: '5',
            problem: 'another_amount',
          }),
        ],
      },
      ['save_parts', ...PAY],
    ],
    [
      'is one of two cards, and is refunded',
      {
        order: createPaidOrder({ approvedPaymentId: '2' }),
        payment: readPayment('refunded', { amountMinor: 400, refundedMinor: 400 }),
        stored: [
          storePayment('approved', { amountMinor: 400, isPart: true }),
          storePayment('approved', { id: '2', amountMinor: 600, isPart: true }),
        ],
      },
      ['close_refunded_items', 'partly_refunded 400 (all)'],
    ],
    [
      'differed, was refunded, and ends a review that was left open',
      {
        order: createOrder({ state: 'review' }),
        payment: readPayment('refunded', { amountMinor: 1500, refundedMinor: 1500 }),
        stored: [
          storePayment('refunded', {
            amountMinor: 1500,
            refundedMinor: 1500,
            problem: 'another_amount',
          }),
        ],
      },
      ['→ refunded', 'refunded 1500 (all)'],
    ],
    [
      'differed, was refunded before the order expired, and is the same as before',
      {
        order: createOrder({ state: 'expired' }),
        payment: readPayment('refunded', { amountMinor: 1500, refundedMinor: 1500 }),
        stored: [
          storePayment('refunded', {
            amountMinor: 1500,
            refundedMinor: 1500,
            problem: 'another_amount',
          }),
        ],
      },
      [],
      { outcome: 'PAYMENT_STATUS_ALREADY_SET' },
    ],
    [
      'differs and is in mediation',
      { order: createOrder(), payment: readPayment('in_mediation', { amountMinor: 1500 }) },
      [],
    ],
    [
      'is pending beside the one that was refunded',
      {
        order: createOrder({ state: 'refunded', approvedPaymentId: '9' }),
        payment: readPayment('pending'),
      },
      [],
    ],
    [
      'comes back to the seller while the order is on hold',
      {
        order: createPaidOrder({ state: 'charged_back', heldAt: now }),
        payment: readPayment('approved', { statusDetail: 'reimbursed' }),
        stored: [storePayment('charged_back')],
      },
      [...PAY.slice(0, 3), 'chargeback_won 1000 (all)', ...PAY.slice(3)],
    ],
    [
      'comes back to the seller of an order that was never delivered, while it is on hold',
      {
        order: createOrder({ state: 'charged_back', heldAt: now }),
        payment: readPayment('approved'),
        stored: [storePayment('charged_back')],
      },
      ['→ review', 'review: fraud_alert'],
    ],
    [
      'is refunded further while the buyer complains',
      {
        order: createPaidOrder(),
        payment: readPayment('in_mediation', { refundedMinor: 400 }),
        stored: [storePayment('in_mediation', { refundedMinor: 100 })],
      },
      ['close_refunded_items', 'partly_refunded 300 (all)'],
    ],
    [
      'is charged back while another one holds the price',
      {
        order: createPaidOrder(),
        payment: readPayment('charged_back'),
        stored: [storePayment('approved'), second],
      },
      [
        '→ approved',
        'clear_refund_due',
        'mark_leftovers_due',
        'reopen_grants',
        'charged_back 1000 (seller)',
        'return_surplus',
      ],
    ],
    [
      'is refunded while another one holds the price of an order on hold',
      {
        order: createPaidOrder({ heldAt: now }),
        payment: readPayment('refunded', { refundedMinor: 1000 }),
        stored: [storePayment('approved'), second],
      },
      [
        '→ approved',
        'clear_refund_due',
        'mark_leftovers_due',
        'payment_refunded 1000 (seller)',
        'return_surplus',
      ],
    ],
    [
      'did not pay the order and is refunded in a second step',
      {
        order: createOrder({ state: 'expired' }),
        payment: readPayment('approved', { amountMinor: 1500, refundedMinor: 700 }),
        stored: [
          storePayment('approved', {
            amountMinor: 1500,
            refundedMinor: 300,
            problem: 'another_amount',
            dismissedAt: now,
          }),
        ],
      },
      ['payment_refunded 400 (buyer)'],
    ],
    [
      'is refunded beside the one that was refunded before',
      {
        order: createOrder({ state: 'refunded', approvedPaymentId: '9' }),
        payment: readPayment('refunded', { refundedMinor: 1000 }),
        stored: [storePayment('approved')],
      },
      ['payment_refunded 1000 (buyer)'],
    ],
    [
      'is charged back for good, and is read once more',
      {
        order: createPaidOrder({ state: 'charged_back' }),
        payment: readPayment('charged_back', { statusDetail: 'settled', providerFeeMinor: 5 }),
        stored: [storePayment('charged_back', { statusDetail: 'settled' })],
      },
      [],
    ],
    [
      'had a claim and is refunded',
      {
        order: createPaidOrder(),
        payment: readPayment('refunded', { refundedMinor: 1000 }),
        stored: [storePayment('in_mediation')],
      },
      ['→ refunded', 'refunded 1000 (all)', 'close_grants'],
    ],
    [
      'gets a claim after the refund of a part',
      {
        order: createPaidOrder(),
        payment: readPayment('in_mediation', { refundedMinor: 300 }),
        stored: [storePayment('approved', { refundedMinor: 300 })],
      },
      ['claim_opened 700 (all)'],
    ],
    [
      'loses its claim after the refund of a part',
      {
        order: createPaidOrder(),
        payment: readPayment('approved', { refundedMinor: 300 }),
        stored: [storePayment('in_mediation', { refundedMinor: 300 })],
      },
      ['claim_closed 700 (all)'],
    ],
  ])('%s', (_, situation, steps, { outcome = 'applied', refundDue = false } = {}) => {
    const isStored = outcome !== 'PAYMENT_STATUS_ALREADY_SET'
    expect(decideFor(situation)).toEqual({ outcome, isStored, refundDue, steps })
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

  test('a read that is older than the stored one changes nothing', () => {
    const situation = {
      ...USUAL_SITUATION,
      order: createPaidOrder(),
      payment: readPayment('refunded', { refundedMinor: 1000, updatedAt: new Date('2026-10-01') }),
      stored: [storePayment('approved')],
    }

    expect(decide(situation)).toEqual({ outcome: 'PAYMENT_STATUS_ALREADY_CHANGED', steps: [] })
  })

  test.each([
    { statusDetail: 'accredited' },
    { refundedMinor: 1 },
    { providerFeeMinor: 1 },
    { applicationFeeMinor: 1 },
    { deadline: now },
    { moneyReleaseAt: now },
  ])('a read with another %o is stored, and settles the order again', fields => {
    const { steps } = decide({
      ...USUAL_SITUATION,
      order: createPaidOrder(),
      payment: readPayment('approved', fields),
      stored: [storePayment('approved')],
    })

    expect(steps.map(step => step.do)).toEqual(expect.arrayContaining(['save', 'settle']))
  })

  test('a fee that is reported after the refund is settled for the payer only', () => {
    const settles = (paymentId: string) =>
      decide({
        ...USUAL_SITUATION,
        order: createPaidOrder({ state: 'refunded' }),
        payment: readPayment('refunded', {
          id: paymentId,
          refundedMinor: 1000,
          providerFeeMinor: 5,
        }),
        stored: [storePayment('refunded', { id: paymentId, refundedMinor: 1000 })],
      }).steps.some(step => step.do === 'settle')

    expect([settles('1'), settles('2')]).toEqual([true, false])
  })

  test('the end of a review earns nothing, and ends a hold', () => {
    const { steps } = decide({
      ...USUAL_SITUATION,
      order: createOrder({ state: 'review', heldAt: now }),
      payment: readPayment('refunded', {
        amountMinor: 1500,
        refundedMinor: 1500,
        providerFeeMinor: 70,
      }),
      stored: [storePayment('approved', { amountMinor: 1500, problem: 'another_amount' })],
    })

    expect(steps).toContainEqual({
      do: 'transition',
      to: 'refunded',
      fields: { reviewReason: null, heldAt: null },
    })
    expect(steps).toContainEqual({
      do: 'settle',
      payment: expect.objectContaining({ id: '1', refundedMinor: 1000, providerFeeMinor: 0 }),
    })
  })

  test.each([
    ['refunded', { nextCheckAt: null, heldAt: null }],
    ['charged_back', { nextCheckAt: null }],
  ])('an order that is %s is no longer reconciled', (status, fields) => {
    const { steps } = decide({
      ...USUAL_SITUATION,
      order: createPaidOrder({ heldAt: now }),
      payment: readPayment(status),
      stored: [storePayment('approved')],
    })

    expect(steps).toContainEqual({ do: 'transition', to: status, fields })
  })

  test('one payment that pays an order of two cards anew leaves none of them a part', () => {
    const { steps } = decide({
      ...USUAL_SITUATION,
      order: createPaidOrder({ state: 'charged_back', approvedPaymentId: '2' }),
      payment: readPayment('approved'),
      stored: [
        storePayment('charged_back', { id: '2', amountMinor: 400, isPart: true }),
        storePayment('approved', { id: '3', amountMinor: 600, isPart: true }),
      ],
    })

    expect(steps).toContainEqual({ do: 'save_parts', ids: [] })
  })

  test('every stored read is recorded with its status', () => {
    const { steps } = decide({
      ...USUAL_SITUATION,
      order: createOrder(),
      payment: readPayment('pending'),
    })

    expect(steps).toContainEqual({
      do: 'record',
      kind: 'payment',
      data: { paymentId: '1', paymentStatus: 'pending' },
      audience: 'nobody',
    })
  })
})
