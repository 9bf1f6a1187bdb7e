import { DAY_MS } from './time.ts'

/** The time zone in which screens, exported files and emails show days and times. */
export const TIME_ZONE = 'America/Argentina/Buenos_Aires' as const

const LOCAL_TIME_FORMAT = /* @__PURE__ */ new Intl.DateTimeFormat('en', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** Formats a moment as local date and time: `2026-11-21 14:30:05`. */
export function formatLocalTime(moment: Date): string {
  const parts = Object.fromEntries(
    LOCAL_TIME_FORMAT.formatToParts(moment).map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`
}

/** Returns the local day of a moment: `2026-11-21`. */
export function toLocalDay(moment: Date): string {
  return formatLocalTime(moment).slice(0, 10)
}

/**
 * Returns the moment at which a local day begins.
 * @param day a day such as `2026-11-21`
 */
export function getStartOfDay(day: string): Date {
  const midnight = new Date(`${day}T00:00:00Z`)
  const localAsUtc = Date.parse(`${formatLocalTime(midnight).replace(' ', 'T')}Z`)
  return new Date(2 * midnight.getTime() - localAsUtc)
}

/** Adds a number of days, which can be negative, to a day such as `2026-11-21`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}
