import { expect, test } from 'vitest'
import { resolvePeriod } from './period.ts'

/** A point in time that is already November 22 in UTC, but still November 21 in `TIME_ZONE`. */
const now = new Date('2026-11-22T02:59:00Z')
const day = (text: string) => new Date(`${text}T03:00:00Z`)

test.each([
  [{}, undefined, undefined],
  [{ range: 'all' }, undefined, undefined],
  [{ range: '7d' }, day('2026-11-15'), undefined],
  [{ range: '30d' }, day('2026-10-23'), undefined],
  [{ range: '12m' }, day('2025-11-22'), undefined],
  [{ from: '2026-11-01' }, day('2026-11-01'), undefined],
  [{ to: '2026-11-01' }, undefined, day('2026-11-02')],
  [{ range: '7d', from: '2026-01-01', to: '2026-01-31' }, day('2026-01-01'), day('2026-02-01')],
] as const)('the period %j starts at %s and ends before %s', (period, from, before) =>
  expect(resolvePeriod(period, now)).toEqual({ from, before }),
)
