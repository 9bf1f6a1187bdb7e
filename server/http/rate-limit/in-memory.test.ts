import { expect, test } from 'vitest'
import { createCallCount } from './in-memory.ts'

test('whoever calls too often waits for the end of the minute, and nobody else does', () => {
  const calls = createCallCount(2, 60_000)

  expect(calls.count('ana', 1000)).toBeUndefined()
  expect(calls.count('ana', 11_000)).toBeUndefined()
  expect(calls.count('ana', 11_001)).toBe(50)
  expect(calls.count('beto', 11_002)).toBeUndefined()
  expect(calls.count('ana', 60_999)).toBe(1)
  expect(calls.count('ana', 61_000)).toBeUndefined()
})

test('addresses without end take no memory without end', () => {
  const calls = createCallCount(1, 60_000)
  calls.count('ana', 0)
  expect(calls.count('ana', 1)).toBe(60)

  for (let n = 0; n < 100_000; n++) calls.count(`address ${n}`, 2)

  expect(calls.count('ana', 3)).toBeUndefined()
})
