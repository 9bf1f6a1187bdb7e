import { describe, expect, test } from 'vitest'
import { RecentTally } from './tally.ts'

describe('a tally', () => {
  test('a tally counts the events of its last minutes, and keeps the time of the last one', () => {
    const tally = new RecentTally(5)
    const start = Date.parse('2026-01-01T10:00:00.000Z')
    for (const minute of [0, 0, 3]) tally.add(start + minute * 60_000)

    expect([0, 4, 5, 7, 8].map(minute => tally.read(start + minute * 60_000).count)).toEqual([
      3, 3, 1, 1, 0,
    ])
    expect(tally.read(start + 9 * 60_000).lastAt).toBe('2026-01-01T10:03:00.000Z')
  })
})
