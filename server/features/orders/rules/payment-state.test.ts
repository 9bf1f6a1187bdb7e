import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/core/time.ts'
import { type PaymentStatus, PAYMENT_STATUSES } from '#server/db/payment-statuses.ts'
import {
  ORDER_TRANSITIONS,
  type OrderState,
  computeNextReconciliation,
  findDecisiveAttempt,
  findMismatch,
  isMoneyReturned,
  isPaymentPending,
  isLastReconciliation,
  deriveShownOrderState,
  toPaymentStatus,
} from './payment-state.ts'

const STATES: OrderState[] = ['open', 'approved', 'review', 'expired', 'refunded', 'charged_back']

describe('ORDER_TRANSITIONS', () => {
  const rows: [OrderState, PaymentStatus, OrderState | undefined][] = [
    ['open', 'pending', undefined],
    ['open', 'rejected', undefined],
    ['open', 'in_mediation', 'approved'],
    ['charged_back', 'in_mediation', 'approved'],
    ['open', 'approved', 'approved'],
    ['open', 'refunded', 'refunded'],
    ['expired', 'approved', 'approved'],
    ['review', 'approved', 'approved'],
    ['approved', 'pending', undefined],
    ['approved', 'rejected', undefined],
    ['approved', 'in_mediation', undefined],
    ['approved', 'refunded', 'refunded'],
    ['approved', 'charged_back', 'charged_back'],
    ['charged_back', 'approved', 'approved'],
    ['charged_back', 'refunded', 'refunded'],
    ['refunded', 'approved', 'approved'],
    ['refunded', 'in_mediation', 'approved'],
    ['refunded', 'charged_back', undefined],
    ['open', 'charged_back', 'charged_back'],
    ['refunded', 'refunded', undefined],
  ]
  test.each(rows)(
    'an order in state %s whose payment is %s gets the next state %s',
    (state, status, to) => expect(ORDER_TRANSITIONS[state][status]).toBe(to),
  )

  test('every state before delivery moves to approved when the payment is approved', () => {
    for (const state of ['open', 'expired', 'review'] as const)
      expect(ORDER_TRANSITIONS[state].approved).toBe('approved')
  })

  test('a failed or pending payment never changes the state of an order', () => {
    for (const state of STATES)
      for (const status of [
        'pending',
        'in_process',
        'authorized',
        'rejected',
        'cancelled',
      ] as const)
        expect(ORDER_TRANSITIONS[state][status]).toBeUndefined()
  })
})

test.each([
  ['open', undefined, 'created'],
  ['open', 'pending', 'pending'],
  ['open', 'in_process', 'in_process'],
  ['open', 'authorized', 'in_process'],
  ['open', 'in_mediation', 'in_process'],
  ['open', 'rejected', 'rejected'],
  ['open', 'cancelled', 'rejected'],
  // A part of the total that went back.
  ['open', 'refunded', 'created'],
  ['open', 'charged_back', 'created'],
  ['approved', 'approved', 'approved'],
  ['review', 'approved', 'review'],
  ['expired', 'cancelled', 'expired'],
  ['refunded', 'refunded', 'refunded'],
  ['charged_back', 'charged_back', 'charged_back'],
] as const)('an order in state %s with a payment %s is shown as %s', (state, newest, view) =>
  expect(deriveShownOrderState(state, newest)).toBe(view),
)

test('only a payment that is pending, in process or authorized can still be approved', () => {
  const pending = PAYMENT_STATUSES.filter(isPaymentPending)
  expect(pending).toEqual(['pending', 'in_process', 'authorized'])
})

test('the buyer has the money back after a refund or a chargeback, and in no other state', () => {
  const returned = ['refunded', 'charged_back']
  expect(PAYMENT_STATUSES.filter(isMoneyReturned)).toEqual(returned)
  expect(STATES.filter(isMoneyReturned)).toEqual(returned)
})

describe('findDecisiveAttempt', () => {
  const attempts = [
    { id: '4', status: 'rejected' },
    { id: '3', status: 'pending' },
    { id: '2', status: 'in_process' },
    { id: '1', status: 'refunded' },
  ]
  test.each([
    ['the attempt that paid the order', attempts, '1', '1'],
    ['the newest pending attempt', attempts, null, '3'],
    ['a pending attempt, if the one that paid is unknown', attempts, '9', '3'],
    ['the newest, if none is pending', [attempts[0]!, attempts[3]!], null, '4'],
    ['none of none', [], null, undefined],
  ])('findDecisiveAttempt picks %s', (_, candidates, approvedPaymentId, id) => {
    expect(findDecisiveAttempt(candidates, approvedPaymentId)?.id).toBe(id)
  })
})

test('an unknown payment status counts as in_process', () => {
  expect(toPaymentStatus('brand_new')).toBe('in_process')
  for (const status of PAYMENT_STATUSES) expect(toPaymentStatus(status)).toBe(status)
})

describe('findMismatch', () => {
  const terms = {
    orderId: 'o',
    amountMinor: 100,
    currency: 'ARS',
    collectorId: '7',
    liveMode: true,
  }
  test.each([
    [{}, undefined],
    [{ orderId: 'x' }, 'another_order'],
    [{ amountMinor: 99 }, 'another_amount'],
    [{ amountMinor: 101 }, 'another_amount'],
    [{ currency: 'BRL' }, 'another_currency'],
    [{ collectorId: '8' }, 'another_collector'],
    [{ liveMode: false }, 'not_live_mode'],
  ])('a payment that differs from its order by %o is reported as %s', (difference, problem) =>
    expect(findMismatch({ ...terms, ...difference }, terms)).toBe(problem),
  )
})

test('an order is reconciled after 1, 5 and 30 minutes, after 4 hours, then daily for 35 days', () => {
  const start = new Date('2026-01-01T00:00:00Z')
  const minutes = [0, 1, 2, 3, 4, 5].map(
    checks =>
      (computeNextReconciliation(start, checks, start)!.getTime() - start.getTime()) / 60_000,
  )
  expect(minutes).toEqual([1, 5, 30, 240, 1440, 1440])
  expect(computeNextReconciliation(start, 40, new Date('2026-02-04T12:00:00Z'))).toBeUndefined()
  const lastDay = new Date('2026-02-04T00:00:00Z')
  expect(computeNextReconciliation(start, 40, lastDay)).toEqual(new Date('2026-02-05T00:00:00Z'))
})

test.each([
  ['expired', false, 25, true],
  ['expired', false, 23, false],
  ['expired', false, 24, false],
  ['expired', true, 25, false],
  ['open', false, 25, false],
  ['review', false, 25, false],
] as const)(
  'the reconciliation of an order that is %s (attempts: %s) %d hours after its payment page expired is the last one: %s',
  (state, hasAttempts, hours, isLast) => {
    const expiresAt = new Date('2026-01-04T00:00:00Z')
    const now = new Date(expiresAt.getTime() + hours * HOUR_MS)
    expect(isLastReconciliation({ state, expiresAt, hasAttempts }, now)).toBe(isLast)
  },
)
