import { DAY_MS, HOUR_MS } from './time.ts'

/** The time zone in which screens, exported files and emails show days and times. */
export const TIME_ZONE = 'America/Argentina/Buenos_Aires' as const

/**
 * The formats of the time zones that were asked for. Creating one takes as long as ten uses, and the first of a page
 * takes a slow phone 0.2 s.
 */
const formats = new Map<string, Intl.DateTimeFormat>()

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, format)
  return format
}

/**
 * Formats a moment as local date and time: `2026-11-21 14:30:05`.
 * @param timeZone the IANA name of a time zone
 */
export function formatLocalTime(moment: Date, timeZone: string = TIME_ZONE): string {
  const parts = Object.fromEntries(
    getFormat(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`
}

/**
 * Returns the local day of a moment: `2026-11-21`.
 * @param timeZone the IANA name of a time zone
 */
export function toLocalDay(moment: Date, timeZone: string = TIME_ZONE): string {
  return formatLocalTime(moment, timeZone).slice(0, 10)
}

/**
 * Returns the moment at which a local day begins, also on days on which clocks change.
 * @param day a day such as `2026-11-21`
 * @param timeZone the IANA name of a time zone
 */
export function getStartOfDay(day: string, timeZone: string = TIME_ZONE): Date {
  const midnight = new Date(`${day}T00:00:00Z`)
  const toMoment = (guess: Date) => new Date(midnight.getTime() - getOffsetMs(guess, timeZone))
  const start = toMoment(toMoment(midnight))
  // In some countries clocks change at midnight, so that the day begins an hour later.
  return toLocalDay(start, timeZone) < day ? new Date(start.getTime() + HOUR_MS) : start
}

/** Returns how many milliseconds the local clock is ahead of UTC at a moment of whole seconds. */
function getOffsetMs(moment: Date, timeZone: string): number {
  const localAsUtc = Date.parse(`${formatLocalTime(moment, timeZone).replace(' ', 'T')}Z`)
  return localAsUtc - moment.getTime()
}

/** Adds a number of days, which can be negative, to a day such as `2026-11-21`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}
