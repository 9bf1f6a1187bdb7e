import { expect, test } from 'vitest'
import { localDay, localTime, addDays, startOfDay } from './time-zone.ts'

test('a day begins three hours after that of universal time', () => {
  expect(startOfDay('2026-11-21')).toEqual(new Date('2026-11-21T03:00:00Z'))
  expect(localTime(new Date('2026-11-21T03:00:00Z'))).toBe('2026-11-21 00:00:00')
})

test.each([
  ['2026-11-21T02:59:59.999Z', '2026-11-20'],
  ['2026-11-21T03:00:00.000Z', '2026-11-21'],
  ['2027-01-01T00:00:00.000Z', '2026-12-31'],
])('%s belongs to %s', (moment, day) => {
  expect(localDay(new Date(moment))).toBe(day)
})

test('days are counted over the ends of months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
})
