import { describe, expect, test } from 'vitest'
import { evaluateAttempt } from './backoff.ts'

const fresh = { count: 0, refusals: 0, over: false, mustWait: false }
const MAX = 10

describe('a try to guess something', () => {
  test.each([
    ['the first', fresh, null, { count: 1, refusals: 0, waitSeconds: null }],
    ['the ninth', { ...fresh, count: 8 }, null, { count: 9, refusals: 0, waitSeconds: null }],
    ['the tenth', { ...fresh, count: 9 }, null, { count: 10, refusals: 0, waitSeconds: 1 }],
    [
      'who does not wait',
      { ...fresh, count: 10, mustWait: true },
      1,
      { count: 10, refusals: 1, waitSeconds: 1 },
    ],
    [
      'who does not wait again',
      { ...fresh, count: 10, refusals: 1, mustWait: true },
      2,
      { count: 10, refusals: 2, waitSeconds: 2 },
    ],
    [
      'who waits as told',
      { ...fresh, count: 10, refusals: 2 },
      null,
      { count: 11, refusals: 3, waitSeconds: 4 },
    ],
    [
      'at most a minute',
      { ...fresh, count: 40, refusals: 30, mustWait: true },
      60,
      { count: 40, refusals: 31, waitSeconds: 60 },
    ],
    [
      'after a quarter of an hour',
      { count: 99, refusals: 30, over: true, mustWait: true },
      null,
      { count: 1, refusals: 0, waitSeconds: null },
    ],
  ])('%s', (_, tries, refusedForSeconds, next) =>
    expect(evaluateAttempt(tries, MAX)).toEqual({ refusedForSeconds, next }),
  )

  test('a patient guesser from one address has some thirty tries in a quarter of an hour', () => {
    let [tries, seconds] = [fresh, 0]
    while (seconds < 900) {
      const { next } = evaluateAttempt(tries, MAX)
      tries = { ...tries, ...next }
      seconds += next.waitSeconds ?? 0
    }
    expect(tries.count).toBe(30)
  })

  test('nobody waits longer than a minute, and the waits double', () => {
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
