import { expect, test } from 'vitest'
import { buildRelatedTags } from './related-products.ts'

const eight = Array.from({ length: 8 }, (_, index) => ({ id: 11 + index, sellerId: 3 }))

test('a list of related products that has its maximum length is invalidated only by changes of its products and sellers', () =>
  expect(buildRelatedTags(7, eight)).toEqual([
    'product:7',
    'product:11',
    'seller:3',
    ...[12, 13, 14, 15, 16, 17, 18].map(id => `product:${id}`),
  ]))

test('a list of related products with free places is also invalidated by any new product', () => {
  expect(buildRelatedTags(7, eight.slice(1))).toContain('products')
  expect(buildRelatedTags(7, [])).toEqual(['product:7', 'products'])
})
