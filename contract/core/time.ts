/** The milliseconds of an hour. */
export const HOUR_MS = 3_600_000

/** The milliseconds of a day. */
export const DAY_MS = 24 * HOUR_MS

/** The seconds of a day. */
export const DAY_SECONDS = DAY_MS / 1000

/** Returns the moment that was a number of days, of 24 hours each, before now. */
export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * DAY_MS)
}
