import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { updateProductRow } from '#server/db/product-rows.ts'
import { listNotifications } from '#contract/notifications.ts'
import { createDraft, getWorkingCopy, publishProduct } from '#contract/products/working-copy.ts'
import { changePrices, listPriceBatches, undoPriceBatch } from '#contract/prices/price-changes.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { setProductState, updateProduct } from '#contract/products/products.ts'
import { listPublicProducts } from '#contract/storefront/search.ts'
import type { ProductState } from '#contract/products/state-rules.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { priceBatches, priceChanges, products } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { seeing } from '#tools/api-client/quotes.ts'
import { publishPack } from '#tools/api-client/packs.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: SignedInUser
let book: { id: number }
let song: { id: number }
beforeEach(async () => {
  seller = await shop.seller()
  book = await shop.publish(seller, { name: 'Recetario', price: 9000 })
  song = await shop.publish(seller, { name: 'Vidala', price: 1000 })
})

type Form = z.input<(typeof changePrices)['body']>

const FORM: Form = {
  productIds: null,
  rule: { kind: 'percent', value: 10 },
  ending: 'none',
  startsAt: null,
  dryRun: true,
}
const send = (form: Partial<Form> = {}, who = seller) =>
  who.call(changePrices, { body: { ...FORM, ...form } })
const preview = async (form: Partial<Form> = {}) => expectOk(await send(form))

/** Changes prices as the screen does: after a dry run. */
async function change(form: Partial<Form> = {}) {
  const { digest } = await preview(form)
  return expectOk(await send({ ...form, dryRun: false, seen: digest })).batch!
}

const readPrice = async ({ id }: { id: number }) =>
  expectOk(await shop.visitor().call(getPublicProduct, { params: { id: String(id) } })).price
const readPrices = () => Promise.all([readPrice(book), readPrice(song)])
const editPrice = async ({ id }: { id: number }, price: number) =>
  expectOk(await seller.call(updateProduct, { params: { id: String(id) }, form: { price } }))
const setState = ({ id }: { id: number }, state: ProductState) =>
  updateProductRow(shop.db, id, { state })
const list = async () => expectOk(await seller.call(listPriceBatches, {})).batches
const undo = ({ id }: { id: number }, who = seller) =>
  who.call(undoPriceBatch, { params: { batch: id } })
const inOneHour = () => new Date(Date.now() + HOUR_MS).toISOString()

/** Runs the schedule after the times of all batches have come. */
async function letTimePass() {
  await shop.db.update(priceBatches).set({ startsAt: new Date() })
  await shop.runSchedule('change_prices')
}

describe('a dry run', () => {
  test('a dry run of a price change tells old and new prices, what is left of them, and where a lower price leaves more', async () => {
    const { changes, batch } = await preview({ rule: { kind: 'percent', value: 12 } })

    expect(batch).toBeNull()
    expect(changes).toEqual([
      {
        id: song.id,
        name: 'Vidala',
        isDraft: false,
        isPriceDynamic: false,
        before: { price: 1000, feePercent: 20, keptMinor: 80_000 },
        after: { price: 1120, feePercent: 20, keptMinor: 89_600 },
        problem: null,
        better: null,
      },
      expect.objectContaining({
        before: { price: 9000, feePercent: 20, keptMinor: 720_000 },
        after: { price: 10_080, feePercent: 10, keptMinor: 907_200 },
      }),
    ])
    expect(await readPrices()).toEqual([9000, 1000])
    expect(await list()).toEqual([])
  })

  test('a dry run of a price change tells what cannot be changed, and why', async () => {
    await shop.publish(seller, { name: 'Gratis', price: 0 })
    await shop.publish(seller, { name: 'Cara', price: 950_000 })
    await setState(await shop.publish(seller, { name: 'Archivada', price: 10 }), 'archived')
    expectOk(await seller.call(createDraft, { body: { fields: { name: 'Sin precio' } } }))

    const { changes } = await preview()

    expect(changes.map(({ name, problem }) => [name, problem])).toEqual([
      ['Sin precio', 'no_price'],
      ['Cara', 'too_high'],
      ['Gratis', 'free'],
      ['Vidala', null],
      ['Recetario', null],
    ])
  })

  test.each<[string, Partial<Form>, string]>([
    ['a percentage of 0', { rule: { kind: 'percent', value: 0 } }, 'rule.value'],
    ['a cut of 100 %', { rule: { kind: 'percent', value: -100 } }, 'rule.value'],
    ['a negative price', { rule: { kind: 'price', value: -5 } }, 'rule.value'],
    ['a time in the past', { startsAt: '2020-01-01T00:00:00Z' }, 'startsAt'],
    ['a time in ten years', { startsAt: '2036-12-01T00:00:00Z' }, 'startsAt'],
    ['no products', { productIds: [] }, 'productIds'],
  ])('a dry run of a price change refuses %s', async (_, form, path) => {
    const reply = await send(form)

    expect(reply).toMatchObject({ status: 400, code: 'INVALID_DATA', issues: [{ path }] })
  })

  test('a dry run of a price change refuses the product of another seller', async () => {
    const other = await shop.publish(await shop.seller(), { price: 500 })

    expect(await send({ productIds: [book.id, other.id] })).toMatchObject({
      status: 404,
      code: 'ERROR_PRODUCT_NOT_FOUND',
    })
  })
})

describe('a change of many prices', () => {
  test('a change of many prices shows on pages and lists at once, and of packs and drafts too', async () => {
    const pack = await publishPack(seller, [book.id, song.id], { price: 8000 })
    const draft = expectOk(
      await seller.call(createDraft, { body: { fields: { name: 'Zamba', price: '$ 1.500' } } }),
    )
    expectOk(
      await seller.call(setProductState, {
        params: { id: String(song.id) },
        body: { state: 'paused' },
      }),
    )
    await readPrices()

    const batch = await change({ ending: '90' })

    expect(batch).toMatchObject({ state: 'done', productCount: 4, changedCount: 4, left: [] })
    expect(await readPrices()).toEqual([9890, 1090])
    expect(await readPrice(pack)).toBe(8790)
    const params = { id: String(draft.id) }
    expect(expectOk(await seller.call(getWorkingCopy, { params }))).toMatchObject({
      fields: { name: 'Zamba', price: '1690' },
      version: draft.version + 1,
    })
    const reply = await shop.visitor().call(listPublicProducts, { params: { page: 1 }, query: {} })
    expect(expectOk(reply).products.find(({ id }) => id === book.id)?.price).toBe(9890)
  })

  test('a change of many prices needs the dry run that shows it, also for what another device has changed since', async () => {
    const { digest } = await preview()
    await editPrice(song, 1200)

    const late = await send({ dryRun: false, seen: digest })
    const other = await send({
      rule: { kind: 'percent', value: 50 },
      dryRun: false,
      seen: (await preview()).digest,
    })

    for (const reply of [late, other])
      expect(reply).toMatchObject({ status: 409, code: 'ERROR_PRICES_CHANGED' })
    expect(await readPrices()).toEqual([9000, 1200])
  })

  test('a change of many prices that is sent twice happens once', async () => {
    const { digest } = await preview()
    const replies = await Promise.all([1, 2].map(() => send({ dryRun: false, seen: digest })))

    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await readPrices()).toEqual([9900, 1100])
  })

  test('a change of many prices refuses a rule by which no price changes', async () => {
    const form: Partial<Form> = { productIds: [song.id], rule: { kind: 'price', value: 1000 } }
    const { digest } = await preview(form)

    expect(await send({ ...form, dryRun: false, seen: digest })).toMatchObject({
      status: 400,
      issues: [{ path: 'rule.value' }],
    })
  })

  test('a change of many prices lets nobody pay more than the page showed', async () => {
    await change()
    const buy = (seenPrice: number) =>
      shop.visitor().call(createPreference, {
        body: {
          products: [{ id: book.id }],
          seen: seeing({ id: book.id, price: seenPrice }),
          payerEmail: 'ana@mail.test',
        },
      })

    expect(await buy(9000)).toMatchObject({ status: 409, code: 'ERROR_PRICE_CHANGED' })
    expect((await buy(9900)).status).toBe(201)
  })

  test('a change of many prices is undone where the price is still that of the change', async () => {
    const batch = await change()
    await editPrice(song, 1500)

    expect(expectOk(await undo(batch))).toMatchObject({
      state: 'undone',
      changedCount: 2,
      left: [{ id: song.id, name: 'Vidala', at: 'undo' }],
    })
    expect(await readPrices()).toEqual([9000, 1500])
    expect(await undo(batch)).toMatchObject({ status: 404, code: 'ERROR_PRICE_BATCH_NOT_FOUND' })
  })

  test('a change of many prices is undone by its own seller only', async () => {
    const batch = await change()

    expect(await undo(batch, await shop.seller())).toMatchObject({ status: 404 })
    expect(await readPrices()).toEqual([9900, 1100])
  })
})

describe('a planned change of prices', () => {
  test('a planned change of prices happens once at its time, also to a draft that was published meanwhile', async () => {
    const { id } = await shop.publish(seller, { name: 'Zamba', price: 100 })
    await setState({ id }, 'draft')
    const fields = {
      name: 'Zamba',
      price: '1.500',
      description: 'Una zamba.',
      categoryId: '1',
      subcategoryId: '1',
    }
    await shop.db.execute(
      sql`insert into working_copies (product_id, fields, image_key)
        select id, ${JSON.stringify(fields)}, image_key from products where id = ${id}`,
    )
    const batch = await change({ startsAt: inOneHour() })
    expect(batch).toMatchObject({ state: 'planned', productCount: 3, changedCount: 0 })
    const published = expectOk(await seller.call(publishProduct, { params: { id: String(id) } }))

    await shop.runSchedule('change_prices')
    expect(await readPrices()).toEqual([9000, 1000])
    await Promise.all([letTimePass(), letTimePass()])

    expect(await readPrices()).toEqual([9900, 1100])
    expect(
      (await shop.db.select().from(products).where(eq(products.id, published.id)))[0],
    ).toMatchObject({ price: 1650 })
    expect(await list()).toMatchObject([{ state: 'done', changedCount: 3 }])
    const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
    expect(notifications).toMatchObject([{ kind: 'planned', outcome: 'prices_changed', count: 3 }])
  })

  test('a planned change of prices skips products that were changed or deleted meanwhile', async () => {
    await change({ startsAt: inOneHour() })
    await editPrice(song, 1500)

    await letTimePass()

    expect(await readPrices()).toEqual([9900, 1500])
    expect(await list()).toMatchObject([
      { state: 'done', changedCount: 1, left: [{ id: song.id, at: 'change' }], leftCount: 1 },
    ])
  })

  test('a planned change of prices keeps its products from other changes until it is cancelled', async () => {
    const batch = await change({ productIds: [song.id], startsAt: inOneHour() })
    const problems = async () => (await preview()).changes.map(({ problem }) => problem)
    expect(await problems()).toEqual(['planned', null])

    expect(expectOk(await undo(batch))).toMatchObject({ state: 'cancelled', changedCount: 0 })

    expect(await problems()).toEqual([null, null])
    await letTimePass()
    expect(await readPrices()).toEqual([9000, 1000])
    expect(await shop.db.$count(priceChanges, eq(priceChanges.state, 'cancelled'))).toBe(1)
  })
})
