import { isNotNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  duplicateProduct,
  getWorkingCopy,
  listDrafts,
  saveWorkingCopy,
  cancelSchedule,
  schedulePublication,
} from '#contract/products/working-copy.ts'
import {
  addProductFile,
  changeProductFile,
  listProductFiles,
} from '#contract/files/product-files.ts'
import { deleteProduct, listOwnProducts } from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { listPublicProducts, suggestProducts } from '#contract/storefront/search.ts'
import { listNotifications } from '#contract/notifications.ts'
import { DAY_MS, HOUR_MS, daysAgo } from '#contract/core/time.ts'
import { productEditions, workingCopies } from '#server/db/schema/index.ts'
import { sendFile } from '#tools/api-client/product-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createZipFile } from '#tools/api-client/sample-files.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { DRAFT_FIELDS, createDraftSteps } from '#tools/api-client/drafts.ts'

const shop = useTestApp()
let seller: SignedInUser
beforeEach(async () => {
  seller = await shop.seller()
})

const { create, addFileTo, addCover, addPicture, createComplete, publish } = createDraftSteps(
  () => seller,
)
const params = ({ id }: { id: number }) => ({ id: String(id) })

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
      fields: { ...DRAFT_FIELDS, price: '1500' },
      changes: [],
      publishAt: null,
    })
    const { files } = expectOk(await seller.call(listProductFiles, { params: params(product) }))
    expect(files).toMatchObject([{ current: { fileName: 'milonga.zip' } }])
    await shop.waitForJobs()
    await expectCleanInvariants(shop)
  })

  test.each<[string, object, string[]]>([
    ['a name', { ...DRAFT_FIELDS, name: '' }, ['name']],
    ['a valid price', { ...DRAFT_FIELDS, price: 'mil' }, ['price']],
    [
      'a category',
      { ...DRAFT_FIELDS, categoryId: '', subcategoryId: '' },
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
    const draft = await create({ ...DRAFT_FIELDS, subcategoryId: String(rows[0]!.id) })
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
    fields: { ...DRAFT_FIELDS, price: '1500' },
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
