import { addDays, getStartOfDay, toLocalDay } from '../core/time-zone.ts'

/** A month of `TIME_ZONE`, with its first moment and that of the next month. */
export interface Month {
  /** Such as `2026-11`. */
  month: string
  from: Date
  before: Date
}

/** Returns the month of a moment, such as `2026-11`. */
export const toLocalMonth = (moment: Date): string => toLocalDay(moment).slice(0, 7)

/** Adds a number of months, which can be negative, to a month such as `2026-11`. */
export function addMonths(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

export const getMonth = (month: string): Month => ({
  month,
  from: getStartOfDay(`${month}-01`),
  before: getStartOfDay(`${addMonths(month, 1)}-01`),
})

/** Lists the months from one to another, both included, newest first. */
export function listMonths(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = last; month >= first; month = addMonths(month, -1)) months.push(month)
  return months
}

/**
 * Returns the day until which the statement of a month counts released money: the last of the month, or today in the
 * current month.
 */
export function getReleasedUntil(month: string, now: Date): string {
  const today = toLocalDay(now)
  const lastDay = addDays(`${addMonths(month, 1)}-01`, -1)
  return today < lastDay ? today : lastDay
}
