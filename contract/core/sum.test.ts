import { expect, test } from 'vitest'
import { sum, sumOrNull } from './sum.ts'

test('sum adds up numbers, and returns 0 without any', () => {
  expect(sum([5, -2, 4])).toBe(7)
  expect(sum([])).toBe(0)
})

test.each([
  ['all numbers are known', [5, 0, 4], 9],
  ['one number is unknown', [5, null, 4], null],
  ['there are no numbers', [], 0],
])('sumOrNull, if %s', (_, numbers, total) => expect(sumOrNull(numbers)).toBe(total))
