import { expect, test } from 'vitest'
import type { ProductListQuery } from '#contract/storefront/search.ts'
import { LIST_SORTS, buildStatementName } from './list-conditions.ts'

test('each combination of filters and sort order has a statement name of its own, of at most 63 characters', () => {
  const values = {
    category: 1,
    subcategory: 1,
    minPrice: 1,
    maxPrice: 1,
    fileType: 'pdf',
    minRating: '4',
    buyable: 'true',
  } as const
  const fields = Object.keys(values) as (keyof typeof values)[]
  const names: string[] = []
  for (let bits = 0; bits < 2 ** fields.length; bits += 1)
    for (const sort of Object.keys(LIST_SORTS) as NonNullable<ProductListQuery['sort']>[])
      for (const dynamicPrice of [undefined, 'true', 'false'] as const)
        for (const extra of ['', 'after']) {
          const chosen = fields.filter((_, index) => bits & (2 ** index))
          const filter = Object.fromEntries(chosen.map(name => [name, values[name]]))
          names.push(buildStatementName('unbuyable', { ...filter, dynamicPrice, sort }, extra))
        }

  expect(new Set(names).size).toBe(names.length)
  expect(names.filter(name => name.length > 63)).toEqual([])
})
