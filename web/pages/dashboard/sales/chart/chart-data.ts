import { addDays } from '#contract/core/time-zone.ts'
import type { DailySales } from '#contract/sales/lines.ts'

/** A bar of the sales chart. Amounts are in minor units. */
export interface ChartBucket {
  /** The first day of the bar, such as `2026-11-21`. */
  from: string
  /** The last day of the bar, inclusive. */
  to: string
  sales: number
  views: number
  /** The revenue: the sum of what buyers paid. */
  grossMinor: number
}

/** The maximum number of bars that can be told apart on a phone. */
const MAX_BARS = 45
const DAY_MS = 86_400_000

/**
 * Groups days into the bars of a chart. A bar is a day, a week or a month, so that the chart has at most `MAX_BARS`
 * bars. Days without sales are filled in, and the sums stay the same.
 * @param from the first day of the chart; by default the first day with data
 * @param to the last day of the chart
 */
export function groupIntoBuckets(
  days: readonly DailySales[],
  from: string | undefined,
  to: string,
): ChartBucket[] {
  const first = from ?? days[0]?.date ?? to
  const last = days.reduce((latest, { date }) => (date > latest ? date : latest), to)
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1
  const next = nextBucketStart(count)
  const buckets: ChartBucket[] = []
  for (let day = first; day <= last;) {
    const nextStart = next(day)
    buckets.push({ from: day, to: addDays(nextStart, -1), sales: 0, views: 0, grossMinor: 0 })
    day = nextStart
  }
  for (const { date, count: sales, views, grossMinor } of days) {
    const bucket = buckets.findLast(({ from }) => from <= date)
    if (!bucket) continue
    bucket.sales += sales
    bucket.views += views
    bucket.grossMinor += grossMinor
  }
  return buckets
}

/** Returns a function from the first day of a bar to the first day of the next. */
function nextBucketStart(days: number): (day: string) => string {
  if (days <= MAX_BARS) return day => addDays(day, 1)
  if (days <= MAX_BARS * 7) return day => addDays(day, 7)
  return day => {
    const [year = 0, month = 1] = day.split('-').map(Number)
    return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
  }
}

/** The number of intervals between the lines of the chart. */
const AXIS_STEPS = 4
const ROUND_STEPS = [1, 2, 2.5, 5, 10]

/**
 * Returns the values at the lines of the chart's axis: from 0 to at least `highest`, at distances that are round and
 * whole multiples of `unit`. If nothing was sold, 0 is the only value.
 */
export function getAxisTicks(highest: number, unit: number): number[] {
  if (highest <= 0) return [0]
  const rough = highest / unit / AXIS_STEPS
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(rough, 1)))
  const round = ROUND_STEPS.map(factor => factor * magnitude).find(
    step => step >= rough && Number.isInteger(step),
  )
  const step = (round ?? 10 * magnitude) * unit
  const count = Math.ceil(highest / step)
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
