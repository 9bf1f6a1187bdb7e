import { expect, test } from 'vitest'
import { toLocalDay, formatLocalTime, addDays, getStartOfDay } from './time-zone.ts'

test('a day in Buenos Aires begins at 03:00 UTC', () => {
  expect(getStartOfDay('2026-11-21')).toEqual(new Date('2026-11-21T03:00:00Z'))
  expect(formatLocalTime(new Date('2026-11-21T03:00:00Z'))).toBe('2026-11-21 00:00:00')
})

test.each([
  ['2026-11-21', 'America/Bogota', '2026-11-21T05:00:00Z'],
  // In Chile clocks go forward at midnight, so that this day begins at 1:00, and go back at the midnight of 5 April.
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00Z'],
  ['2026-09-07', 'America/Santiago', '2026-09-07T03:00:00Z'],
  ['2026-04-05', 'America/Santiago', '2026-04-05T04:00:00Z'],
])('the day %s in %s begins at %s', (day, timeZone, moment) => {
  expect(getStartOfDay(day, timeZone)).toEqual(new Date(moment))
})

test.each([
  ['2026-11-21T02:59:59.999Z', '2026-11-20'],
  ['2026-11-21T03:00:00.000Z', '2026-11-21'],
  ['2027-01-01T00:00:00.000Z', '2026-12-31'],
])('the moment %s is on the local day %s', (moment, day) => {
  expect(toLocalDay(new Date(moment))).toBe(day)
})

test('adding days crosses the ends of months, years and leap-year Februaries', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
})
