import { expect, test } from 'vitest'
import { DAY_MS } from '../core/time.ts'
import { decideOfferKind } from './offer-rules.ts'

const NOW = new Date('2026-11-27T12:00:00Z')
const daysBefore = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

test.each([
  ['was asked for 30 days', 1000, 1000, 45, 400, 'struck'],
  ['was asked since a publication ten days ago', 1000, 1000, 10, 10, 'struck'],
  ['is lower than all that was asked, so it was not asked itself', 1000, 1200, 45, 400, 'launch'],
  ['is known for ten days of an old product', 1000, 1000, 10, 400, 'launch'],
  ['is above a price of these days', 1000, 999, 45, 400, 'plain'],
  ['is above a price of these days, of which no more is known', 1000, 999, 10, 400, 'plain'],
])('a list price that %s makes an offer of its kind', (_, listPrice, lowest, since, age, kind) =>
  expect(
    decideOfferKind(
      listPrice,
      { lowest, since: daysBefore(since) },
      { now: NOW, publishedAt: daysBefore(age) },
    ),
  ).toBe(kind),
)

test('a product for which nothing was asked yet has a launch price', () =>
  expect(decideOfferKind(1000, { lowest: null, since: null }, { now: NOW, publishedAt: NOW })).toBe(
    'launch',
  ))
