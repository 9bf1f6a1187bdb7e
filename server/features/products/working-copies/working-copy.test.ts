import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  cancelSchedule,
  discardChanges,
  getWorkingCopy,
  publishProduct,
  saveWorkingCopy,
  schedulePublication,
  setCover,
} from '#contract/products/working-copy.ts'
import { addPreview, deletePreview } from '#contract/products/previews.ts'
import {
  type OwnProductDetail,
  deleteProduct,
  getOwnProduct,
  listOwnProducts,
  updateProduct,
} from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { listNotifications } from '#contract/notifications.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import { productPreviews, workingCopies } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { seeing } from '#tools/api-client/quotes.ts'
import { createCoverImage } from '#tools/api-client/sample-files.ts'
import { listWaitingQueries } from '#tools/database/waiting-queries.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: SignedInUser
let product: OwnProductDetail
let params: { id: string }
beforeEach(async () => {
  seller = await shop.seller()
  product = await shop.publish(seller, { name: 'Zamba de mi', price: 1000 })
  params = { id: String(product.id) }
})

const save = async (fields: object) =>
  expectOk(await seller.call(saveWorkingCopy, { params, body: { fields } }))
const read = async () => expectOk(await seller.call(getWorkingCopy, { params }))
const publish = () => seller.call(publishProduct, { params })
const readPublic = async () =>
  expectOk(await shop.visitor().call(getPublicProduct, { params: { id: product.id } }))
const addPicture = async () =>
  expectOk(
    await seller.call(addPreview, {
      params,
      form: {},
      files: { preview_file: await createCoverImage({ width: 40, height: 50 }) },
    }),
  ).previews
const changeCover = async () =>
  expectOk(
    await seller.call(setCover, {
      params,
      form: {},
      files: { image_file: await createCoverImage({ width: 40, height: 50 }) },
    }),
  )
const isStored = async (imageFile: string) => (await fetch(shop.origin + imageFile)).status === 200

describe('a change of a published product', () => {
  test('a change of a published product is seen by nobody else until it is published', async () => {
    const before = await readPublic()

    const saved = await save({ name: 'Zamba nueva', price: '2.000', description: '' })

    expect(saved).toMatchObject({
      isDraft: false,
      fields: { name: 'Zamba nueva', price: '2.000', description: '', categoryId: '1' },
      changes: ['name', 'price', 'description'],
    })
    expect(await readPublic()).toEqual(before)
    expect(await publish()).toMatchObject({ code: 'ERROR_MISSING_PRODUCT_DATA' })
    await save({ description: 'Otra partitura.' })
    expect(expectOk(await publish())).toMatchObject({ name: 'Zamba nueva', price: 2000 })

    expect(await readPublic()).toMatchObject({
      name: 'Zamba nueva',
      price: 2000,
      description: 'Otra partitura.',
    })
    expect(await read()).toMatchObject({ changes: [] })
    await expectCleanInvariants(shop)
  })

  test('a change of a published product is told to its seller in the list, with the time when it is published', async () => {
    const readListed = async () => expectOk(await seller.call(listOwnProducts, {})).products[0]
    expect(await readListed()).toMatchObject({ unpublished: null })
    await save({ name: product.name })
    expect(await readListed()).toMatchObject({ unpublished: null })

    const { savedAt } = await save({ name: 'Zamba nueva' })

    expect(await readListed()).toMatchObject({
      name: 'Zamba de mi',
      unpublished: { savedAt, publishAt: null },
    })
    const publishAt = new Date(Date.now() + HOUR_MS).toISOString()
    expectOk(await seller.call(schedulePublication, { params, body: { publishAt } }))
    expect(await readListed()).toMatchObject({ unpublished: { savedAt, publishAt } })
  })

  test('a change of a published product that is taken back is none', async () => {
    await save({ name: 'Zamba nueva', about: 'Mucho' })

    const saved = await save({ name: 'Zamba de mi', about: '' })

    expect(saved.changes).toEqual([])
    const [row] = await shop.db.select().from(workingCopies)
    expect(row).toMatchObject({ fields: {} })
  })

  test('a change of a published product leaves fields alone that were changed elsewhere meanwhile', async () => {
    await save({ name: 'Zamba nueva' })
    expectOk(await seller.call(updateProduct, { params, form: { price: 3000 }, files: {} }))
    expect(await read()).toMatchObject({ changes: ['name'], fields: { price: '3000' } })

    expect(expectOk(await publish())).toMatchObject({ name: 'Zamba nueva', price: 3000 })
  })

  test('a change of a published product by the call of the specification publishes nothing else', async () => {
    await save({ name: 'Zamba nueva' })

    const changed = expectOk(
      await seller.call(updateProduct, { params, form: { price: 3000 }, files: {} }),
    )

    expect(changed).toMatchObject({ name: 'Zamba de mi', price: 3000 })
    expect(await read()).toMatchObject({ changes: ['name'], fields: { name: 'Zamba nueva' } })
  })

  test('a change of a published product is published once, however often it is asked for', async () => {
    await save({ offerPrice: '800', offerUntil: new Date(Date.now() + DAY_MS).toISOString() })

    for (const reply of await Promise.all([publish(), publish(), publish()])) expectOk(reply)

    expect(await readPublic()).toMatchObject({ price: 800, offer: { listPrice: 1000 } })
    const { fields, changes } = await read()
    expect(fields).toMatchObject({ price: '1000', offerPrice: '800' })
    expect(changes).toEqual([])
  })

  test('a change of a published product is discarded with its cover and previews', async () => {
    const [shown] = await addPicture()
    expectOk(await publish())
    expectOk(
      await seller.call(deletePreview, { params: { ...params, previewId: String(shown!.id) } }),
    )
    const [added] = await addPicture()
    await save({ name: 'Zamba nueva' })
    const { imageFile, changes } = await changeCover()
    expect(changes).toEqual(['name', 'image_file', 'previews'])
    const publishAt = new Date(Date.now() + HOUR_MS).toISOString()
    expectOk(await seller.call(schedulePublication, { params, body: { publishAt } }))

    const copy = expectOk(await seller.call(discardChanges, { params }))

    expect(copy).toMatchObject({
      fields: { name: 'Zamba de mi' },
      changes: [],
      imageFile: product.imageFile,
      previews: [shown],
      publishAt: null,
    })
    await shop.waitForJobs()
    expect(await isStored(imageFile!)).toBe(false)
    expect(await isStored(added!.imageFile)).toBe(false)
    expect(await isStored(shown!.imageFile)).toBe(true)
    await expectCleanInvariants(shop)
  })

  test('a change of the cover and the previews of a published product is shown, and the former ones are removed, once it is published', async () => {
    const [removed] = await addPicture()
    expectOk(await publish())
    expect(await readPublic()).toMatchObject({ previews: [removed] })
    expectOk(
      await seller.call(deletePreview, { params: { ...params, previewId: String(removed!.id) } }),
    )
    const [added] = await addPicture()
    const replaced = await changeCover()
    const { imageFile } = await changeCover()
    expect(await readPublic()).toMatchObject({
      previews: [removed],
      imageFile: product.imageFile,
    })

    expectOk(await publish())

    expect(await readPublic()).toMatchObject({ previews: [added], imageFile })
    await shop.waitForJobs()
    for (const gone of [removed!.imageFile, product.imageFile, replaced.imageFile!])
      expect(await isStored(gone)).toBe(false)
    await expectCleanInvariants(shop)
  })

  test('a change of a published product is deleted with it', async () => {
    await save({ name: 'Zamba nueva' })
    const { imageFile } = await changeCover()
    await addPicture()

    expectOk(await seller.call(deleteProduct, { params }))

    await shop.waitForJobs()
    expect(await isStored(imageFile!)).toBe(false)
    expect(await shop.db.$count(workingCopies)).toBe(0)
    expect(await shop.db.$count(productPreviews)).toBe(0)
    await expectCleanInvariants(shop)
  })

  test('a change of a published product is neither read nor published by others', async () => {
    await save({ name: 'Zamba nueva' })
    const stranger = await shop.seller()
    const refusal = { status: 404, code: 'ERROR_PRODUCT_NOT_FOUND' }

    expect(await stranger.call(getWorkingCopy, { params })).toMatchObject(refusal)
    expect(await stranger.call(publishProduct, { params })).toMatchObject(refusal)
    expect(await stranger.call(discardChanges, { params })).toMatchObject(refusal)
    expect(await stranger.call(cancelSchedule, { params })).toMatchObject(refusal)
  })
})

describe('a planned change of a product', () => {
  const plan = () =>
    seller.call(schedulePublication, {
      params,
      body: { publishAt: new Date(Date.now() + HOUR_MS).toISOString() },
    })
  const letTimePass = async () => {
    await shop.db.update(workingCopies).set({ publishAt: sql`now()` })
    await shop.runSchedule('publish_due')
  }

  test('a planned change of a product is published at its time, and whoever is buying pays what they saw', async () => {
    await save({ price: '2000' })
    expectOk(await plan())
    const early = await shop.order(shop.visitor(), [{ id: product.id }])
    const buy = (seenPrice: number) =>
      shop.visitor().call(createPreference, {
        body: {
          products: [{ id: product.id }],
          seen: seeing({ id: product.id, price: seenPrice }),
          payerEmail: 'ana@mail.test',
        },
      })

    await letTimePass()

    expect(await readPublic()).toMatchObject({ price: 2000 })
    expect(await shop.readOrder(early.token)).toMatchObject({ totalMinor: 100_000 })
    expect(await buy(1000)).toMatchObject({ code: 'ERROR_PRICE_CHANGED' })
    expectOk(await buy(2000))
    expect(await read()).toMatchObject({ changes: [], publishAt: null })
    const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
    expect(notifications).toMatchObject([
      { kind: 'planned', outcome: 'changes_published', productId: product.id },
    ])
  })

  test('a planned change of a product needs a change, and loses its time once it is incomplete or taken back', async () => {
    expect(await plan()).toMatchObject({ code: 'ERROR_MISSING_PRODUCT_DATA' })
    await save({ price: '2000' })
    expect(expectOk(await plan()).publishAt).not.toBeNull()

    expect(await save({ price: '' })).toMatchObject({ publishAt: null })
    await save({ price: '2000' })
    expectOk(await plan())
    expect(await save({ price: '1000' })).toMatchObject({ changes: [], publishAt: null })

    await shop.runSchedule('publish_due')
    expect(await readPublic()).toMatchObject({ price: 1000 })
  })

  test('a planned change of a product that another request has made already is no longer planned, without a notification', async () => {
    await save({ price: '2000' })
    expectOk(await plan())
    expectOk(await seller.call(updateProduct, { params, form: { price: 2000 }, files: {} }))

    await letTimePass()

    expect(await read()).toMatchObject({ changes: [], publishAt: null })
    expect(expectOk(await seller.call(listNotifications, { query: {} })).notifications).toEqual([])
  })

  test('a planned change of a product locks its seller before the product, as a suspension does', async () => {
    await save({ price: '2000' })
    expectOk(await plan())
    await shop.db.update(workingCopies).set({ publishAt: sql`now()` })

    // A suspension locks the seller before the products.
    const suspension = await shop.db.$client.connect()
    await suspension.query('begin')
    await suspension.query(`select id from users where id = ${seller.id} for no key update`)
    const running = shop.runSchedule('publish_due')
    await expect
      .poll(async () => (await listWaitingQueries(shop.database)).length, { timeout: 20_000 })
      .toBe(1)
    await suspension.query(`select id from products where id = ${product.id} for update nowait`)
    await suspension.query('commit')
    suspension.release()
    await running

    expect(await readPublic()).toMatchObject({ price: 2000 })
  })

  test('a planned change of a product is published at no time once its seller has taken the time back', async () => {
    await save({ price: '2000' })
    expectOk(await plan())
    expectOk(await seller.call(cancelSchedule, { params }))

    await shop.runSchedule('publish_due')

    expect(await readPublic()).toMatchObject({ price: 1000 })
    expect(expectOk(await seller.call(getOwnProduct, { params }))).toMatchObject({
      unpublished: { publishAt: null },
    })
  })
})
