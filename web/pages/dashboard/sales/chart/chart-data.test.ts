import { expect, test } from 'vitest'
import type { DailySales } from '#contract/sales/lines.ts'
import { getAxisTicks, groupIntoBuckets } from './chart-data.ts'

const day = (date: string, count: number): DailySales => ({
  date,
  freeCopies: 0,
  views: count * 10,
  count,
  grossMinor: count * 100,
  feeMinor: 0,
  sellerShareMinor: 0,
  providerFeeMinor: 0,
  netMinor: 0,
  unsettledCount: 0,
  unsettledShareMinor: 0,
  reversedNetMinor: 0,
  refundedMinor: 0,
})

test('the chart has an empty bar for each day without sales', () => {
  const bars = groupIntoBuckets(
    [day('2026-11-18', 2), day('2026-11-20', 1)],
    '2026-11-17',
    '2026-11-21',
  )

  expect(bars.map(({ from, sales }) => [from, sales])).toEqual([
    ['2026-11-17', 0],
    ['2026-11-18', 2],
    ['2026-11-19', 0],
    ['2026-11-20', 1],
    ['2026-11-21', 0],
  ])
})

test.each([
  ['a week', '2026-11-15', 7],
  ['forty-five days', '2026-10-08', 45],
  ['ninety days, grouped by week', '2026-08-24', 13],
  ['a year, grouped by month', '2025-11-22', 13],
  ['three years, grouped by month', '2023-11-22', 37],
])('the chart of %s, from %s on, has %d bars', (_, from, bars) => {
  expect(groupIntoBuckets([], from, '2026-11-21')).toHaveLength(bars)
})

test('grouping days into wider bars keeps the sums and leaves no gap between the bars', () => {
  const days = Array.from({ length: 400 }, (_, index) =>
    day(new Date(Date.UTC(2025, 9, 18 + index)).toISOString().slice(0, 10), (index % 5) + 1),
  )

  const bars = groupIntoBuckets(days, undefined, '2026-11-21')

  const sum = (pick: (bar: (typeof bars)[number]) => number) =>
    bars.reduce((total, bar) => total + pick(bar), 0)
  expect(sum(({ sales }) => sales)).toBe(days.reduce((total, { count }) => total + count, 0))
  expect(sum(({ grossMinor }) => grossMinor)).toBe(sum(({ sales }) => sales) * 100)
  for (const [index, bar] of bars.entries())
    if (index > 0) expect(Date.parse(bar.from)).toBe(Date.parse(bars[index - 1]!.to) + 86_400_000)
})

test('the chart of a seller without sales has one empty bar for today', () => {
  expect(groupIntoBuckets([], undefined, '2026-11-21')).toEqual([
    { from: '2026-11-21', to: '2026-11-21', sales: 0, views: 0, grossMinor: 0 },
  ])
})

test.each([
  ['nothing sold', 0, 100, [0]],
  ['one sale', 1, 1, [0, 1]],
  ['three sales', 3, 1, [0, 1, 2, 3]],
  ['seven views', 7, 1, [0, 2, 4, 6, 8]],
  ['ninety-five views', 95, 1, [0, 25, 50, 75, 100]],
  ['a revenue of $ 8.900', 890_000, 100, [0, 250_000, 500_000, 750_000, 1_000_000]],
  ['a revenue of $ 1', 100, 100, [0, 100]],
  ['a revenue of 50 centavos', 50, 100, [0, 100]],
])('the axis of a chart with %s has round values', (_, highest, unit, ticks) => {
  expect(getAxisTicks(highest, unit)).toEqual(ticks)
})
