import { expect, test } from 'vitest'
import { toSafeReturnPath } from './return-to.ts'

test.each(['/', '/dashboard/sales?cursor=7', '/explore?q=a&page=2#top'])(
  'the path %j of this site is opened after signing in',
  returnTo => expect(toSafeReturnPath(returnTo)).toBe(returnTo),
)

test.each([
  undefined,
  null,
  '',
  'dashboard',
  '//evil.test',
  '/\\evil.test',
  '/a\\b',
  '/\t/evil.test',
  '/\n/evil.test',
  '/ /evil.test',
  '/\u2028/evil.test',
  'https://evil.test',
  'javascript:alert(1)',
])(
  'the path %j is replaced by the dashboard after signing in, since it may lead to another site',
  returnTo => expect(toSafeReturnPath(returnTo)).toBe('/dashboard'),
)
