import { expect, test } from 'vitest'
import {
  USUAL_SITUATION,
  buildOrder,
  buildPaidOrder,
  now,
  paidAt,
  buildReportedPayment,
  buildStoredPayment,
} from '#tools/payment-decisions/situations.ts'
import { decide } from './decide.ts'

test('a won chargeback keeps the date of the sale, and a new payment gives it another one', () => {
  const won = decide({
    ...USUAL_SITUATION,
    order: buildPaidOrder({ state: 'charged_back' }),
    stored: [buildStoredPayment('charged_back')],
    payment: buildReportedPayment('approved'),
  })
  const again = decide({
    ...USUAL_SITUATION,
    order: buildOrder({ state: 'refunded', approvedPaymentId: '9', approvedAt: paidAt }),
    payment: buildReportedPayment('approved'),
  })
  const dates = [won, again].map(({ steps }) =>
    steps.flatMap(step => (step.do === 'transition' ? [step.fields.approvedAt] : [])),
  )

  expect(dates).toEqual([[paidAt], [now]])
})

test('a read that is older than the stored one changes nothing', () => {
  const situation = {
    ...USUAL_SITUATION,
    order: buildPaidOrder(),
    payment: buildReportedPayment('refunded', {
      refundedMinor: 1000,
      updatedAt: new Date('2026-10-01'),
    }),
    stored: [buildStoredPayment('approved')],
  }

  expect(decide(situation)).toEqual({ outcome: 'PAYMENT_STATUS_ALREADY_CHANGED', steps: [] })
})

test.each([
  { statusDetail: 'accredited' },
  { refundedMinor: 1 },
  { providerFeeMinor: 1 },
  { applicationFeeMinor: 1 },
  { returnedApplicationFeeMinor: 1 },
  { deadline: now },
  { moneyReleaseAt: now },
])('a read with another %o is stored, and settles the order again', fields => {
  const { steps } = decide({
    ...USUAL_SITUATION,
    order: buildPaidOrder(),
    payment: buildReportedPayment('approved', fields),
    stored: [buildStoredPayment('approved')],
  })

  expect(steps.map(step => step.do)).toEqual(expect.arrayContaining(['save', 'settle']))
})

test('a fee that is reported after the refund is settled for the payer only', () => {
  const settles = (paymentId: string) =>
    decide({
      ...USUAL_SITUATION,
      order: buildPaidOrder({ state: 'refunded' }),
      payment: buildReportedPayment('refunded', {
        id: paymentId,
        refundedMinor: 1000,
        providerFeeMinor: 5,
      }),
      stored: [buildStoredPayment('refunded', { id: paymentId, refundedMinor: 1000 })],
    }).steps.some(step => step.do === 'settle')

  expect([settles('1'), settles('2')]).toEqual([true, false])
})

test('the end of a review earns nothing, and ends a hold', () => {
  const { steps } = decide({
    ...USUAL_SITUATION,
    order: buildOrder({ state: 'review', heldAt: now }),
    payment: buildReportedPayment('refunded', {
      amountMinor: 1500,
      refundedMinor: 1500,
      providerFeeMinor: 70,
    }),
    stored: [buildStoredPayment('approved', { amountMinor: 1500, problem: 'another_amount' })],
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
    order: buildPaidOrder({ heldAt: now }),
    payment: buildReportedPayment(status),
    stored: [buildStoredPayment('approved')],
  })

  expect(steps).toContainEqual({ do: 'transition', to: status, fields })
})

test('one payment that pays an order of two cards anew leaves none of them a part', () => {
  const { steps } = decide({
    ...USUAL_SITUATION,
    order: buildPaidOrder({ state: 'charged_back', approvedPaymentId: '2' }),
    payment: buildReportedPayment('approved'),
    stored: [
      buildStoredPayment('charged_back', { id: '2', amountMinor: 400, isPart: true }),
      buildStoredPayment('approved', { id: '3', amountMinor: 600, isPart: true }),
    ],
  })

  expect(steps).toContainEqual({ do: 'save_parts', ids: [] })
})

test('every stored read is recorded with its status', () => {
  const { steps } = decide({
    ...USUAL_SITUATION,
    order: buildOrder(),
    payment: buildReportedPayment('pending'),
  })

  expect(steps).toContainEqual({
    do: 'record',
    kind: 'payment',
    data: { paymentId: '1', paymentStatus: 'pending' },
    audience: 'nobody',
  })
})
