import { expect, test } from 'vitest'
import {
  type DecisionCase,
  PAY,
  PAY_BESIDES_OTHERS,
  SECOND_PAYMENT,
  describeDecision,
  expectedDecision,
} from '#tools/payment-decisions/cases.ts'
import {
  buildOrder,
  buildPaidOrder,
  now,
  buildReportedPayment,
  buildStoredPayment,
} from '#tools/payment-decisions/situations.ts'

test.each<DecisionCase>([
  ['pays it', { order: buildOrder(), payment: buildReportedPayment('approved') }, PAY],
  [
    'pays it late',
    { order: buildOrder({ state: 'expired' }), payment: buildReportedPayment('approved') },
    PAY,
  ],
  [
    'pays it after a declined attempt',
    {
      order: buildOrder(),
      payment: buildReportedPayment('approved'),
      stored: [buildStoredPayment('rejected', { id: '2' })],
    },
    PAY_BESIDES_OTHERS,
  ],
  [
    'pays it while another one waits in review',
    {
      order: buildOrder({ state: 'review' }),
      payment: buildReportedPayment('approved'),
      stored: [
        buildStoredPayment('approved', { id: '2', amountMinor: 1500, problem: 'another_amount' }),
      ],
    },
    PAY_BESIDES_OTHERS,
  ],
  [
    'is pending',
    { order: buildOrder(), payment: buildReportedPayment('pending') },
    ['record_attempt'],
  ],
  [
    'is declined',
    { order: buildOrder(), payment: buildReportedPayment('rejected') },
    ['record_attempt'],
  ],
  [
    'is the same as before',
    {
      order: buildPaidOrder(),
      payment: buildReportedPayment('approved'),
      stored: [buildStoredPayment('approved')],
    },
    [],
    { outcome: 'PAYMENT_STATUS_ALREADY_SET' },
  ],
  [
    'has another amount',
    { order: buildOrder(), payment: buildReportedPayment('approved', { amountMinor: 1500 }) },
    ['review: another_amount'],
    { refundDue: true },
  ],
  [
    'has another collector',
    { order: buildOrder(), payment: buildReportedPayment('approved', { collectorId: '8' }) },
    ['review: another_collector'],
    { refundDue: true },
  ],
  [
    'has another currency',
    { order: buildOrder(), payment: buildReportedPayment('approved', { currency: 'CLP' }) },
    ['review: another_currency'],
    { refundDue: true },
  ],
  [
    'is of play money',
    { order: buildOrder(), payment: buildReportedPayment('approved', { liveMode: false }) },
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
      order: buildOrder(),
      payment: buildReportedPayment('approved', { merchantOrderId: '5', ...fields }),
      stored: [
        buildStoredPayment('approved', {
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
      order: buildOrder(),
      payment: buildReportedPayment('approved', { amountMinor: 400, merchantOrderId: '5' }),
    },
    [],
  ],
  [
    'is the rest of a part',
    {
      order: buildOrder(),
      payment: buildReportedPayment('approved', { amountMinor: 600, merchantOrderId: '5' }),
      stored: [
        buildStoredPayment('approved', {
          id: '2',
          amountMinor: 400,
          merchantOrderId: '5',
          problem: 'another_amount',
        }),
      ],
    },
    ['save_parts', ...PAY_BESIDES_OTHERS],
  ],
  [
    'is a second one',
    {
      order: buildPaidOrder({ approvedPaymentId: '2' }),
      payment: buildReportedPayment('approved'),
      stored: [SECOND_PAYMENT],
    },
    ['return_surplus'],
    { outcome: 'PRODUCT_ALREADY_SENT', refundDue: true },
  ],
  [
    'differs from a paid order',
    {
      order: buildPaidOrder({ approvedPaymentId: '2' }),
      payment: buildReportedPayment('approved', { amountMinor: 900 }),
      stored: [SECOND_PAYMENT],
    },
    ['review: another_amount', 'return_surplus'],
    { refundDue: true },
  ],
  [
    'was dismissed by an admin',
    {
      order: buildOrder({ state: 'expired' }),
      payment: buildReportedPayment('approved', { amountMinor: 900, statusDetail: 'accredited' }),
      stored: [
        buildStoredPayment('approved', {
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
    {
      order: buildOrder({ state: 'review', heldAt: now }),
      payment: buildReportedPayment('approved'),
    },
    ['review: fraud_alert'],
  ],
  [
    'is pending after the time to pay',
    { order: buildOrder({ state: 'expired' }), payment: buildReportedPayment('pending') },
    ['record_attempt'],
  ],
  [
    'is pending again after it was approved',
    {
      order: buildPaidOrder(),
      payment: buildReportedPayment('pending'),
      stored: [buildStoredPayment('approved')],
    },
    [],
    { outcome: 'PAYMENT_STATUS_ALREADY_CHANGED' },
  ],
  [
    'was read with a time that is not older',
    {
      order: buildPaidOrder(),
      payment: buildReportedPayment('refunded', { refundedMinor: 1000 }),
      stored: [buildStoredPayment('approved', { providerUpdatedAt: now })],
    },
    ['→ refunded', 'refunded 1000 (all)', 'close_grants'],
  ],
  [
    'has paid an order that was on hold, and is the same as before',
    {
      order: buildOrder({ state: 'review' }),
      payment: buildReportedPayment('approved'),
      stored: [buildStoredPayment('approved')],
    },
    PAY,
  ],
  [
    'waits for the end of a hold, and is the same as before',
    {
      order: buildOrder({ state: 'review', heldAt: now }),
      payment: buildReportedPayment('approved'),
      stored: [buildStoredPayment('approved')],
    },
    [],
    { outcome: 'PAYMENT_STATUS_ALREADY_SET' },
  ],
  [
    'differs, and is the same as before',
    {
      order: buildOrder({ state: 'review' }),
      payment: buildReportedPayment('approved', { amountMinor: 1500 }),
      stored: [buildStoredPayment('approved', { amountMinor: 1500, problem: 'another_amount' })],
    },
    [],
    { outcome: 'PAYMENT_STATUS_ALREADY_SET' },
  ],
  [
    'is a part, and is the same as before, while the rest came',
    {
      order: buildOrder(),
      payment: buildReportedPayment('approved', { amountMinor: 400, merchantOrderId: '5' }),
      stored: [
        buildStoredPayment('approved', {
          amountMinor: 400,
          merchantOrderId: '5',
          problem: 'another_amount',
        }),
        buildStoredPayment('approved', {
          id: '2',
          amountMinor: 600,
          merchantOrderId: '5',
          problem: 'another_amount',
        }),
      ],
    },
    ['save_parts', ...PAY_BESIDES_OTHERS],
  ],
])('a payment that %s', (...row) => {
  expect(describeDecision(row[1])).toEqual(expectedDecision(row))
})
