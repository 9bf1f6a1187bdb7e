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
  [
    'pays it after a refund',
    {
      order: buildOrder({ state: 'refunded', approvedPaymentId: '9' }),
      payment: buildReportedPayment('approved'),
    },
    [...PAY.slice(0, 2), 'deliver again'],
  ],
  [
    'pays it after the refund of one that differed',
    {
      order: buildOrder({ state: 'refunded' }),
      payment: buildReportedPayment('approved'),
      stored: [
        buildStoredPayment('refunded', { id: '2', amountMinor: 1500, problem: 'another_amount' }),
      ],
    },
    PAY_BESIDES_OTHERS,
  ],
  [
    'is in mediation at first sight',
    { order: buildOrder(), payment: buildReportedPayment('in_mediation') },
    ['claim_opened 1000 (all)', ...PAY],
  ],
  [
    'did not pay the order and is charged back',
    {
      order: buildOrder({ state: 'review' }),
      payment: buildReportedPayment('charged_back', { amountMinor: 1500 }),
      stored: [buildStoredPayment('approved', { amountMinor: 1500, problem: 'another_amount' })],
    },
    ['→ charged_back', 'charged_back 1500 (all)'],
  ],
  [
    'is a second one, and is charged back',
    {
      order: buildPaidOrder({ approvedPaymentId: '2' }),
      payment: buildReportedPayment('charged_back'),
      stored: [buildStoredPayment('approved'), SECOND_PAYMENT],
    },
    ['charged_back 1000 (seller)', 'return_surplus'],
    { outcome: 'PRODUCT_ALREADY_SENT' },
  ],
  [
    'is a second one, whose chargeback is final now',
    {
      order: buildPaidOrder({ approvedPaymentId: '2' }),
      payment: buildReportedPayment('charged_back', { statusDetail: 'settled' }),
      stored: [buildStoredPayment('charged_back'), SECOND_PAYMENT],
    },
    ['chargeback_lost 1000 (seller)', 'return_surplus'],
    { outcome: 'PRODUCT_ALREADY_SENT' },
  ],
  [
    'is charged back in the account of somebody else',
    {
      order: buildPaidOrder({ approvedPaymentId: '2' }),
      payment: buildReportedPayment('charged_back', { collectorId: '8' }),
      stored: [SECOND_PAYMENT],
    },
    ['return_surplus'],
  ],
  [
    'was refunded before it was read, while another one waits in review',
    {
      order: buildOrder({ state: 'review' }),
      payment: buildReportedPayment('refunded', { refundedMinor: 1000 }),
      stored: [
        buildStoredPayment('approved', { id: '2', amountMinor: 1500, problem: 'another_amount' }),
      ],
    },
    ['payment_refunded 1000 (buyer)'],
  ],
  [
    'is refunded',
    {
      order: buildPaidOrder(),
      payment: buildReportedPayment('refunded', { refundedMinor: 1000 }),
      stored: [buildStoredPayment('approved')],
    },
    ['→ refunded', 'refunded 1000 (all)', 'close_grants'],
  ],
  [
    'is refunded in part',
    {
      order: buildPaidOrder(),
      payment: buildReportedPayment('approved', { refundedMinor: 300 }),
      stored: [buildStoredPayment('approved')],
    },
    ['close_refunded_items', 'partly_refunded 300 (all)'],
  ],
  [
    'is refunded while another one holds the price',
    {
      order: buildPaidOrder(),
      payment: buildReportedPayment('refunded', { refundedMinor: 1000 }),
      stored: [buildStoredPayment('approved'), SECOND_PAYMENT],
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
      order: buildPaidOrder(),
      payment: buildReportedPayment('refunded', { refundedMinor: 1000 }),
      stored: [buildStoredPayment('approved'), buildStoredPayment('in_mediation', { id: '2' })],
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
      order: buildOrder({ state: 'refunded', approvedPaymentId: '9' }),
      payment: buildReportedPayment('in_mediation'),
    },
    ['claim_opened 1000 (all)', ...PAY.slice(0, 2), 'deliver again'],
  ],
  [
    'pays it after the chargeback of one of two cards, and the other card is not needed',
    {
      order: buildPaidOrder({ state: 'charged_back', approvedPaymentId: '2' }),
      payment: buildReportedPayment('approved'),
      stored: [
        buildStoredPayment('charged_back', { id: '2', amountMinor: 400, isPart: true }),
        buildStoredPayment('approved', { id: '3', amountMinor: 600, isPart: true }),
      ],
    },
    ['save_parts', ...PAY_BESIDES_OTHERS.slice(0, 3), 'deliver again', 'return_surplus'],
  ],
  [
    'did not pay the order and is refunded',
    {
      order: buildOrder({ state: 'review' }),
      payment: buildReportedPayment('refunded', { amountMinor: 1500, refundedMinor: 1500 }),
      stored: [buildStoredPayment('approved', { amountMinor: 1500, problem: 'another_amount' })],
    },
    ['→ refunded', 'refunded 1500 (all)'],
  ],
  [
    'did not pay the order and is refunded while another one waits in review',
    {
      order: buildOrder({ state: 'review' }),
      payment: buildReportedPayment('refunded', { amountMinor: 1500, refundedMinor: 1500 }),
      stored: [
        buildStoredPayment('approved', { amountMinor: 1500, problem: 'another_amount' }),
        buildStoredPayment('approved', { id: '2', amountMinor: 1200, problem: 'another_amount' }),
      ],
    },
    ['payment_refunded 1500 (buyer)'],
  ],
  [
    'is charged back',
    {
      order: buildPaidOrder(),
      payment: buildReportedPayment('charged_back'),
      stored: [buildStoredPayment('approved')],
    },
    ['→ charged_back', 'charged_back 1000 (all)', 'close_grants'],
  ],
  [
    'is charged back for good at once',
    {
      order: buildPaidOrder(),
      payment: buildReportedPayment('charged_back', { statusDetail: 'settled' }),
      stored: [buildStoredPayment('approved')],
    },
    ['→ charged_back', 'charged_back 1000 (nobody)', 'chargeback_lost 1000 (all)', 'close_grants'],
  ],
  [
    'is charged back for good later',
    {
      order: buildPaidOrder({ state: 'charged_back' }),
      payment: buildReportedPayment('charged_back', { statusDetail: 'settled' }),
      stored: [buildStoredPayment('charged_back')],
    },
    ['chargeback_lost 1000 (all)'],
  ],
  [
    'comes back to the seller',
    {
      order: buildPaidOrder({ state: 'charged_back' }),
      payment: buildReportedPayment('approved', { statusDetail: 'reimbursed' }),
      stored: [buildStoredPayment('charged_back')],
    },
    [...PAY.slice(0, 2), 'chargeback_won 1000 (all)', ...PAY.slice(2)],
  ],
  [
    'gets a claim',
    {
      order: buildPaidOrder(),
      payment: buildReportedPayment('in_mediation'),
      stored: [buildStoredPayment('approved')],
    },
    ['claim_opened 1000 (all)'],
  ],
  [
    'loses its claim',
    {
      order: buildPaidOrder(),
      payment: buildReportedPayment('approved'),
      stored: [buildStoredPayment('in_mediation')],
    },
    ['claim_closed 1000 (all)'],
  ],
  [
    'is one of two cards, and is refunded',
    {
      order: buildPaidOrder({ approvedPaymentId: '2' }),
      payment: buildReportedPayment('refunded', { amountMinor: 400, refundedMinor: 400 }),
      stored: [
        buildStoredPayment('approved', { amountMinor: 400, isPart: true }),
        buildStoredPayment('approved', { id: '2', amountMinor: 600, isPart: true }),
      ],
    },
    ['close_refunded_items', 'partly_refunded 400 (all)'],
  ],
  [
    'differed, was refunded, and ends a review that was left open',
    {
      order: buildOrder({ state: 'review' }),
      payment: buildReportedPayment('refunded', { amountMinor: 1500, refundedMinor: 1500 }),
      stored: [
        buildStoredPayment('refunded', {
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
      order: buildOrder({ state: 'expired' }),
      payment: buildReportedPayment('refunded', { amountMinor: 1500, refundedMinor: 1500 }),
      stored: [
        buildStoredPayment('refunded', {
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
    { order: buildOrder(), payment: buildReportedPayment('in_mediation', { amountMinor: 1500 }) },
    [],
  ],
  [
    'is pending beside the one that was refunded',
    {
      order: buildOrder({ state: 'refunded', approvedPaymentId: '9' }),
      payment: buildReportedPayment('pending'),
    },
    [],
  ],
  [
    'comes back to the seller while the order is on hold',
    {
      order: buildPaidOrder({ state: 'charged_back', heldAt: now }),
      payment: buildReportedPayment('approved', { statusDetail: 'reimbursed' }),
      stored: [buildStoredPayment('charged_back')],
    },
    [...PAY.slice(0, 2), 'chargeback_won 1000 (all)', ...PAY.slice(2)],
  ],
  [
    'comes back to the seller of an order that was never delivered, while it is on hold',
    {
      order: buildOrder({ state: 'charged_back', heldAt: now }),
      payment: buildReportedPayment('approved'),
      stored: [buildStoredPayment('charged_back')],
    },
    ['→ review', 'review: fraud_alert'],
  ],
  [
    'is refunded further while the buyer complains',
    {
      order: buildPaidOrder(),
      payment: buildReportedPayment('in_mediation', { refundedMinor: 400 }),
      stored: [buildStoredPayment('in_mediation', { refundedMinor: 100 })],
    },
    ['close_refunded_items', 'partly_refunded 300 (all)'],
  ],
  [
    'is charged back while another one holds the price',
    {
      order: buildPaidOrder(),
      payment: buildReportedPayment('charged_back'),
      stored: [buildStoredPayment('approved'), SECOND_PAYMENT],
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
      order: buildPaidOrder({ heldAt: now }),
      payment: buildReportedPayment('refunded', { refundedMinor: 1000 }),
      stored: [buildStoredPayment('approved'), SECOND_PAYMENT],
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
      order: buildOrder({ state: 'expired' }),
      payment: buildReportedPayment('approved', { amountMinor: 1500, refundedMinor: 700 }),
      stored: [
        buildStoredPayment('approved', {
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
      order: buildOrder({ state: 'refunded', approvedPaymentId: '9' }),
      payment: buildReportedPayment('refunded', { refundedMinor: 1000 }),
      stored: [buildStoredPayment('approved')],
    },
    ['payment_refunded 1000 (buyer)'],
  ],
  [
    'is charged back for good, and is read once more',
    {
      order: buildPaidOrder({ state: 'charged_back' }),
      payment: buildReportedPayment('charged_back', {
        statusDetail: 'settled',
        providerFeeMinor: 5,
      }),
      stored: [buildStoredPayment('charged_back', { statusDetail: 'settled' })],
    },
    [],
  ],
  [
    'had a claim and is refunded',
    {
      order: buildPaidOrder(),
      payment: buildReportedPayment('refunded', { refundedMinor: 1000 }),
      stored: [buildStoredPayment('in_mediation')],
    },
    ['→ refunded', 'refunded 1000 (all)', 'close_grants'],
  ],
  [
    'gets a claim after the refund of a part',
    {
      order: buildPaidOrder(),
      payment: buildReportedPayment('in_mediation', { refundedMinor: 300 }),
      stored: [buildStoredPayment('approved', { refundedMinor: 300 })],
    },
    ['claim_opened 700 (all)'],
  ],
  [
    'loses its claim after the refund of a part',
    {
      order: buildPaidOrder(),
      payment: buildReportedPayment('approved', { refundedMinor: 300 }),
      stored: [buildStoredPayment('in_mediation', { refundedMinor: 300 })],
    },
    ['claim_closed 700 (all)'],
  ],
])('a payment that %s', (...row) => {
  expect(describeDecision(row[1])).toEqual(expectedDecision(row))
})
