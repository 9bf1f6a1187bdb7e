import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, daysAgo } from '#contract/core/time.ts'
import type { InvariantFinding } from '#contract/invariants.ts'
import { decideStart } from './start.ts'

const LOST_GRANT: InvariantFinding = { name: 'paid_without_grant', count: 1, ids: [''] }
const DEAD_JOB: InvariantFinding = { name: 'job_dead', count: 1, ids: ['1'] }

const check = (days: number, findings: InvariantFinding[] = []) => ({
  at: daysAgo(days),
  durationMs: 60_000,
  findings,
})

describe('the daily check of the invariants', () => {
  test('the daily check of the invariants examines the orders that changed since an hour before the last check began', () => {
    const lastCheck = check(1)

    const start = decideStart({ lastCheck, lastCompleteCheck: check(5) })

    expect(start).toEqual(new Date(lastCheck.at.getTime() - 60_000 - HOUR_MS))
  })

  test.each([
    ['there was no check', undefined, undefined],
    ['there was no complete check', check(1), undefined],
    ['the last check found something in an order', check(1, [LOST_GRANT]), check(2)],
    ['the last complete check found something in an order', check(1), check(2, [LOST_GRANT])],
    ['the last complete check was a week ago', check(1), check(7)],
    ['the last complete check was nearly a week ago', check(1), check(6.9)],
  ])(
    'the daily check of the invariants examines all orders if %s',
    (_, lastCheck, lastCompleteCheck) => {
      expect(decideStart({ lastCheck, lastCompleteCheck })).toBeUndefined()
    },
  )

  test.each([
    ['six days after the complete one', check(1), check(6)],
    ['after a finding that is not about orders', check(1, [DEAD_JOB]), check(2, [DEAD_JOB])],
  ])(
    'the daily check of the invariants goes on from the check of yesterday %s',
    (_, lastCheck, lastCompleteCheck) => {
      const start = decideStart({ lastCheck, lastCompleteCheck })

      expect(Date.now() - start!.getTime()).toBeLessThan(2 * DAY_MS)
    },
  )
})
