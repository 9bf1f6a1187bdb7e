import { expect, test } from 'vitest'
import { roundSalesCount } from './sales-count.ts'

test.each([
  [0, null],
  [4, null],
  [5, 5],
  [9, 5],
  [10, 10],
  [19, 10],
  [49, 20],
  [99, 50],
  [100, 100],
  [1999, 1000],
  [2000, 2000],
])('a seller with %d sales is shown with %s', (count, shown) =>
  expect(roundSalesCount(count)).toBe(shown),
)
