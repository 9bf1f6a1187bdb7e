import { expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

/** Publishes a product, caches its public response, and returns the number of cache entries. */
async function cachedProduct() {
  const { responseCache } = shop.app
  const { id } = await shop.publish(await shop.seller())
  const before = responseCache.size
  await expect
    .poll(async () => {
      expectOk(await shop.visitor().call(getPublicProduct, { params: { id } }))
      return responseCache.size
    })
    .toBe(before + 1)
  return { id, entries: before + 1 }
}

test('a change of a column that no trigger names drops the cached product', async () => {
  await shop.db.execute(sql`alter table products add column pages integer`)
  try {
    const { id, entries } = await cachedProduct()

    await shop.db.execute(sql`update products set pages = 12 where id = ${id}`)

    await expect.poll(() => shop.app.responseCache.size).toBeLessThan(entries)
  } finally {
    await shop.db.execute(sql`alter table products drop column pages`)
  }
})

test('a change of a column that is not public keeps the cached product', async () => {
  const { id, entries } = await cachedProduct()
  await shop.db.execute(
    sql`update products set updated_at = now(), request_key = 'key' where id = ${id}`,
  )
  // The response to a change waits until this process has received all earlier notifications, so an unrelated change is
  // made here.
  await shop.publish(await shop.seller())

  expect(shop.app.responseCache.size).toBe(entries)
})
