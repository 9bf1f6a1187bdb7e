import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getUser } from '#contract/accounts.ts'
import { createProduct, listCategoryTree } from '#contract/catalog.ts'
import { products, users } from '#server/db/schema/index.ts'
import { coverImage, pdfFile } from '#test/make.ts'
import { must } from '#test/merchant.ts'
import { type Shop, openShop } from '#test/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

test.each(['closedAt', 'suspendedAt'] as const)(
  'a product that is published while its seller gets %s does not come to be',
  async moment => {
    const seller = await shop.creator()
    const { id } = must(await seller.call(getUser, {}))
    const [category] = must(await seller.call(listCategoryTree, {})).categories
    const form = {
      name: 'Recetas',
      price: 100,
      isPriceDynamic: false,
      description: 'Un libro.',
      categoryId: category!.id,
      subcategoryId: category!.subcategories[0]!.id,
    }
    const files = { image_file: await coverImage(), product_file: pdfFile(1000) }
    let isAnswered = false

    const publishing = await shop.db.transaction(async tx => {
      await tx
        .update(users)
        .set({ [moment]: new Date() })
        .where(eq(users.id, id))
      const answer = seller.call(createProduct, { form, files }).finally(() => (isAnswered = true))
      await expect.poll(async () => isAnswered || (await someoneWaits())).toBe(true)
      return { answer }
    })

    expect(await publishing.answer).toMatchObject({ ok: false, code: 'ERROR_USER_NOT_AUTHORIZED' })
    expect(await shop.db.$count(products)).toBe(0)
  },
)

/** Whether someone on this database waits for a lock. */
async function someoneWaits(): Promise<boolean> {
  const { rows } = await shop.db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}
