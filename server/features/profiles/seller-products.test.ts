import { expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { getPublicProfile } from '#contract/profiles.ts'
import { listProductsOfSeller } from '#contract/storefront/search.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp({ resetBefore: 'file' })

test('a profile has the newest 24 products of the seller, and a list returns further pages', async () => {
  const { id, username } = await shop.publish(await shop.seller())
  await shop.db
    .execute(sql`insert into products (seller_id, name, description, price, is_price_dynamic, category_id,
      subcategory_id, image_key, edition_id, listed)
    select seller_id, 'Copia ' || n, description, price, false, category_id, subcategory_id, image_key, edition_id,
      true
    from products, generate_series(1, 25) n where products.id = ${id}`)
  const visitor = shop.visitor()
  const listPage = async (page?: number) => {
    const query = page === undefined ? {} : { page }
    const answer = expectOk(
      await visitor.call(listProductsOfSeller, { params: { username }, query }),
    )
    return { total: answer.total, names: answer.products.map(({ name }) => name) }
  }

  const profile = expectOk(await visitor.call(getPublicProfile, { params: { username } }))
  expect(profile.productCount).toBe(26)
  expect(profile.products.map(({ name }) => name)).toEqual((await listPage()).names)
  expect(profile.products).toHaveLength(24)
  expect(profile.products[0]?.name).toBe('Copia 25')

  const secondPage = await listPage(2)
  expect(secondPage.total).toBe(26)
  expect(secondPage.names[0]).toBe('Copia 1')
  expect(secondPage.names).toHaveLength(2)
  const cacheSizeBefore = shop.app.responseCache.size
  expect(await listPage(3)).toEqual({ total: 26, names: [] })
  expect(shop.app.responseCache.size, 'pages beyond the last are not cached').toBe(cacheSizeBefore)
})
