import { expect, test } from 'vitest'
import { type CategoryProposal, proposeCategory } from '#contract/products/categories.ts'
import { createDraft } from '#contract/products/working-copy.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { seedCategories } from './seed.ts'

const shop = useTestApp()

const propose = async (seller: SignedInUser, name: string): Promise<CategoryProposal | null> =>
  expectOk(await seller.call(proposeCategory, { query: { name } })).proposal

test('a category is proposed by the name of a product, and else by the last product that the seller published', async () => {
  await seedCategories(shop.db)
  const seller = await shop.seller()
  expect(await propose(seller, 'Vidala')).toBeNull()

  await shop.publish(seller, { name: 'Zamba' })
  const { category, subcategory } = await shop.publish(seller, { name: 'Chacarera' })
  expectOk(await seller.call(createDraft, { body: { fields: { name: 'Borrador' } } }))
  await shop.publish(await shop.seller(), { name: 'De otra persona' })

  expect(await propose(seller, 'Vidala')).toEqual({
    categoryId: category.id,
    subcategoryId: subcategory.id,
    reason: 'last_product',
  })
  const byName = await propose(seller, 'Recetas de invierno')
  expect(byName).toMatchObject({ subcategoryId: expect.any(Number), reason: 'name' })
  expect(byName!.categoryId).not.toBe(category.id)
})

test('a category that the marketplace does not have is not proposed', async () => {
  const seller = await shop.seller()

  expect(await propose(seller, 'Recetas de invierno')).toBeNull()
})
