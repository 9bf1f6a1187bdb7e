import { addDays } from '#contract/core/time-zone.ts'
import type { SaleDay } from '#contract/sales/lines.ts'

/** What a bar of the chart stands for. Amounts are minor units. */
export interface Bucket {
  /** Its first day, `2026-11-21`. */
  from: string
  /** Its last day. */
  to: string
  sales: number
  views: number
  /** Revenue: what buyers paid. */
  grossMinor: number
}

/** Bars that still can be told apart on a phone. */
const MOST_BARS = 45
const DAY_MS = 86_400_000

/**
 * Days with gaps in between, as bars without: by day, by week, or by month, whatever fits. Nothing is lost or
 * made up: the sums stay.
 * @param from the first day to show, or the first there is; @param to the last
 */
export function bucketsOf(
  days: readonly SaleDay[],
  from: string | undefined,
  to: string,
): Bucket[] {
  const first = from ?? days[0]?.date ?? to
  const last = days.reduce((latest, { date }) => (date > latest ? date : latest), to)
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1
  const next = stepOf(count)
  const buckets: Bucket[] = []
  for (let day = first; day <= last;) {
    const after = next(day)
    buckets.push({ from: day, to: addDays(after, -1), sales: 0, views: 0, grossMinor: 0 })
    day = after
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

/** From the first day of a bar to the first of the next. */
function stepOf(days: number): (day: string) => string {
  if (days <= MOST_BARS) return day => addDays(day, 1)
  if (days <= MOST_BARS * 7) return day => addDays(day, 7)
  return day => {
    const [year = 0, month = 1] = day.split('-').map(Number)
    return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
  }
}
