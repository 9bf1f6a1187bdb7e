import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { listRepositoryFiles } from '../../scripts/repository-files.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const UPDATE = /\.update\(products\)|\bupdate products\b/

/**
 * The files of the server that update rows of `products`. What decides whether a product is for sale is changed by
 * `updateProductRow` alone, which stores it in the column `listed`.
 */
const WRITERS: Record<string, string> = {
  'server/db/listing.ts': 'stores `listed`, and the edition of a pack',
  'server/db/product-rows.ts': '`updateProductRow`',
  'server/features/orders/download/queries.ts': 'counts free copies',
  'server/features/prices/changes/queries.ts': 'changes prices',
  'server/features/prices/offers/queries.ts': 'ends offers',
  'server/features/products/working-copies/queries.ts': 'gives a new publication number',
}

test('rows of products are updated where it is stored whether the product is for sale', () => {
  const writers = listRepositoryFiles().filter(
    path =>
      /^server\/.*\.ts$/.test(path) &&
      !path.endsWith('.test.ts') &&
      UPDATE.test(readFileSync(join(ROOT, path), 'utf8')),
  )

  expect(writers.toSorted()).toEqual(Object.keys(WRITERS).toSorted())
})
