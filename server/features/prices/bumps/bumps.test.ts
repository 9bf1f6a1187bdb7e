import { beforeEach, describe, expect, test } from 'vitest'
import { asc, eq } from 'drizzle-orm'
import { setBump } from '#contract/prices/bumps.ts'
import { getOwnProduct, setProductState, updateProduct } from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { createCoupon } from '#contract/prices/coupons.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { orderItems, orders } from '#server/db/schema/index.ts'
import { UNLIMITED } from '#tools/api-client/coupons.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { publishPack } from '#tools/api-client/packs.ts'
import { seeing } from '#tools/api-client/quotes.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: SignedInUser
let book: { id: number }
let song: { id: number }
beforeEach(async () => {
  seller = await shop.seller()
  book = await shop.publish(seller, { name: 'Recetario', price: 10_000 })
  song = await shop.publish(seller, { name: 'Vidala', price: 12_000 })
})

const offer = (offeredId: number | null, percent = 20, id = book.id, who = seller) =>
  who.call(setBump, { params: { id: String(id) }, body: { offeredId, percent } })

const readBump = async () =>
  expectOk(await shop.visitor().call(getPublicProduct, { params: { id: String(book.id) } })).bump

/** Orders the book with the song beside it, for which the page showed a price. */
const buy = (seenPrice: number, coupon?: string) =>
  shop.visitor().call(createPreference, {
    body: {
      products: [{ id: book.id }, { id: song.id, bumpOf: book.id }],
      seen: seeing({ id: book.id, price: 10_000 }, { id: song.id, price: seenPrice }),
      payerEmail: 'ana@mail.test',
      ...(coupon && { coupon }),
    },
  })

describe('a product that is offered beside another one', () => {
  test('a product that is offered beside another one costs less with it, and its commission is no higher than that of its own price', async () => {
    expectOk(await offer(song.id))
    expect(await readBump()).toMatchObject({
      id: song.id,
      name: 'Vidala',
      slug: 'vidala',
      price: 12_000,
      listPrice: null,
      percent: 20,
    })
    expect(
      expectOk(await seller.call(getOwnProduct, { params: { id: String(book.id) } })).bump,
    ).toEqual({ offeredId: song.id, percent: 20 })

    expectOk(await buy(9600))

    const [order] = await shop.db.select().from(orders)
    expect(order!.totalMinor).toBe(1_960_000)
    const items = await shop.db.select().from(orderItems).orderBy(asc(orderItems.id))
    expect(items).toMatchObject([
      { productId: book.id, priceMinor: 1_000_000, discountMinor: 0, feePercent: 10 },
      { productId: song.id, priceMinor: 960_000, discountMinor: 240_000, feePercent: 10 },
    ])
    await shop.provider.pay({ preferenceId: order!.preferenceId!, outcome: 'approved' })
    await expect.poll(async () => shop.db.$count(orders, eq(orders.state, 'approved'))).toBe(1)
    await expectCleanInvariants(shop)
  })

  test('a product that is offered beside another one is offered while it is for sale, at its price of now', async () => {
    expectOk(await offer(song.id))
    expect(await readBump()).toMatchObject({ price: 12_000 })
    const params = { id: String(song.id) }
    expectOk(await seller.call(updateProduct, { params, form: { price: 500, name: 'Zamba' } }))
    expect(await readBump()).toMatchObject({ name: 'Zamba', price: 500 })

    expectOk(await seller.call(setProductState, { params, body: { state: 'paused' } }))
    expect(await readBump()).toBeNull()
    expectOk(await seller.call(setProductState, { params, body: { state: 'on_sale' } }))
    expect(await readBump()).toMatchObject({ price: 500 })

    expectOk(await offer(null))
    expect(await readBump()).toBeNull()
  })

  test('a product offered beside another costs its own price, after a question, when the offer has ended or it is bought alone', async () => {
    expectOk(await offer(song.id))
    expectOk(await offer(null))
    expect(await buy(9600)).toMatchObject({
      code: 'ERROR_PRICE_CHANGED',
      newQuote: { quote: { lines: [{ price: 10_000 }, { id: song.id, price: 12_000 }] } },
    })

    expectOk(await offer(song.id))
    const products = [{ id: song.id, bumpOf: book.id }]
    const seen = seeing({ id: song.id, price: 9600 })
    expect(
      await shop
        .visitor()
        .call(createPreference, { body: { products, seen, payerEmail: 'ana@mail.test' } }),
    ).toMatchObject({ code: 'ERROR_PRICE_CHANGED' })
    expect(await shop.db.$count(orders)).toBe(0)
  })

  test.each([
    [10, 9600, 1000, 18_600],
    [50, 6000, 11_000, 11_000],
  ])(
    'a product that is offered beside another one and a coupon of %i %: the better one counts',
    async (percent, price, off, total) => {
      expectOk(await offer(song.id))
      expectOk(
        await seller.call(createCoupon, {
          body: { code: 'FERIA', kind: 'percent', value: percent, ...UNLIMITED },
        }),
      )

      expectOk(await buy(9600, 'FERIA'))

      const [order] = await shop.db.select().from(orders)
      expect(order).toMatchObject({ totalMinor: total * 100, couponMinor: off * 100 })
      const items = await shop.db.select().from(orderItems).orderBy(asc(orderItems.id))
      expect(items[1]!.priceMinor).toBe(price * 100)
    },
  )

  test('a product that is offered beside another one is another one of the seller with a fixed price, and no pack', async () => {
    const stranger = await shop.seller()
    const foreign = await shop.publish(stranger, { price: 1000 })
    const open = await shop.publish(seller, { price: 100, isPriceDynamic: true })
    const free = await shop.publish(seller, { price: 0 })
    const pack = await publishPack(seller, [book.id, song.id], { price: 15_000 })

    for (const id of [book.id, foreign.id, open.id, free.id, pack.id])
      expect(await offer(id), String(id)).toMatchObject({ code: 'ERROR_BUMP_PRODUCT' })
    expect(await offer(book.id, 10, foreign.id)).toMatchObject({ code: 'ERROR_PRODUCT_NOT_FOUND' })
    expect(await offer(song.id, 91)).toMatchObject({ code: 'INVALID_DATA' })
    // A pack can have something beside it.
    expectOk(await offer(song.id, 10, pack.id))
  })
})
