import { expect, test } from 'vitest'
import {
  type DecisionCase,
  PAY,
  SECOND_PAYMENT,
  describeDecision,
  expectedDecision,
} from '#tools/payment-decisions/cases.ts'
import {
  createOrder,
  createPaidOrder,
  now,
  readPayment,
  storePayment,
} from '#tools/payment-decisions/situations.ts'

test.each<DecisionCase>([
  ['pays it', { order: createOrder(), payment: readPayment('approved') }, PAY],
  [
    'pays it late',
    { order: createOrder({ state: 'expired' }), payment: readPayment('approved') },
    PAY,
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
      stored: [storePayment('approved', { id: '2', amountMinor: 1500, problem: 'another_amount' })],
    },
    PAY,
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
  ].map(({ name, fields, steps }): DecisionCase => [
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
      stored: [SECOND_PAYMENT],
    },
    ['return_surplus'],
    { outcome: 'PRODUCT_ALREADY_SENT', refundDue: true },
  ],
  [
    'differs from a paid order',
    {
      order: createPaidOrder({ approvedPaymentId: '2' }),
      payment: readPayment('approved', { amountMinor: 900 }),
      stored: [SECOND_PAYMENT],
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
])('a payment that %s', (...row) => {
  expect(describeDecision(row[1])).toEqual(expectedDecision(row))
})
