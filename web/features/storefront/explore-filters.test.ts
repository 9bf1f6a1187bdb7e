import { expect, test } from 'vitest'
import { buildExplorePath, parseExploreFilters } from './explore-filters.ts'

test.each([
  ['', { page: 1 }],
  ['q=%20pan%20&page=2', { q: 'pan', page: 2 }],
  ['category=3&subcategory=8', { category: 3, subcategory: 8, page: 1 }],
  ['subcategory=8', { page: 1 }],
  ['category=x&sort=cheap&page=-4', { page: 1 }],
  ['sort=price_asc&page=99999', { sort: 'price_asc', page: 500 }],
  ['minPrice=100&maxPrice=900', { minPrice: 100, maxPrice: 900, page: 1 }],
  ['minPrice=900&maxPrice=100', { minPrice: 900, page: 1 }],
  ['minPrice=0&maxPrice=10000000', { page: 1 }],
  ['fileType=pdf&dynamicPrice=true', { fileType: 'pdf', dynamicPrice: 'true', page: 1 }],
  ['aiUse=none', { aiUse: 'none', page: 1 }],
  ['fileType=exe&dynamicPrice=1&aiUse=some', { page: 1 }],
  ['minRating=4&sort=best_rated', { minRating: '4', sort: 'best_rated', page: 1 }],
  ['minRating=5', { page: 1 }],
  ['free=true&maxPrice=900', { free: 'true', page: 1 }],
  ['free=1', { page: 1 }],
])('the query ?%s of the explore page is parsed as the filters %j', (search, filters) =>
  expect(parseExploreFilters(new URLSearchParams(search))).toEqual(filters),
)

test.each([
  [{}, '/explore'],
  [{ sort: 'newest', page: 1 }, '/explore'],
  [{ q: 'pan', sort: 'newest' }, '/explore?q=pan&sort=newest'],
  [{ q: 'pan', category: 3, page: 2 }, '/explore?q=pan&category=3&page=2'],
  [{ subcategory: 8 }, '/explore'],
  [{ free: 'true', q: 'pan' }, '/explore?q=pan&free=true'],
  [{ minRating: '4', sort: 'best_rated' }, '/explore?minRating=4&sort=best_rated'],
  [
    { minPrice: 100, maxPrice: 900, fileType: 'pdf', dynamicPrice: 'true' },
    '/explore?minPrice=100&maxPrice=900&fileType=pdf&dynamicPrice=true',
  ],
] as const)('the explore page with the filters %j has the path %s', (filters, address) =>
  expect(buildExplorePath(filters)).toBe(address),
)
