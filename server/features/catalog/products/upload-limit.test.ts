import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createProduct, getStorageUsage } from '#contract/catalog/products.ts'
import { listCategoryTree } from '#contract/catalog/categories.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { coverImage, pdfFile } from '#tools/api-client/sample-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

/** The limit as an installation has it: nothing is set. */
let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

/** A PDF of exactly `bytes`. */
async function exactly(bytes: number): Promise<File> {
  const head = new Uint8Array(await pdfFile(1000).arrayBuffer())
  return new File([head, new Uint8Array(bytes - head.length)], 'libro.pdf')
}

test.each([
  ['50 MB', LIMITS.productFileMaxBytes, 201, LIMITS.productFileMaxBytes],
  ['50 MB and one byte', LIMITS.productFileMaxBytes + 1, 413, 0],
])('a file of %s', async (_, bytes, status, taken) => {
  const seller = await shop.creator()
  const { categories } = expectOk(await seller.call(listCategoryTree, {}))
  const answer = await seller.call(createProduct, {
    form: {
      name: 'Recetas',
      price: 100,
      isPriceDynamic: false,
      description: 'Un libro.',
      categoryId: categories[0]!.id,
      subcategoryId: categories[0]!.subcategories[0]!.id,
    },
    files: { image_file: await coverImage(), product_file: await exactly(bytes) },
  })

  expect(answer.status).toBe(status)
  if (!answer.ok) expect(answer.code).toBe('ERROR_UPLOADING_FILES')
  expect(expectOk(await seller.call(getStorageUsage, {})).totalDirectorySize).toBe(taken)
  const kept = await readdir(join(shop.folder, 'storage', 'files'), { recursive: true })
  expect(kept.filter(name => name.includes('/'))).toHaveLength(taken > 0 ? 1 : 0)
})
