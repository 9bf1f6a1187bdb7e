import { expect, test } from 'vitest'
import { computeReminderTime } from './reminder-time.ts'

const BUENOS_AIRES = 'America/Argentina/Buenos_Aires'
const ISSUED = '2026-11-20T12:00:00Z'

test.each([
  ['24 hours before a deadline by day', '2026-11-25T15:30-03:00', '2026-11-24T15:30-03:00'],
  ['at 9 on the morning after a night', '2026-11-25T23:59-03:00', '2026-11-25T09:00-03:00'],
  ['at 9 on the same day before dawn', '2026-11-25T04:10-03:00', '2026-11-24T09:00-03:00'],
  ['at the first minute of the day', '2026-11-25T09:00-03:00', '2026-11-24T09:00-03:00'],
  ['at the last minute of the day', '2026-11-25T20:59-03:00', '2026-11-24T20:59-03:00'],
])('the buyer is reminded %s', (_, deadline, reminder) => {
  expect(computeReminderTime(new Date(deadline), new Date(ISSUED), BUENOS_AIRES)).toEqual(
    new Date(reminder),
  )
})

test('the hour is that of the buyer’s country', () => {
  const deadline = new Date('2026-11-25T03:30-06:00')

  expect(computeReminderTime(deadline, new Date(ISSUED), 'America/Mexico_City')).toEqual(
    new Date('2026-11-24T09:00-06:00'),
  )
})

test('a voucher that expires within 24 hours of its issue has no reminder', () => {
  expect(
    computeReminderTime(new Date('2026-11-21T11:00Z'), new Date(ISSUED), BUENOS_AIRES),
  ).toBeUndefined()
})
