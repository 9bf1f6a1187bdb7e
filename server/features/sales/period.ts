import type { SALES_RANGES } from '#contract/sales/lines.ts'
import { toLocalDay, addDays, getStartOfDay } from '#contract/core/time-zone.ts'

const RANGE_DAYS: Record<Exclude<(typeof SALES_RANGES)[number], 'all'>, number> = {
  '7d': 7,
  '30d': 30,
  '90d': 90,
  '12m': 365,
}

/**
 * Converts a period of days in `TIME_ZONE` to timestamps. `from` and `to` are both included and take precedence over
 * `range`, which ends today. The returned `before` is the start of the day after the last day.
 */
export function resolvePeriod(
  period: {
    range?: (typeof SALES_RANGES)[number] | undefined
    from?: string | undefined
    to?: string | undefined
  },
  now = new Date(),
): { from: Date | undefined; before: Date | undefined } {
  const { range = 'all', from, to } = period
  if (from !== undefined || to !== undefined)
    return {
      from: from === undefined ? undefined : getStartOfDay(from),
      before: to === undefined ? undefined : getStartOfDay(addDays(to, 1)),
    }
  if (range === 'all') return { from: undefined, before: undefined }
  return { from: getStartOfDay(addDays(toLocalDay(now), 1 - RANGE_DAYS[range])), before: undefined }
}
