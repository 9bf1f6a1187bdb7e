import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import { formatLocalTime } from '#contract/core/time-zone.ts'

const REMINDER_LEAD_MS = DAY_MS
/** The hours of the day in which reminders are sent: from 9:00 to 20:59. */
const FIRST_HOUR = 9
const LAST_HOUR = 20

/**
 * Computes when the buyer is reminded of a voucher: 24 hours before its deadline or, if that is at night, on the next
 * morning.
 * @param timeZone the IANA name of the buyer's time zone
 * @returns undefined if the voucher was issued too late for a reminder, or would expire before the morning
 */
export function computeReminderTime(deadline: Date, now: Date, timeZone: string): Date | undefined {
  const early = new Date(deadline.getTime() - REMINDER_LEAD_MS)
  if (early <= now) return undefined
  const time = moveToDaytime(early, timeZone)
  return time < deadline ? time : undefined
}

/** Returns the time or, if it is at night, the next morning. */
export function moveToDaytime(time: Date, timeZone: string): Date {
  let moved = time
  while (!isDaytime(moved, timeZone)) moved = startOfNextHour(moved)
  return moved
}

function isDaytime(time: Date, timeZone: string): boolean {
  const hour = Number(formatLocalTime(time, timeZone).slice(11, 13))
  return hour >= FIRST_HOUR && hour <= LAST_HOUR
}

const startOfNextHour = (time: Date): Date =>
  new Date((Math.floor(time.getTime() / HOUR_MS) + 1) * HOUR_MS)
