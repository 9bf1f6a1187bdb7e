import * as m from '#messages'
import { getDateLocale } from '#web/i18n/locale.ts'

/** The units of time with their length in seconds, the longest first. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Below this age, the clocks of server and browser differ more than the seconds tell. */
const JUST_NOW_SECONDS = 5

/** Splits a duration into a whole number of the largest unit of which it has at least one. */
function split(seconds: number): [count: number, unit: (typeof UNITS)[number][0]] {
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? UNITS[3]
  return [Math.floor(seconds / length), unit]
}

/** Formats a duration in its largest unit: `5 minutos`, `1 hour`. */
export function formatDuration(seconds: number): string {
  const [count, unit] = split(seconds)
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(getDateLocale(), options).format(count)
}

/** Formats how long ago a time was: `recién`, `hace 5 minutos`, `1 hour ago`. */
export function formatTimeAgo(time: string | number, now = Date.now()): string {
  const seconds = (now - new Date(time).getTime()) / 1000
  if (seconds < JUST_NOW_SECONDS) return m.status_just_now()
  const [count, unit] = split(seconds)
  return new Intl.RelativeTimeFormat(getDateLocale()).format(-count, unit)
}
