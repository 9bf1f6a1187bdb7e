import { expect, test } from 'vitest'
import { exploreAddress, readFilters } from './filters.ts'

test.each([
  ['', { sort: 'newest', page: 1 }],
  ['q=%20pan%20&page=2', { q: 'pan', sort: 'newest', page: 2 }],
  ['category=3&subcategory=8', { category: 3, subcategory: 8, sort: 'newest', page: 1 }],
  ['subcategory=8', { sort: 'newest', page: 1 }],
  ['category=x&sort=cheap&page=-4', { sort: 'newest', page: 1 }],
  ['sort=price_asc&page=99999', { sort: 'price_asc', page: 500 }],
])('the address ?%s asks for %j', (search, filters) =>
  expect(readFilters(new URLSearchParams(search))).toEqual(filters),
)

test.each([
  [{}, '/explore'],
  [{ sort: 'newest', page: 1 }, '/explore'],
  [{ q: 'pan', category: 3, page: 2 }, '/explore?q=pan&category=3&page=2'],
  [{ subcategory: 8 }, '/explore'],
] as const)('the list %j stands at %s', (filters, address) =>
  expect(exploreAddress(filters)).toBe(address),
)
