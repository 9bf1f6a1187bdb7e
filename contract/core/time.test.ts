import { afterEach, expect, test, vi } from 'vitest'
import { daysAgo } from './time.ts'

afterEach(() => void vi.useRealTimers())

test('daysAgo counts days of 24 hours back from now', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T10:30:00Z') })

  expect(daysAgo(2)).toEqual(new Date('2026-02-28T10:30:00Z'))
  expect(daysAgo(0.5)).toEqual(new Date('2026-03-01T22:30:00Z'))
})
