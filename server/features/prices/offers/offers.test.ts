import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { updateProductRow } from '#server/db/product-rows.ts'
import { duplicateProduct, publishProduct } from '#contract/products/working-copy.ts'
import { changePrices } from '#contract/prices/price-changes.ts'
import { getOwnProduct, updateProduct } from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { listPublicProducts } from '#contract/storefront/search.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { listNotifications } from '#contract/notifications.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { orderItems, productPrices, products } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { seeing } from '#tools/api-client/quotes.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: SignedInUser
let book: { id: number }
beforeEach(async () => {
  seller = await shop.seller()
  book = await shop.publish(seller, { name: 'Recetario', price: 10_500 })
})

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const params = ({ id }: { id: number }) => ({ id: String(id) })
const change = (form: object, product = book) =>
  seller.call(updateProduct, { params: params(product), form })
const offer = async (offerPrice = 9000, offerUntil = inDays(5)) =>
  expectOk(await change({ offerPrice, offerUntil }))
const read = async (product = book) =>
  expectOk(await shop.visitor().call(getPublicProduct, { params: params(product) }))
const buy = (seenPrice: number) =>
  shop.visitor().call(createPreference, {
    body: {
      products: [{ id: book.id }],
      seen: seeing({ id: book.id, price: seenPrice }),
      payerEmail: 'ana@mail.test',
    },
  })

/** Runs the schedule after the ends of all offers have come. */
async function letOffersEnd() {
  await shop.db
    .update(products)
    .set({ offerUntil: new Date() })
    .where(sql`offer_until is not null`)
  await shop.runSchedule('end_offers')
}

describe('an offer', () => {
  test('the price of an offer is asked until its end, on pages and in lists, and then the price before comes back', async () => {
    const until = inDays(5)
    await read()
    await offer(9000, until)

    expect(await read()).toMatchObject({
      price: 9000,
      offer: { listPrice: 10_500, until, kind: 'struck' },
    })
    const list = await shop.visitor().call(listPublicProducts, { params: { page: 1 }, query: {} })
    expect(expectOk(list).products).toMatchObject([{ price: 9000, offer: { kind: 'struck' } }])
    await shop.runSchedule('end_offers')
    expect(await read()).toMatchObject({ price: 9000 })

    await Promise.all([letOffersEnd(), letOffersEnd()])

    expect(await read()).toMatchObject({ price: 10_500, offer: null })
    const asked = await shop.db.select().from(productPrices).orderBy(productPrices.id)
    expect(asked.map(({ price }) => price)).toEqual([10_500, 9000, 10_500])
    const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
    expect(notifications).toMatchObject([
      { kind: 'planned', outcome: 'offer_ended', productId: book.id, amountMinor: 1_050_000 },
    ])
  })

  test('an offer keeps the commission of the list price, and nobody pays more than seen at its end', async () => {
    await offer()
    expect((await buy(9000)).status).toBe(201)
    await letOffersEnd()

    expect(await buy(9000)).toMatchObject({ status: 409, code: 'ERROR_PRICE_CHANGED' })
    expect(await shop.db.select().from(orderItems)).toMatchObject([
      { priceMinor: 900_000, feePercent: 10 },
    ])
  })

  test('an offer below a price that was asked lately is not struck, and has its own commission', async () => {
    expectOk(await change({ price: 9500 }))
    expectOk(await change({ price: 10_500 }))
    await offer()

    expect((await read()).offer?.kind).toBe('plain')
    expect((await buy(9000)).status).toBe(201)
    expect(await shop.db.select().from(orderItems)).toMatchObject([{ feePercent: 20 }])
  })

  test('an offer is struck again when the lower price is more than 30 days old', async () => {
    expectOk(await change({ price: 9500 }))
    expectOk(await change({ price: 10_500 }))
    // The price of 10,500 came back 31 days ago.
    await shop.db.update(productPrices).set({ askedAt: sql`asked_at - interval '31 days'` })
    await shop.db.update(products).set({ createdAt: sql`created_at - interval '31 days'` })
    await offer()

    expect((await read()).offer?.kind).toBe('struck')
  })

  test('an offer of a product whose earlier prices are not known is not struck', async () => {
    await shop.db.update(products).set({ createdAt: sql`created_at - interval '90 days'` })
    await offer()

    expect((await read()).offer?.kind).toBe('launch')
  })

  test('an offer can be changed and ended, and shows no crossed-out price after its list price was raised', async () => {
    await offer()
    expectOk(await change({ offerPrice: 8000 }))
    expect(await read()).toMatchObject({
      price: 8000,
      offer: { listPrice: 10_500, kind: 'struck' },
    })

    expectOk(await change({ price: 20_000 }))
    expect(await read()).toMatchObject({ price: 8000, offer: { listPrice: 20_000, kind: 'plain' } })

    expectOk(await change({ offerPrice: '' }))
    expect(await read()).toMatchObject({ price: 20_000, offer: null })
  })

  test.each<[string, object, string]>([
    ['at the price', { offerPrice: 10_500, offerUntil: inDays(5) }, 'offerPrice'],
    ['without an end', { offerPrice: 9000 }, 'offerUntil'],
    ['with a past end', { offerPrice: 9000, offerUntil: inDays(-1) }, 'offerUntil'],
    ['of 61 days', { offerPrice: 9000, offerUntil: inDays(61) }, 'offerUntil'],
    [
      'where buyers choose the price',
      { offerPrice: 9000, offerUntil: inDays(5), isPriceDynamic: true },
      'offerPrice',
    ],
  ])('an offer %s is refused', async (_, form, path) => {
    expect(await change(form)).toMatchObject({
      status: 400,
      code: 'INVALID_DATA',
      issues: [{ path }],
    })
    expect(await read()).toMatchObject({ price: 10_500, offer: null })
  })

  test('an offer leaves its product out of changes of many prices', async () => {
    await offer()
    const reply = await seller.call(changePrices, {
      body: {
        productIds: null,
        rule: { kind: 'percent', value: 10 },
        ending: 'none',
        startsAt: null,
        dryRun: true,
      },
    })

    expect(expectOk(reply).changes).toMatchObject([{ problem: 'offered' }])
  })
})

test('a draft with a launch price is published with it, and a copy has the list price', async () => {
  const fields = {
    name: 'Zamba',
    description: 'Una zamba.',
    price: '10.500',
    offerPrice: '9.000',
    offerUntil: inDays(10),
    categoryId: '1',
    subcategoryId: '1',
  }
  // The cover and the files are those of a published product.
  await updateProductRow(shop.db, book.id, { state: 'draft' })
  await shop.db.execute(
    sql`insert into working_copies (product_id, fields, image_key)
      select id, ${JSON.stringify(fields)}, image_key from products where id = ${book.id}`,
  )
  const published = expectOk(await seller.call(publishProduct, { params: params(book) }))

  expect(await read(published)).toMatchObject({
    price: 9000,
    offer: { listPrice: 10_500, kind: 'launch' },
  })
  expect(
    expectOk(await seller.call(getOwnProduct, { params: params(published) })).offer,
  ).not.toBeNull()
  const copy = expectOk(await seller.call(duplicateProduct, { params: params(published) }))
  expect(copy.fields).toMatchObject({ price: '10500', offerPrice: '', offerUntil: '' })
})
