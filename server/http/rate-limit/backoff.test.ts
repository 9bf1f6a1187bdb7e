import { describe, expect, test } from 'vitest'
import { evaluateAttempt } from './backoff.ts'

const fresh = { count: 0, refusals: 0, isOver: false, mustWait: false }
const MAX = 10

describe('evaluateAttempt', () => {
  test.each([
    ['verifies the first attempt', fresh, null, { count: 1, refusals: 0, waitSeconds: null }],
    [
      'verifies the ninth attempt',
      { ...fresh, count: 8 },
      null,
      { count: 9, refusals: 0, waitSeconds: null },
    ],
    [
      'verifies the tenth attempt and makes the next one wait a second',
      { ...fresh, count: 9 },
      null,
      { count: 10, refusals: 0, waitSeconds: 1 },
    ],
    [
      'refuses an attempt that does not wait',
      { ...fresh, count: 10, mustWait: true },
      1,
      { count: 10, refusals: 1, waitSeconds: 1 },
    ],
    [
      'refuses a second attempt that does not wait, and doubles the wait',
      { ...fresh, count: 10, refusals: 1, mustWait: true },
      2,
      { count: 10, refusals: 2, waitSeconds: 2 },
    ],
    [
      'verifies an attempt after its wait, and doubles the next wait',
      { ...fresh, count: 10, refusals: 2 },
      null,
      { count: 11, refusals: 3, waitSeconds: 4 },
    ],
    [
      'refuses an attempt for a minute at most',
      { ...fresh, count: 40, refusals: 30, mustWait: true },
      60,
      { count: 40, refusals: 31, waitSeconds: 60 },
    ],
    [
      'starts counting again after 15 minutes',
      { count: 99, refusals: 30, isOver: true, mustWait: true },
      null,
      { count: 1, refusals: 0, waitSeconds: null },
    ],
  ])('%s', (_, tries, refusedForSeconds, next) =>
    expect(evaluateAttempt(tries, MAX)).toEqual({ refusedForSeconds, next }),
  )

  test('a client that always waits as told has about 30 attempts in 15 minutes', () => {
    let [tries, seconds] = [fresh, 0]
    while (seconds < 900) {
      const { next } = evaluateAttempt(tries, MAX)
      tries = { ...tries, ...next }
      seconds += next.waitSeconds ?? 0
    }
    expect(tries.count).toBe(30)
  })

  test('the waiting time between attempts doubles up to a minute', () => {
    let tries = { ...fresh, count: MAX, mustWait: true }
    const waits = []
    for (let index = 0; index < 9; index += 1) {
      const { refusedForSeconds, next } = evaluateAttempt(tries, MAX)
      waits.push(refusedForSeconds)
      tries = { ...tries, ...next }
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  })
})
