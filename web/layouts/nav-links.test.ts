import { expect, test } from 'vitest'
import { isCurrentPage } from './nav-links.ts'

test.each([
  ['/dashboard/home', '/dashboard', true],
  ['/dashboard/home', '/dashboard/home', true],
  ['/dashboard/home', '/dashboard/', true],
  ['/dashboard/admin', '/admin/dashboard', true],
  ['/dashboard/admin', '/dashboard/admin', true],
  ['/dashboard/products', '/dashboard', false],
  ['/dashboard/admin', '/dashboard', false],
  ['/faq', '/', false],
])('the menu link to %s is current on the page %s: %s', (to, pathname, current) =>
  expect(isCurrentPage(to, pathname)).toBe(current),
)
