import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getUser } from '#contract/accounts/user.ts'
import { createProduct } from '#contract/products/products.ts'
import { products, users } from '#server/db/schema/index.ts'
import { createCoverImage, createZipFile } from '#tools/api-client/sample-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { listWaitingQueries } from '#tools/database/waiting-queries.ts'
import { buildProductForm } from '#tools/test-app/product-uploads.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { runTransaction } from '#server/db/transaction.ts'

const shop = useTestApp()

test.each([
  ['closed', 'closedAt'],
  ['suspended', 'suspendedAt'],
] as const)(
  'a product is not published if its seller’s account is %s during the upload',
  async (_, column) => {
    const seller = await shop.creator()
    const { id } = expectOk(await seller.call(getUser, {}))
    const form = await buildProductForm(seller)
    const files = { image_file: await createCoverImage(), product_file: createZipFile(1000) }
    let hasReply = false

    const publishing = await runTransaction(shop.db, async tx => {
      await tx
        .update(users)
        .set({ [column]: new Date() })
        .where(eq(users.id, id))
      const reply = seller.call(createProduct, { form, files }).finally(() => (hasReply = true))
      await expect
        .poll(async () => hasReply || (await listWaitingQueries(shop.database)).length > 0)
        .toBe(true)
      return { reply }
    })

    expect(await publishing.reply).toMatchObject({ ok: false, code: 'ERROR_USER_NOT_AUTHORIZED' })
    expect(await shop.db.$count(products)).toBe(0)
  },
)
