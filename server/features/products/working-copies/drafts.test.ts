import { isNotNull, ne, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  MAX_DRAFTS,
  createDraft,
  duplicateProduct,
  getWorkingCopy,
  listDrafts,
  publishProduct,
  saveWorkingCopy,
  cancelSchedule,
  schedulePublication,
  setCover,
} from '#contract/products/working-copy.ts'
import { listAllProducts, takeDownProduct } from '#contract/admin/products.ts'
import { addPreview, deletePreview, reorderPreviews } from '#contract/products/previews.ts'
import {
  addProductFile,
  changeProductFile,
  listProductFiles,
} from '#contract/files/product-files.ts'
import {
  deleteProduct,
  getOwnProduct,
  listOwnProducts,
  setProductState,
  updateProduct,
} from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { listPublicProducts, suggestProducts } from '#contract/storefront/search.ts'
import { listNotifications } from '#contract/notifications.ts'
import { DAY_MS, HOUR_MS, daysAgo } from '#contract/core/time.ts'
import {
  productEditions,
  productPreviews,
  searchWords,
  workingCopies,
} from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { addFile, sendFile } from '#tools/api-client/product-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createCoverImage, createZipFile } from '#tools/api-client/sample-files.ts'
import { listWaitingQueries } from '#tools/database/waiting-queries.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { readUsedBytes } from '#tools/test-app/product-uploads.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: SignedInUser
beforeEach(async () => {
  seller = await shop.seller()
})

const FIELDS = {
  name: 'Milonga del alba',
  description: 'Partitura para guitarra.',
  points: 'Partitura\nAudio',
  about: '## Incluye\n\n- Audio',
  price: '1.500',
  isPriceDynamic: true,
  suggestedPrice: '2000',
  guaranteeDays: '',
  categoryId: '1',
  subcategoryId: '1',
}

const create = async (fields: object = FIELDS) =>
  expectOk(await seller.call(createDraft, { body: { fields } }))
const params = ({ id }: { id: number }) => ({ id: String(id) })
const addFileTo = (draft: { id: number }, file = createZipFile(2000, 'milonga.zip')) =>
  addFile(seller, draft.id, file)
const addCover = async (draft: { id: number }) =>
  expectOk(
    await seller.call(setCover, {
      params: params(draft),
      form: {},
      files: { image_file: await createCoverImage() },
    }),
  )

/** Adds a preview and returns all previews of the draft. */
const addPicture = async (draft: { id: number }) =>
  expectOk(
    await seller.call(addPreview, {
      params: params(draft),
      form: {},
      files: { preview_file: await createCoverImage() },
    }),
  ).previews

const listed = async () => expectOk(await seller.call(listDrafts, {})).drafts

/** Creates a draft that lacks nothing. */
async function createComplete() {
  const draft = await create()
  await addFileTo(draft)
  return addCover(draft)
}

const publish = (draft: { id: number }) => seller.call(publishProduct, { params: params(draft) })

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
    expect(expectOk(await seller.call(listDrafts, {})).drafts).toEqual([saved])
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
    const request = { body: { fields: FIELDS }, idempotencyKey: 'a-key-of-this-draft' }
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
      await seller.call(createDraft, { body: { fields: FIELDS }, idempotencyKey }),
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
    expect(expectOk(await seller.call(listDrafts, {})).drafts).toEqual([stored])

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

describe('publishing a draft', () => {
  test('publishing a draft makes it the newest product, with its id and all that it has', async () => {
    const draft = await createComplete()
    await addPicture(draft)
    const other = await shop.publish(seller, { name: 'Mientras tanto' })

    const product = expectOk(await publish(draft))

    expect(product.id).toBe(draft.id)
    expect(product).toMatchObject({
      name: 'Milonga del alba',
      price: 1500,
      about: '## Incluye\n\n- Audio',
      points: ['Partitura', 'Audio'],
      suggestedPrice: 2000,
      state: 'on_sale',
      files: { count: 1, types: ['ZIP'] },
      fileScan: null,
    })
    expect(product.previews).toHaveLength(1)
    const { products: listed } = expectOk(
      await shop.visitor().call(listPublicProducts, { params: { page: 1 }, query: {} }),
    )
    expect(listed.map(({ id }) => id)).toEqual([product.id, other.id])
    expect(
      expectOk(await shop.visitor().call(suggestProducts, { query: { q: 'milonga' } })).products,
    ).toHaveLength(1)
    expect(expectOk(await seller.call(getWorkingCopy, { params: params(draft) }))).toMatchObject({
      isDraft: false,
      fields: { ...FIELDS, price: '1500' },
      changes: [],
      publishAt: null,
    })
    const { files } = expectOk(await seller.call(listProductFiles, { params: params(product) }))
    expect(files).toMatchObject([{ current: { fileName: 'milonga.zip' } }])
    await shop.waitForJobs()
    await expectCleanInvariants(shop)
  })

  test.each<[string, object, string[]]>([
    ['a name', { ...FIELDS, name: '' }, ['name']],
    ['a valid price', { ...FIELDS, price: 'mil' }, ['price']],
    [
      'a category',
      { ...FIELDS, categoryId: '', subcategoryId: '' },
      ['categoryId', 'subcategoryId'],
    ],
  ])('publishing a draft is refused without %s, and changes nothing', async (_, fields, names) => {
    const draft = await create(fields)
    await addFileTo(draft)
    const before = await addCover(draft)

    const refusal = await publish(draft)

    expect(refusal).toMatchObject({ status: 400, code: 'ERROR_MISSING_PRODUCT_DATA' })
    expect(refusal).toMatchObject({ issues: names.map(path => ({ path })) })
    expect(expectOk(await seller.call(getWorkingCopy, { params: params(draft) }))).toEqual(before)
  })

  test('publishing a draft is refused without a file, and without a cover', async () => {
    const draft = await create()
    const refusal = { status: 400, code: 'ERROR_MISSING_PRODUCT_DATA' }
    expect(await publish(draft)).toMatchObject(refusal)
    await addFileTo(draft)
    expect(await publish(draft)).toMatchObject(refusal)
    await addCover(draft)
    expectOk(await publish(draft))
  })

  test('publishing a draft is refused for a subcategory of another category', async () => {
    const { rows } = await shop.db.execute<{ id: number }>(
      sql`select id from subcategories where category_id <> 1 limit 1`,
    )
    const draft = await create({ ...FIELDS, subcategoryId: String(rows[0]!.id) })
    await addFileTo(draft)
    await addCover(draft)
    expect(await publish(draft)).toMatchObject({ code: 'ERROR_SUBCATEGORY_NOT_FOUND' })
  })

  test('publishing a draft happens once, however often it is asked for', async () => {
    const draft = await createComplete()
    const results = await Promise.all([1, 2, 3, 4].map(() => publish(draft)))
    expect(new Set(results.map(result => expectOk(result).id)).size).toBe(1)
    expect(expectOk(await publish(draft)).id).toBe(draft.id)
    expect(expectOk(await seller.call(listOwnProducts, {})).products).toHaveLength(1)
    expect(await shop.db.$count(productEditions)).toBe(1)
  })

  test('publishing a draft starts the history of its files: what was uploaded on other days is no update', async () => {
    const draft = await createComplete()
    await shop.db.update(productEditions).set({ createdAt: daysAgo(9) })
    await addFileTo(draft, createZipFile(3000, 'tango.zip'))

    const { id } = expectOk(await publish(draft))

    const { filesUpdatedAt, fileList } = expectOk(
      await shop.visitor().call(getPublicProduct, { params: { id: String(id) } }),
    )
    expect(fileList.map(({ name }) => name)).toEqual(['milonga.zip', 'tango.zip'])
    expect(filesUpdatedAt).toBeNull()
    expect(await shop.db.$count(productEditions)).toBe(1)
    await expectCleanInvariants(shop)
  })

  test('publishing a draft beside a file that is added and texts that are saved loses neither of them', async () => {
    for (let round = 0; round < 4; round += 1) {
      const draft = await createComplete()
      const uploadId = await sendFile(seller, createZipFile(3000, 'otra.zip'))
      const [published, added] = await Promise.all([
        publish(draft),
        seller.call(addProductFile, { params: { id: draft.id }, body: { uploadId } }),
        seller.call(saveWorkingCopy, {
          params: params(draft),
          body: { fields: { name: 'Otra vez' } },
        }),
      ])
      const product = expectOk(published)
      const { files } = expectOk(await seller.call(listProductFiles, { params: params(product) }))
      expectOk(added)
      expect(files).toHaveLength(2)
      // The text is published, or waits as a change of the product.
      const { fields } = expectOk(await seller.call(getWorkingCopy, { params: params(product) }))
      expect(fields.name).toBe('Otra vez')
    }
    await shop.waitForJobs()
    await expectCleanInvariants(shop)
  })
})

describe('a draft with a time', () => {
  const inOneHour = () => new Date(Date.now() + HOUR_MS).toISOString()
  const schedule = (draft: { id: number }, publishAt: string) =>
    seller.call(schedulePublication, { params: params(draft), body: { publishAt } })
  /** Runs the schedule after the times of all drafts have come. */
  const letTimePass = async () => {
    await shop.db
      .update(workingCopies)
      .set({ publishAt: new Date() })
      .where(isNotNull(workingCopies.publishAt))
    await shop.runSchedule('publish_due')
  }
  const findPublished = async () => expectOk(await seller.call(listOwnProducts, {})).products
  const readNotifications = async () =>
    expectOk(await seller.call(listNotifications, { query: {} })).notifications

  test('a draft with a time is published when its time has come, once', async () => {
    const draft = await createComplete()
    expect(expectOk(await schedule(draft, inOneHour())).publishAt).not.toBeNull()

    await shop.runSchedule('publish_due')
    expect(await findPublished()).toEqual([])
    await Promise.all([letTimePass(), letTimePass()])

    expect(await findPublished()).toMatchObject([{ name: 'Milonga del alba', state: 'on_sale' }])
    expect(await shop.db.$count(workingCopies, isNotNull(workingCopies.publishAt))).toBe(0)
    expect(await readNotifications()).toMatchObject([
      { kind: 'planned', outcome: 'published', productId: draft.id },
    ])
  })

  test('a draft with a time must be complete, and waits for its seller after a change by which it is not', async () => {
    const draft = await create()
    expect(await schedule(draft, inOneHour())).toMatchObject({ code: 'ERROR_MISSING_PRODUCT_DATA' })
    await addFileTo(draft)
    await addCover(draft)
    expectOk(await schedule(draft, inOneHour()))

    const saved = expectOk(
      await seller.call(saveWorkingCopy, {
        params: params(draft),
        body: { fields: { price: '' } },
      }),
    )

    expect(saved.publishAt).toBeNull()
    await letTimePass()
    expect(await findPublished()).toEqual([])
  })

  test('a draft with a time is not published if its file was removed, or its seller has taken the time back', async () => {
    const removed = await createComplete()
    expectOk(await schedule(removed, inOneHour()))
    const { files } = expectOk(await seller.call(listProductFiles, { params: params(removed) }))
    expectOk(
      await seller.call(changeProductFile, {
        params: { ...params(removed), slot: String(files[0]!.id) },
        body: { isHidden: true },
      }),
    )
    const taken = await createComplete()
    expectOk(await schedule(taken, inOneHour()))
    expectOk(await seller.call(cancelSchedule, { params: params(taken) }))

    await letTimePass()

    expect(await findPublished()).toEqual([])
    const { drafts } = expectOk(await seller.call(listDrafts, {}))
    expect(drafts.map(({ publishAt }) => publishAt)).toEqual([null, null])
    expect(await readNotifications()).toMatchObject([
      { kind: 'planned', outcome: 'not_published', productId: removed.id },
    ])
  })

  test.each([
    ['the past', () => new Date(Date.now() - 60_000)],
    ['more than a year away', () => new Date(Date.now() + 367 * DAY_MS)],
  ])('a draft cannot have a time in %s', async (_, time) => {
    const draft = await createComplete()
    expect(await schedule(draft, time().toISOString())).toMatchObject({ code: 'INVALID_DATA' })
  })
})

test('a product is copied to a draft without its files, which can be published', async () => {
  const draft = await createComplete()
  await addPicture(draft)
  await addPicture(draft)
  const original = expectOk(await publish(draft))

  const copy = expectOk(await seller.call(duplicateProduct, { params: params(original) }))

  expect(copy).toMatchObject({
    fields: { ...FIELDS, price: '1500' },
    files: { count: 0 },
  })
  expect(copy.imageFile).not.toBe(original.imageFile)
  expect((await fetch(shop.origin + copy.imageFile!)).status).toBe(200)
  const originalFiles = original.previews.map(({ imageFile }) => imageFile)
  const files = copy.previews.map(({ imageFile }) => imageFile)
  expect(new Set([...originalFiles, ...files]).size).toBe(4)
  await addFileTo(copy)
  expectOk(await publish(copy))
  expectOk(await seller.call(deleteProduct, { params: params(original) }))
  await shop.waitForJobs()
  for (const file of [copy.imageFile!, ...files])
    expect((await fetch(shop.origin + file)).status).toBe(200)
  await expectCleanInvariants(shop)
})
