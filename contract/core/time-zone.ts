/** The zone that days are days of and dates are shown in, on every screen, in every file and mail. */
export const TIME_ZONE = 'America/Argentina/Buenos_Aires' as const

const DAY_MS = 86_400_000
const CLOCK = /* @__PURE__ */ new Intl.DateTimeFormat('en', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** What clocks of the zone show at `moment`, to the second: `2026-11-21 14:30:05`. */
export function localTime(moment: Date): string {
  const parts = Object.fromEntries(
    CLOCK.formatToParts(moment).map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`
}

/** The zone's day at `moment`: `2026-11-21`. */
export function localDay(moment: Date): string {
  return localTime(moment).slice(0, 10)
}

/** The moment a day of the zone begins. @param day `2026-11-21` */
export function startOfDay(day: string): Date {
  const midnight = new Date(`${day}T00:00:00Z`)
  const shown = Date.parse(`${localTime(midnight).replace(' ', 'T')}Z`)
  return new Date(2 * midnight.getTime() - shown)
}

/** The day so many days after `day`, or before it where negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}
