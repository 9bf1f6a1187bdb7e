import { describe, expect, test } from 'vitest'
import { computeAnswerDue, computePeriodEnd, findWithdrawableItems } from './period.ts'

const BUENOS_AIRES = 'America/Argentina/Buenos_Aires'

describe('the end of a period of ten days', () => {
  test.each([
    // Tuesday 10 November. The tenth day is Friday the 20th.
    ['at noon', '2026-11-10T15:00:00Z', BUENOS_AIRES, '2026-11-21T03:00:00Z'],
    [
      'in the first second of the day',
      '2026-11-10T03:00:00Z',
      BUENOS_AIRES,
      '2026-11-21T03:00:00Z',
    ],
    ['in the last second of the day', '2026-11-11T02:59:59Z', BUENOS_AIRES, '2026-11-21T03:00:00Z'],
    // The tenth day is Saturday the 21st, so that the period ends with Monday the 23rd.
    ['one second later', '2026-11-11T03:00:00Z', BUENOS_AIRES, '2026-11-24T03:00:00Z'],
    ['ten days before a Sunday', '2026-11-12T15:00:00Z', BUENOS_AIRES, '2026-11-24T03:00:00Z'],
    ['ten days before a Monday', '2026-11-13T15:00:00Z', BUENOS_AIRES, '2026-11-24T03:00:00Z'],
    ['over the end of a year', '2026-12-28T15:00:00Z', BUENOS_AIRES, '2027-01-08T03:00:00Z'],
    ['over a leap day', '2028-02-22T15:00:00Z', BUENOS_AIRES, '2028-03-04T03:00:00Z'],
    [
      'where it is an hour earlier',
      '2026-11-11T03:30:00Z',
      'America/Bogota',
      '2026-11-21T05:00:00Z',
    ],
    // In Chile clocks go forward at midnight of Sunday 6 September 2026, and back on Sunday 5 April 2026.
    [
      'before the clocks go forward',
      '2026-08-28T15:00:00Z',
      'America/Santiago',
      '2026-09-08T03:00:00Z',
    ],
    [
      'while the clocks go forward',
      '2026-08-26T15:00:00Z',
      'America/Santiago',
      '2026-09-08T03:00:00Z',
    ],
    [
      'before the clocks go back',
      '2026-03-31T15:00:00Z',
      'America/Santiago',
      '2026-04-11T04:00:00Z',
    ],
  ])('the end of a period of ten days for a delivery %s', (_, deliveredAt, timeZone, end) =>
    expect(computePeriodEnd(new Date(deliveredAt), 10, timeZone)).toEqual(new Date(end)),
  )

  test('the end of a period of one day is the end of the next day, although clocks change at its midnight', () => {
    // The day that follows Saturday 5 September 2026 in Chile begins at 1:00. It is a Sunday.
    const end = computePeriodEnd(new Date('2026-09-03T15:00:00Z'), 1, 'America/Santiago')
    expect(end).toEqual(new Date('2026-09-05T04:00:00Z'))
  })
})

describe('the items of which a buyer can withdraw', () => {
  const TERMS = { days: 10, scope: 'always' } as const
  const UNTIL_DOWNLOAD = { days: 10, scope: 'until_download' } as const
  const item = { id: 1, isDownloaded: false, isRefunded: false, guaranteeDays: 0 }
  const delivered = { ...item, deliveredAt: new Date('2026-11-10T15:00:00Z') }
  const LAST_MOMENT = '2026-11-21T02:59:59.999Z'
  const OVER = '2026-11-21T03:00:00Z'

  test.each([
    ['just delivered', delivered, TERMS, '2026-11-10T15:00:01Z', true],
    ['in the last moment', delivered, TERMS, LAST_MOMENT, true],
    ['when the period is over', delivered, TERMS, OVER, false],
    ['paid but not delivered, as on hold', { ...item, deliveredAt: null }, TERMS, OVER, true],
    ['downloaded', { ...delivered, isDownloaded: true }, TERMS, LAST_MOMENT, true],
    ['not downloaded', delivered, UNTIL_DOWNLOAD, LAST_MOMENT, true],
    ['downloaded', { ...delivered, isDownloaded: true }, UNTIL_DOWNLOAD, LAST_MOMENT, false],
    ['refunded already', { ...delivered, isRefunded: true }, TERMS, LAST_MOMENT, false],
  ])('one %s, under %o at %s: %s', (_, candidate, terms, now, isOpen) => {
    const found = findWithdrawableItems([candidate], terms, {
      timeZone: BUENOS_AIRES,
      now: new Date(now),
    })
    expect(found.items).toEqual(isOpen ? [candidate] : [])
  })

  test('the items of which a buyer can withdraw are those of an order that qualify, until the first of their periods ends', () => {
    const items = [
      { ...delivered, id: 1, isDownloaded: true },
      { ...delivered, id: 2 },
      { ...delivered, id: 3, deliveredAt: new Date('2026-11-12T15:00:00Z') },
      { ...delivered, id: 4, isRefunded: true },
    ]
    const found = findWithdrawableItems(items, UNTIL_DOWNLOAD, {
      timeZone: BUENOS_AIRES,
      now: new Date('2026-11-13T15:00:00Z'),
    })
    expect(found.items.map(({ id }) => id)).toEqual([2, 3])
    expect(found.endsAt).toEqual(new Date(OVER))
  })
})

describe('the time for an answer is five working days', () => {
  test.each([
    ['from Monday to Monday', '2026-11-23T15:00:00Z', '2026-12-01T03:00:00Z'],
    ['from Friday evening to Friday', '2026-11-28T02:00:00Z', '2026-12-05T03:00:00Z'],
    ['from Saturday to Friday', '2026-11-28T15:00:00Z', '2026-12-05T03:00:00Z'],
    ['from Sunday to Friday', '2026-11-29T15:00:00Z', '2026-12-05T03:00:00Z'],
  ])('the time for an answer is five working days %s', (_, askedAt, due) =>
    expect(computeAnswerDue(new Date(askedAt), 5, BUENOS_AIRES)).toEqual(new Date(due)),
  )
})
