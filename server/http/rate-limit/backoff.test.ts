import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AttemptState, evaluateAttempt } from './backoff.ts'

const fresh: AttemptState = { count: 0, isOver: false, remainingSeconds: 0 }
const MAX = 10

describe('evaluateAttempt', () => {
  test.each([
    ['verifies the first attempt', fresh, null, { count: 1, waitSeconds: null }],
    ['verifies the ninth attempt', { ...fresh, count: 8 }, null, { count: 9, waitSeconds: null }],
    [
      'verifies the tenth attempt and makes the next one wait a second',
      { ...fresh, count: 9 },
      null,
      { count: 10, waitSeconds: 1 },
    ],
    [
      'refuses an attempt that does not wait, for the rest of the wait',
      { ...fresh, count: 10, remainingSeconds: 0.4 },
      1,
      null,
    ],
    [
      'verifies an attempt after its wait, and doubles the next wait',
      { ...fresh, count: 12 },
      null,
      { count: 13, waitSeconds: 8 },
    ],
    [
      'makes an attempt wait for a minute at most',
      { ...fresh, count: 40 },
      null,
      { count: 41, waitSeconds: 60 },
    ],
    [
      'starts counting again after 15 minutes',
      { count: 99, isOver: true, remainingSeconds: 30 },
      null,
      { count: 1, waitSeconds: null },
    ],
  ])('evaluateAttempt %s', (_, state, refusedForSeconds, next) =>
    expect(evaluateAttempt(state, MAX)).toEqual({ refusedForSeconds, next }),
  )

  /** Plays attempts at the given seconds, in order, and returns the state with the time at which its wait ends. */
  function play(seconds: number[], from = { count: MAX, waitsUntil: 0 }) {
    let { count, waitsUntil } = from
    const answers = seconds.map(now => {
      const { refusedForSeconds, next } = evaluateAttempt(
        { count, isOver: false, remainingSeconds: waitsUntil - now },
        MAX,
      )
      if (next) [count, waitsUntil] = [next.count, now + (next.waitSeconds ?? 0)]
      return refusedForSeconds
    })
    return { count, waitsUntil, answers }
  }

  test('a client that always waits as told has about 30 attempts in 15 minutes', () => {
    let state = { count: 0, waitsUntil: 0 }
    while (state.waitsUntil < 900) state = play([state.waitsUntil], state)
    expect(state.count).toBe(29)
  })

  test('an attempt that waits as told is verified, whatever an adversary sends during the wait', () => {
    const times = (longest: number) =>
      fc.array(fc.double({ min: 0, max: longest, noNaN: true }), { maxLength: 100 })
    fc.assert(
      fc.property(
        times(600),
        times(1),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (past, during, at) => {
          const before = play(past.toSorted((a, b) => a - b))
          const start = Math.max(...past, 0)
          const wait = Math.max(before.waitsUntil - start, 0)
          const ownersFirst = start + at * wait
          const [waitSeconds] = play([ownersFirst], before).answers
          // The adversary sends any attempts until the owner's wait is over.
          const adversary = during
            .map(part => ownersFirst + part * (before.waitsUntil - ownersFirst))
            .filter(now => now < before.waitsUntil)
          const after = play(
            adversary.toSorted((a, b) => a - b),
            before,
          )

          expect(after.answers.every(answer => answer !== null)).toBe(true)
          expect(play([ownersFirst + (waitSeconds ?? 0)], after).answers).toEqual([null])
          expect(waitSeconds ?? 0).toBeLessThanOrEqual(60)
        },
      ),
    )
  })
})
