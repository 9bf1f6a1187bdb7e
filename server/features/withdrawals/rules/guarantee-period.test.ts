import { expect, test } from 'vitest'
import { findWithdrawableItems } from './period.ts'

const BUENOS_AIRES = 'America/Argentina/Buenos_Aires'
const LEGAL = { days: 10, scope: 'always' } as const
const UNTIL_DOWNLOAD = { days: 10, scope: 'until_download' } as const

// Tuesday 10 November 2026 at noon in Buenos Aires.
const DELIVERED = new Date('2026-11-10T15:00:00Z')
const AFTER_10_DAYS = '2026-11-21T03:00:00Z'
// The 30th day is Thursday 10 December.
const AFTER_30_DAYS = '2026-12-11T03:00:00Z'
// The 5th day is Sunday 15 November, so that the period ends with Monday.
const AFTER_5_DAYS = '2026-11-17T03:00:00Z'
// The 18th day is Saturday 28 November, so that the period ends with Monday the 30th.
const AFTER_18_DAYS = '2026-12-01T03:00:00Z'

test.each([
  ['without a guarantee', LEGAL, 0, false, AFTER_10_DAYS],
  ['with a guarantee that is shorter than the law', LEGAL, 5, false, AFTER_10_DAYS],
  ['with a guarantee as long as the law', LEGAL, 10, true, AFTER_10_DAYS],
  ['with a longer guarantee', LEGAL, 30, false, AFTER_30_DAYS],
  ['with a longer guarantee, downloaded', LEGAL, 30, true, AFTER_30_DAYS],
  ['with a guarantee that ends on a weekend', LEGAL, 18, false, AFTER_18_DAYS],
  ['with a shorter guarantee, not downloaded', UNTIL_DOWNLOAD, 5, false, AFTER_10_DAYS],
  ['with a shorter guarantee, downloaded', UNTIL_DOWNLOAD, 5, true, AFTER_5_DAYS],
  ['with a longer guarantee, not downloaded', UNTIL_DOWNLOAD, 30, false, AFTER_30_DAYS],
  ['with a longer guarantee, downloaded', UNTIL_DOWNLOAD, 30, true, AFTER_30_DAYS],
  ['without a guarantee, downloaded', UNTIL_DOWNLOAD, 0, true, null],
] as const)(
  'an item %s can be returned until the end',
  (_, terms, guaranteeDays, isDownloaded, end) => {
    const item = { id: 1, deliveredAt: DELIVERED, isRefunded: false, guaranteeDays, isDownloaded }
    const find = (now: Date) =>
      findWithdrawableItems([item], terms, { timeZone: BUENOS_AIRES, now }).items.length

    const endOrDelivery = end === null ? DELIVERED : new Date(end)

    expect(find(endOrDelivery)).toBe(0)
    if (end !== null) expect(find(new Date(endOrDelivery.getTime() - 1))).toBe(1)
  },
)

test('the guarantee ends at midnight of the buyer’s time zone', () => {
  const item = {
    id: 1,
    deliveredAt: DELIVERED,
    isRefunded: false,
    guaranteeDays: 30,
    isDownloaded: true,
  }
  const find = (timeZone: string, now: string) =>
    findWithdrawableItems([item], LEGAL, { timeZone, now: new Date(now) }).items.length

  // In Bogotá it is two hours earlier.
  expect(find(BUENOS_AIRES, '2026-12-11T03:30:00Z')).toBe(0)
  expect(find('America/Bogota', '2026-12-11T04:59:59Z')).toBe(1)
  expect(find('America/Bogota', '2026-12-11T05:00:00Z')).toBe(0)
})

test('a guarantee covers an item that was not delivered yet, and no item that was refunded', () => {
  const item = {
    id: 1,
    deliveredAt: null,
    isRefunded: false,
    guaranteeDays: 30,
    isDownloaded: false,
  }
  const find = (isRefunded: boolean) =>
    findWithdrawableItems([{ ...item, isRefunded }], LEGAL, {
      timeZone: BUENOS_AIRES,
      now: new Date('2027-03-01T00:00:00Z'),
    }).items.length

  expect(find(false)).toBe(1)
  expect(find(true)).toBe(0)
})
