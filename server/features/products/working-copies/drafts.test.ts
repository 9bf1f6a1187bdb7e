import { ne, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  MAX_DRAFTS,
  createDraft,
  duplicateProduct,
  getWorkingCopy,
  findProblems,
  listDrafts,
  publishProduct,
  saveWorkingCopy,
} from '#contract/products/working-copy.ts'
import { listAllProducts, takeDownProduct } from '#contract/admin/products.ts'
import { deletePreview, reorderPreviews } from '#contract/products/previews.ts'
import { changeProductFile } from '#contract/files/product-files.ts'
import {
  deleteProduct,
  getOwnProduct,
  listOwnProducts,
  setProductState,
  updateProduct,
} from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { listPublicProducts, suggestProducts } from '#contract/storefront/search.ts'
import { daysAgo } from '#contract/core/time.ts'
import { productPreviews, searchWords, workingCopies } from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createCoverImage } from '#tools/api-client/sample-files.ts'
import { listWaitingQueries } from '#tools/database/waiting-queries.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { readUsedBytes } from '#tools/test-app/product-uploads.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { DRAFT_FIELDS, createDraftSteps } from '#tools/api-client/drafts.ts'

const shop = useTestApp()
let seller: SignedInUser
beforeEach(async () => {
  seller = await shop.seller()
})

const { create, addFileTo, addCover, addPicture, listed, createComplete } = createDraftSteps(
  () => seller,
)
const params = ({ id }: { id: number }) => ({ id: String(id) })

describe('a draft', () => {
  test('a draft keeps what was typed, however incomplete or invalid it is', async () => {
    const { id, fields, version } = await create({ name: ' x', price: '12,5O', about: '<b>' })
    expect(fields).toEqual({ name: ' x', price: '12,5O', about: '<b>' })

    const saved = expectOk(
      await seller.call(saveWorkingCopy, {
        params: params({ id }),
        body: { fields: { price: '' } },
      }),
    )

    expect(saved).toMatchObject({
      fields: { name: ' x', price: '', about: '<b>' },
      version: version + 1,
    })
    expect(expectOk(await seller.call(listDrafts, {})).drafts).toMatchObject([
      { id: saved.id, name: ' x', price: '', isEmpty: false },
    ])
  })

  test('a draft keeps the changes of two devices, and tells each of those of the other', async () => {
    const draft = await create()
    const save = async (fields: object) =>
      expectOk(await seller.call(saveWorkingCopy, { params: params(draft), body: { fields } }))

    await save({ name: 'Milonga triste' })
    const saved = await save({ price: '2000' })

    expect(saved.version).toBe(draft.version + 2)
    expect(saved.fields).toMatchObject({ name: 'Milonga triste', price: '2000' })
  })

  test('a draft is in no list, page or suggestion, and its words are in no search', async () => {
    const draft = await createComplete()
    const visitor = shop.visitor()

    expect(await visitor.call(getPublicProduct, { params: params(draft) })).toMatchObject({
      code: 'ERROR_PRODUCT_NOT_FOUND',
    })
    const { products } = expectOk(
      await visitor.call(listPublicProducts, { params: { page: 1 }, query: {} }),
    )
    expect(products).toEqual([])
    expect(
      expectOk(await visitor.call(suggestProducts, { query: { q: 'milonga' } })).products,
    ).toEqual([])
    expect(await shop.db.$count(searchWords, sql`word = 'milonga'`)).toBe(0)
    expect(expectOk(await seller.call(listOwnProducts, {})).products).toEqual([])
  })

  test('a draft is no product for the calls that change products', async () => {
    const draft = await createComplete()
    const refusal = { status: 404, code: 'ERROR_PRODUCT_NOT_FOUND' }

    expect(await seller.call(getOwnProduct, { params: params(draft) })).toMatchObject(refusal)
    const cover = { image_file: await createCoverImage() }
    for (const files of [{}, cover] as Record<string, Blob>[])
      expect(
        await seller.call(updateProduct, { params: params(draft), form: { name: 'Otra' }, files }),
      ).toMatchObject(refusal)
    expect(await seller.call(duplicateProduct, { params: params(draft) })).toMatchObject(refusal)
    expect(
      await seller.call(setProductState, { params: params(draft), body: { state: 'on_sale' } }),
    ).toMatchObject({ code: 'ERROR_PRODUCT_STATE' })
  })

  test('a draft is in no list of the administration, and cannot be taken down', async () => {
    const draft = await createComplete()
    const admin = await createAdmin(shop)

    const { products } = expectOk(await admin.call(listAllProducts, { query: {} }))
    expect(products).toEqual([])
    expect(
      await admin.call(takeDownProduct, { params: params(draft), body: { reason: 'Spam' } }),
    ).toMatchObject({ status: 404 })
  })

  test('a draft of another seller is not found', async () => {
    const draft = await createComplete()
    const stranger = await shop.seller()
    const refusal = { status: 404, code: 'ERROR_PRODUCT_NOT_FOUND' }

    expect(await stranger.call(getWorkingCopy, { params: params(draft) })).toMatchObject(refusal)
    expect(
      await stranger.call(saveWorkingCopy, { params: params(draft), body: { fields: {} } }),
    ).toMatchObject(refusal)
    expect(await stranger.call(publishProduct, { params: params(draft) })).toMatchObject(refusal)
  })

  test('a draft loses its only file, which leaves the quota, and can get another', async () => {
    const draft = await create()
    const files = await addFileTo(draft)
    const slot = String(files[0]!.id)

    expectOk(
      await seller.call(changeProductFile, {
        params: { ...params(draft), slot },
        body: { isHidden: true },
      }),
    )

    expect(await readUsedBytes(seller)).toBe(0)
    expect(expectOk(await seller.call(getWorkingCopy, { params: params(draft) })).files.count).toBe(
      0,
    )
    await addFileTo(draft)
    expect(expectOk(await seller.call(getWorkingCopy, { params: params(draft) })).files.count).toBe(
      1,
    )
  })

  test('a draft is one of a hundred at most, also if several are made at once or by repeated requests', async () => {
    for (let count = 1; count < MAX_DRAFTS; count += 1) await create({})

    const sendAll = () =>
      ['the first form', 'the second form', 'the third form'].flatMap(key => {
        const request = { body: { fields: { name: key } }, idempotencyKey: key }
        return [seller.call(createDraft, request), seller.call(createDraft, request)]
      })
    // All requests wait for the seller's row, so that none has counted the drafts before the others.
    const requests = await runTransaction(shop.db, async tx => {
      await tx.execute(sql`select id from users for update`)
      const sent = sendAll()
      await expect
        .poll(async () => (await listWaitingQueries(shop.database)).length, { timeout: 20_000 })
        .toBeGreaterThanOrEqual(4)
      return { sent }
    })
    const results = await Promise.all(requests.sent)

    const created = results.flatMap(result => (result.ok ? [result.body.id] : []))
    expect(created).toHaveLength(2)
    expect(new Set(created).size).toBe(1)
    for (const result of results)
      if (!result.ok) expect(result).toMatchObject({ status: 409, code: 'ERROR_TOO_MANY_DRAFTS' })
    expect(expectOk(await seller.call(listDrafts, {})).drafts).toHaveLength(MAX_DRAFTS)
  })

  test('a draft is made once by a request that is repeated', async () => {
    const request = { body: { fields: DRAFT_FIELDS }, idempotencyKey: 'a-key-of-this-draft' }
    const [first, second] = await Promise.all([
      seller.call(createDraft, request),
      seller.call(createDraft, request),
    ])

    expect(expectOk(first).id).toBe(expectOk(second).id)
    // A late repetition has what another device has saved since.
    const { id } = expectOk(first)
    const body = { fields: { name: 'Milonga triste' } }
    expectOk(await seller.call(saveWorkingCopy, { params: params({ id }), body }))
    const late = expectOk(await seller.call(createDraft, request))
    expect(late).toMatchObject({ id, version: 2, fields: body.fields })
    expect(expectOk(await seller.call(listDrafts, {})).drafts).toHaveLength(1)
  })

  test('a draft with nothing in it is deleted after a week, but not one with a text, a picture or a file', async () => {
    const erased = await create({ name: '', price: '', isPriceDynamic: false })
    const fresh = await create({})
    const kept = [
      await create({ about: 'x' }),
      await create({}),
      await create({}),
      await create({}),
    ]
    await addCover(kept[1]!)
    await addPicture(kept[2]!)
    await addFileTo(kept[3]!)
    const pack = expectOk(await seller.call(createDraft, { body: { fields: {}, isPack: true } }))
    await shop.db
      .update(workingCopies)
      .set({ savedAt: daysAgo(8) })
      .where(ne(workingCopies.productId, fresh.id))

    await shop.runSchedule('delete_empty_drafts')

    const ids = new Set((await listed()).map(({ id }) => id))
    expect(ids).toEqual(new Set([fresh, ...kept, pack].map(({ id }) => id)))
    expect(await seller.call(getWorkingCopy, { params: params(erased) })).toMatchObject({
      status: 404,
    })
    await expectCleanInvariants(shop)
  })

  test('a draft is not made by the key of another request', async () => {
    const idempotencyKey = 'the-key-of-two-requests'
    expectOk(await seller.call(createDraft, { body: { fields: {} }, idempotencyKey }))

    expect(
      await seller.call(createDraft, { body: { fields: DRAFT_FIELDS }, idempotencyKey }),
    ).toMatchObject({ code: 'INVALID_DATA' })
  })

  test('a draft shows its previews in the order that the seller sets', async () => {
    const draft = await create()
    await addPicture(draft)
    const [first, second] = await addPicture(draft)
    const order = [second!.id, first!.id]
    expectOk(await seller.call(reorderPreviews, { params: params(draft), body: { order } }))
    const stored = expectOk(await seller.call(getWorkingCopy, { params: params(draft) }))
    expect(stored.previews).toEqual([second, first])
    expect(expectOk(await seller.call(listDrafts, {})).drafts).toMatchObject([
      { id: stored.id, problems: findProblems(stored), savedAt: stored.savedAt },
    ])

    const previewId = String(first!.id)
    expectOk(await seller.call(deletePreview, { params: { ...params(draft), previewId } }))
    const { previews } = expectOk(
      await seller.call(saveWorkingCopy, {
        params: params(draft),
        body: { fields: { name: 'Zamba' } },
      }),
    )
    expect(previews).toEqual([second])
  })

  test('a draft is deleted with its texts, cover, previews and files', async () => {
    const draft = await createComplete()
    const [preview] = await addPicture(draft)
    expectOk(await seller.call(deleteProduct, { params: params(draft) }))
    await shop.waitForJobs()
    expect((await fetch(shop.origin + preview!.imageFile)).status).toBe(404)
    expect(await shop.db.$count(productPreviews)).toBe(0)

    expect(expectOk(await seller.call(listDrafts, {})).drafts).toEqual([])
    expect(await shop.db.$count(workingCopies)).toBe(0)
    expect(await readUsedBytes(seller)).toBe(0)
    expect((await fetch(shop.origin + draft.imageFile!)).status).toBe(404)
    await expectCleanInvariants(shop)
  })
})
