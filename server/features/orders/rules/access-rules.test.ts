import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/core/time.ts'
import { canCloseAccess, canResendDelivery } from './access-rules.ts'

const now = new Date('2026-11-23T15:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
const PAID = {
  state: 'approved',
  heldAt: null,
  approvedAt: daysAgo(1),
  accessClosedAt: null,
  accessClosedReason: null,
} as const

test.each([
  ['a paid order', PAID, false, true],
  ['a paid order in the last moment', { ...PAID, approvedAt: daysAgo(149.99) }, false, true],
  [
    'an order that is soon too old for a refund',
    { ...PAID, approvedAt: daysAgo(150) },
    false,
    false,
  ],
  ['an order whose downloads are closed', { ...PAID, accessClosedAt: now }, false, false],
  ['an order that an admin has opened', PAID, true, false],
  ['an order on hold', { ...PAID, heldAt: now }, false, false],
  ['an order that is not paid', { ...PAID, state: 'open', approvedAt: null }, false, false],
  ['an order in review', { ...PAID, state: 'review' }, false, false],
  ['a refunded order', { ...PAID, state: 'refunded' }, false, false],
  ['an order that was charged back', { ...PAID, state: 'charged_back' }, false, false],
] as const)('the rule for closing downloads decides about %s', (_, order, wasOpenedByAdmin, can) =>
  expect(canCloseAccess(order, { wasOpenedByAdmin, now })).toBe(can),
)

test.each([
  ['a paid order', PAID, true],
  ['an order whose downloads are closed', { ...PAID, accessClosedAt: now }, false],
  ['an order on hold', { ...PAID, heldAt: now }, false],
  ['a refunded order', { ...PAID, state: 'refunded' }, false],
] as const)('the rule for sending a delivery again decides about %s', (_, order, can) =>
  expect(canResendDelivery(order)).toBe(can),
)
