import { expect, test } from 'vitest'
import { safeReturnTo } from './return-to.ts'

test.each([
  ['/dashboard/sales?cursor=7', '/dashboard/sales?cursor=7'],
  ['/', '/'],
  [null, '/dashboard'],
  ['', '/dashboard'],
  ['dashboard', '/dashboard'],
  ['//evil.example', '/dashboard'],
  ['/\\evil.example', '/dashboard'],
  ['/a\\b', '/dashboard'],
  ['/\t/evil.example', '/dashboard'],
  ['https://evil.example', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
])('after logging in, %j leads to %s', (wanted, to) => {
  expect(safeReturnTo(wanted)).toBe(to)
})
