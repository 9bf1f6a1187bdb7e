import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/user.ts'
import { createProduct } from '#contract/catalog/products.ts'
import { listCategoryTree } from '#contract/catalog/categories.ts'
import { products, users } from '#server/db/schema/index.ts'
import { coverImage, pdfFile } from '#tools/api-client/sample-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

test.each(['closedAt', 'suspendedAt'] as const)(
  'a product that is published while its seller gets %s does not come to be',
  async moment => {
    const seller = await shop.creator()
    const { id } = expectOk(await seller.call(getUser, {}))
    const [category] = expectOk(await seller.call(listCategoryTree, {})).categories
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
