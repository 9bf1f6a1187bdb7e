import type { SALES_RANGES } from '#contract/desk/lines.ts'

const RANGE_DAYS: Record<Exclude<(typeof SALES_RANGES)[number], 'all'>, number> = {
  '7d': 7,
  '30d': 30,
  '90d': 90,
  '12m': 365,
}
const DAY_MS = 86_400_000

/**
 * The days meant, all of UTC: `from` and `to` both included, else a range that ends today. `before` is the start
 * of the day after the last.
 */
export function periodOf(
  wish: {
    range?: (typeof SALES_RANGES)[number] | undefined
    from?: string | undefined
    to?: string | undefined
  },
  now = new Date(),
): { from: Date | undefined; before: Date | undefined } {
  const { range = 'all', from, to } = wish
  if (from !== undefined || to !== undefined)
    return {
      from: from === undefined ? undefined : new Date(from),
      before: to === undefined ? undefined : new Date(Date.parse(to) + DAY_MS),
    }
  if (range === 'all') return { from: undefined, before: undefined }
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return { from: new Date(today - (RANGE_DAYS[range] - 1) * DAY_MS), before: undefined }
}
