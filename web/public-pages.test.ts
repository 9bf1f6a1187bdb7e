import { expect, test } from 'vitest'
import { findPublicPage } from './public-pages.ts'

test.each([
  ['/', '/'],
  ['/?utm_source=letter&fbclid=1', '/'],
  ['/faq?x=1', '/faq'],
  ['/tyc', '/tyc'],
  ['/help', '/help'],
  ['/help/get-paid?x=1', '/help/get-paid'],
  ['/product/7?lang=en', '/product/7'],
  ['/product/7/pan-casero?ref=ana', '/product/7/pan-casero'],
  ['/profile/@ana', '/profile/ana'],
  ['/profile/%40ana?a=b', '/profile/ana'],
  ['/explore?lang=en&q=', '/explore'],
  ['/explore?sort=price_asc&page=2&z=1&category=3', '/explore?category=3&sort=price_asc&page=2'],
  ['/_.data', '/_.data'],
  [
    '/product/7.data?_routes=pages%2Fpublic%2Fproduct&lang=en',
    '/product/7.data?_routes=pages%2Fpublic%2Fproduct',
  ],
  ['/product/7/pan.data?x=1', '/product/7/pan.data'],
  ['/explore.data?page=2&x=1', '/explore.data?page=2'],
] as const)('the public page %s is cached under the canonical address %s', (spelled, address) =>
  expect(findPublicPage(spelled)?.address).toBe(address),
)

test.each([
  '/\\evil.example',
  '/\\[',
  '/explore?q=pan',
  '/explore?minPrice=3',
  '/explore.data?q=pan',
  '/login',
  '/dashboard',
  '/order/abc',
  '/payment/success?order=abc',
  '/product/007',
  '/product/12345678901',
  '/product/x',
  '/product/7/',
  '/product/7/Pan',
  '/product/7/pan%2Fx',
  '/product/7/pan/x',
  `/product/7/${'a'.repeat(61)}`,
  '/profile/ANA',
  '/help/nothing',
  '/profile/a b',
  '/product/7.data?_routes=root',
  '/product/7.data?_routes=',
])('the page %s is not cached, since it is not public', address =>
  expect(findPublicPage(address)).toBeUndefined(),
)
