import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { updateProductRow } from '#server/db/product-rows.ts'
import { takeDownProduct } from '#contract/admin/products.ts'
import { requestAvailabilityEmail } from '#contract/storefront/availability.ts'
import {
  createDraft,
  duplicateProduct,
  getWorkingCopy,
  publishProduct,
} from '#contract/products/working-copy.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { setPackParts } from '#contract/prices/packs.ts'
import { changePrices } from '#contract/prices/price-changes.ts'
import { listProductFiles } from '#contract/files/product-files.ts'
import {
  deleteProduct,
  getOwnProduct,
  listOwnProducts,
  setProductState,
  updateProduct,
} from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import type { ProductState } from '#contract/products/state-rules.ts'
import { listPublicProducts } from '#contract/storefront/search.ts'
import { packParts, products } from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { addFile, publishChanges } from '#tools/api-client/product-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { publishPack } from '#tools/api-client/packs.ts'
import { createZipFile } from '#tools/api-client/sample-files.ts'
import { listWaitingQueries } from '#tools/database/waiting-queries.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: SignedInUser
let book: { id: number }
let song: { id: number }
beforeEach(async () => {
  seller = await shop.seller()
  book = await shop.publish(seller, { name: 'Recetario', price: 1000 })
  song = await shop.publish(seller, { name: 'Vidala', price: 1000 })
})

const params = ({ id }: { id: number }) => ({ id: String(id) })
const setParts = (pack: { id: number }, parts: number[], person = seller) =>
  person.call(setPackParts, { params: params(pack), body: { parts } })
const setState = async (product: { id: number }, state: ProductState) =>
  expectOk(await seller.call(setProductState, { params: params(product), body: { state } }))
const readPage = async (product: { id: number }) =>
  expectOk(await shop.visitor().call(getPublicProduct, { params: params(product) }))
const isInLists = async (pack: { id: number }) =>
  expectOk(
    await shop.visitor().call(listPublicProducts, { params: { page: 1 }, query: {} }),
  ).products.some(({ id }) => id === pack.id)

describe('a pack', () => {
  test('a pack shows its parts and sells their files', async () => {
    const pack = await publishPack(seller, [song.id, book.id])

    const page = await readPage(pack)

    expect(page).toMatchObject({ isPaused: false, files: { count: 2 } })
    expect(page.pack?.parts).toMatchObject([
      { id: song.id, name: 'Vidala', price: 1000, isForSale: true },
      { id: book.id, name: 'Recetario', price: 1000, isForSale: true },
    ])
    expect(page.fileList).toHaveLength(2)
    expect(await isInLists(pack)).toBe(true)
    expect((await readPage(book)).pack).toBeNull()
    await expectCleanInvariants(shop)
  })

  test('a pack is not for sale while a part is not, keeps its page, and is for sale again with it', async () => {
    const pack = await publishPack(seller, [book.id, song.id])

    await setState(song, 'paused')

    const page = await readPage(pack)
    expect(page.isPaused).toBe(true)
    expect(page.pack?.parts.map(({ isForSale }) => isForSale)).toEqual([true, false])
    expect(await isInLists(pack)).toBe(false)
    const own = expectOk(await seller.call(getOwnProduct, { params: params(pack) }))
    expect(own.pack?.parts[1]).toMatchObject({ isForSale: false })
    await expectCleanInvariants(shop)

    await setState(song, 'on_sale')

    expect(await readPage(pack)).toMatchObject({ isPaused: false })
    expect(await isInLists(pack)).toBe(true)
    await expectCleanInvariants(shop)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['archived', () => setState(song, 'archived')],
    ['deleted', () => seller.call(deleteProduct, { params: params(song) })],
    [
      'taken down',
      async () => {
        const admin = await createAdmin(shop)
        expectOk(
          await admin.call(takeDownProduct, { params: params(song), body: { reason: 'Copia' } }),
        )
      },
    ],
  ])('a pack is not for sale after a part was %s', async (_, remove) => {
    const pack = await publishPack(seller, [book.id, song.id])

    await remove()

    expect(await isInLists(pack)).toBe(false)
    expect((await readPage(pack)).isPaused).toBe(true)
    await expectCleanInvariants(shop)
  })

  test('a pack shows a changed name and price of a part at once', async () => {
    const pack = await publishPack(seller, [book.id, song.id])
    await readPage(pack)

    const form = { name: 'Vidala nueva', price: 1200 }
    expectOk(await seller.call(updateProduct, { params: params(song), form }))

    expect((await readPage(pack)).pack?.parts[1]).toMatchObject(form)
  })

  test('a pack sells the files that its parts sell now', async () => {
    const pack = await publishPack(seller, [book.id, song.id])
    const readCount = async () =>
      expectOk(
        await shop.visitor().call(listPublicProducts, { params: { page: 1 }, query: {} }),
      ).products.find(({ id }) => id === pack.id)?.files.count
    expect([(await readPage(pack)).files.count, await readCount()]).toEqual([2, 2])

    await addFile(seller, song.id, createZipFile(2000, 'otra.zip'))
    await publishChanges(seller, song.id)

    expect([(await readPage(pack)).files.count, await readCount()]).toEqual([3, 3])
    await expectCleanInvariants(shop)
  })

  test('a pack gets other parts, in another sequence', async () => {
    const third = await shop.publish(seller, { name: 'Cueca', price: 1000 })
    const pack = await publishPack(seller, [book.id, song.id])
    await readPage(pack)

    const changed = expectOk(await setParts(pack, [third.id, book.id]))

    expect(changed.parts.map(({ id }) => id)).toEqual([third.id, book.id])
    expect((await readPage(pack)).pack).toEqual(changed)
    await expectCleanInvariants(shop)
  })

  test('a pack answers whoever waits for it once its parts are for sale', async () => {
    const pack = await publishPack(seller, [book.id, song.id])
    await setState(song, 'paused')
    expectOk(
      await shop.visitor().call(requestAvailabilityEmail, {
        params: params(pack),
        body: { email: 'ana@mail.test' },
      }),
    )
    const third = await shop.publish(seller, { name: 'Cueca', price: 1000 })

    expectOk(await setParts(pack, [book.id, third.id]))

    await shop.waitForMail('ana@mail.test', /Pack/)
  })

  test('a pack takes only two to twenty products of its seller that are published and have a price', async () => {
    const pack = await publishPack(seller, [book.id, song.id])
    const stranger = await shop.seller()
    const foreign = await shop.publish(stranger, { price: 1000 })
    const free = await shop.publish(seller, { price: 0 })
    const draft = expectOk(await seller.call(createDraft, { body: { fields: {} } }))
    const refusal = { status: 409, code: 'ERROR_PACK_PART' }

    for (const id of [foreign.id, free.id, draft.id, pack.id, 4242])
      expect(await setParts(pack, [book.id, id]), String(id)).toMatchObject(refusal)
    expect(await setParts(pack, [book.id])).toMatchObject(refusal)
    expect(await setParts(pack, [book.id, book.id])).toMatchObject({ code: 'INVALID_DATA' })
    expect(
      await setParts(
        pack,
        Array.from({ length: 21 }, (_, n) => n + 1),
      ),
    ).toMatchObject({
      code: 'INVALID_DATA',
    })
    for (const [id, person] of [
      [pack.id, stranger],
      [book.id, seller],
    ] as const)
      expect(await setParts({ id }, [book.id, song.id], person)).toMatchObject({
        code: 'ERROR_PRODUCT_NOT_FOUND',
      })
    expect((await readPage(pack)).pack?.parts).toHaveLength(2)
  })

  test('a pack has no files of its own', async () => {
    const pack = await publishPack(seller, [book.id, song.id])
    const product_file = createZipFile(2000, 'otra.zip')

    await expect(addFile(seller, pack.id, product_file)).rejects.toThrow('ERROR_PRODUCT_NOT_FOUND')
    expect(
      await seller.call(updateProduct, { params: params(pack), form: {}, files: { product_file } }),
    ).toMatchObject({ code: 'ERROR_UPLOADING_PRODUCT_FILE' })
    expect(expectOk(await seller.call(listProductFiles, { params: params(pack) })).files).toEqual(
      [],
    )
    await expectCleanInvariants(shop)
  })

  test('a pack is prepared as a draft, which lacks its parts until it has two', async () => {
    const draft = expectOk(await seller.call(createDraft, { body: { isPack: true, fields: {} } }))
    expect(draft.pack).toEqual({ parts: [] })

    expectOk(await setParts(draft, [book.id]))

    const saved = expectOk(await seller.call(getWorkingCopy, { params: params(draft) }))
    expect(saved.pack?.parts).toMatchObject([{ id: book.id }])
    expect(await seller.call(publishProduct, { params: params(draft) })).toMatchObject({
      code: 'ERROR_MISSING_PRODUCT_DATA',
    })
  })

  test('a pack cannot be free', async () => {
    const pack = await publishPack(seller, [book.id, song.id])

    expect(
      await seller.call(updateProduct, { params: params(pack), form: { price: 0 } }),
    ).toMatchObject({ status: 400, issues: [{ path: 'price' }] })
    await expect(publishPack(seller, [book.id, song.id], { price: 0 })).rejects.toThrow(
      'ERROR_MISSING_PRODUCT_DATA',
    )
    expect((await readPage(pack)).price).toBe(1500)
  })

  test('a pack costs at least one unit for each of its parts, however its price or its parts change', async () => {
    const film = await shop.publish(seller, { name: 'Corto', price: 500 })
    const tooLow = { status: 400, issues: [{ path: 'price' }] }
    await expect(publishPack(seller, [book.id, song.id], { price: 1 })).rejects.toThrow(
      'ERROR_MISSING_PRODUCT_DATA',
    )
    const pack = await publishPack(seller, [book.id, song.id], { price: 2 })
    const edit = (form: object) => seller.call(updateProduct, { params: params(pack), form })
    const offerUntil = new Date(Date.now() + DAY_MS).toISOString()

    expect(await edit({ price: 1 })).toMatchObject(tooLow)
    expect(await edit({ price: 3, offerPrice: 1, offerUntil })).toMatchObject(tooLow)
    expect(await setParts(pack, [book.id, song.id, film.id])).toMatchObject(tooLow)
    const rule = { kind: 'price', value: 1 } as const
    const body = { productIds: [pack.id], rule, ending: 'none' as const, startsAt: null }
    expect(
      expectOk(await seller.call(changePrices, { body: { ...body, dryRun: true } })).changes,
    ).toMatchObject([{ id: pack.id, problem: 'too_low' }])

    expect(await readPage(pack)).toMatchObject({ price: 2, pack: { parts: [{}, {}] } })
  })

  test('a pack is copied with its parts, and deleted without them', async () => {
    const pack = await publishPack(seller, [book.id, song.id])

    const copy = expectOk(await seller.call(duplicateProduct, { params: params(pack) }))
    expect(copy.pack?.parts.map(({ id }) => id)).toEqual([book.id, song.id])
    expectOk(await seller.call(deleteProduct, { params: params(pack) }))

    expect(await isInLists(book)).toBe(true)
    const list = expectOk(await seller.call(listOwnProducts, {})).products
    expect(list.map(({ id }) => id)).toEqual(expect.arrayContaining([book.id, song.id]))
    await expectCleanInvariants(shop)
  })

  test('a pack matches its parts if it is published while one is being paused', async () => {
    const copy = expectOk(
      await seller.call(duplicateProduct, {
        params: params(await publishPack(seller, [book.id, song.id])),
      }),
    )
    let isPublished = false

    const published = await runTransaction(shop.db, async tx => {
      await updateProductRow(tx, song.id, { state: 'paused' })
      const answer = seller.call(publishProduct, { params: params(copy) }).finally(() => {
        isPublished = true
      })
      await expect
        .poll(async () => isPublished || (await listWaitingQueries(shop.database)).length > 0)
        .toBe(true)
      return { answer }
    })

    expectOk(await published.answer)
    await expectCleanInvariants(shop)
  })

  test('a pack matches its parts after its parts were changed and paused at the same time', async () => {
    const third = await shop.publish(seller, { name: 'Cueca', price: 1000 })
    const pack = await publishPack(seller, [book.id, song.id])

    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        setParts(pack, round % 2 ? [book.id, song.id] : [third.id, book.id]),
        setState(third, round % 2 ? 'on_sale' : 'paused'),
        setState(song, round % 2 ? 'paused' : 'on_sale'),
      ])
      await expectCleanInvariants(shop)
    }

    const [row] = await shop.db.select().from(products).where(eq(products.id, pack.id))
    const parts = await shop.db
      .select({ listed: products.listed })
      .from(packParts)
      .innerJoin(products, eq(products.id, packParts.productId))
      .where(eq(packParts.packId, pack.id))
    expect(row!.listed).toBe(parts.every(({ listed }) => listed))
  })
})
