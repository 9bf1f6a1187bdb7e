import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { updateProduct } from '#contract/products/products.ts'
import { productEditions } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createZipFile } from '#tools/api-client/sample-files.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

test.each([
  ['is shown, if a file went on sale on a later day', '2026-03-02T03:00:00.000Z', true],
  ['is not shown, if it is of the first day', '2026-03-02T02:59:59.000Z', false],
])('the update of the files %s', async (_, secondDate, isShown) => {
  const seller = await shop.seller()
  const { id } = await shop.publish(seller)
  const files = { product_file: createZipFile(5_000) }
  const before = expectOk(await shop.visitor().call(getPublicProduct, { params: { id } }))
  expectOk(await seller.call(updateProduct, { params: { id }, form: {}, files }))
  const isOfProduct = eq(productEditions.productId, id)
  const editions = await shop.db
    .select()
    .from(productEditions)
    .where(isOfProduct)
    .orderBy(productEditions.number)
  expect(editions).toHaveLength(2)
  // 23:59 and the midnight after it in Buenos Aires.
  const dates = ['2026-03-02T02:59:00Z', secondDate]
  for (const [index, edition] of editions.entries())
    await shop.db
      .update(productEditions)
      .set({ createdAt: new Date(dates[index]!) })
      .where(eq(productEditions.id, edition.id))
  // The name is changed, since the cache answers what it had before the dates.
  expectOk(await seller.call(updateProduct, { params: { id }, form: { name: 'Otra' }, files: {} }))

  const page = expectOk(await shop.visitor().call(getPublicProduct, { params: { id } }))

  expect(before.filesUpdatedAt).toBeNull()
  expect(page.filesUpdatedAt).toBe(isShown ? secondDate : null)
})
