import { expect, test } from 'vitest'
import { parseSaleList, parseSalesFilter, toFilterQuery } from './sales-filter.ts'

test.each([
  ['', {}],
  ['q=+loops+', { q: 'loops' }],
  ['q=++', {}],
  ['product=12&state=refunded', { productId: 12, state: 'refunded' }],
  ['product=abc&state=eaten', {}],
  ['product=0', {}],
  ['product=99999999999', {}],
  ['from=2026-11-01&to=2026-11-30', { from: '2026-11-01', to: '2026-11-30' }],
  ['from=2026-13-45&to=yesterday', {}],
])('the query ?%s of the sales page is parsed as the filter %o', (address, filter) => {
  expect(parseSalesFilter(new URLSearchParams(address))).toEqual(filter)
})

test.each([
  ['', 'sales'],
  ['list=attempts', 'attempts'],
  ['list=everything', 'sales'],
  ['state=rejected', 'attempts'],
  ['list=attempts&state=refunded', 'sales'],
])('the query ?%s of the sales page shows the list of %s', (address, list) => {
  expect(parseSaleList(new URLSearchParams(address))).toBe(list)
})

test('the query of a sales filter contains its filled-in fields only', () => {
  expect(toFilterQuery({ q: 'café y té', product: '', state: 'approved' })).toBe(
    '?q=caf%C3%A9+y+t%C3%A9&state=approved',
  )
  expect(toFilterQuery({ q: ' ' })).toBe('?')
})
