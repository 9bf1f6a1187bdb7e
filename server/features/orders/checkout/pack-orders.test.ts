import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { setPackParts } from '#contract/prices/packs.ts'
import { getOwnProduct, setProductState, updateProduct } from '#contract/products/products.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { getSale } from '#contract/sales/order.ts'
import { orderItems, orders } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { SeenQuote } from '#contract/prices/quote.ts'
import { publishPack } from '#tools/api-client/packs.ts'
import { seeing } from '#tools/api-client/quotes.ts'
import {
  createPartialRefunds,
  expectCleanInvariants,
} from '#tools/test-app/orders/partial-refunds.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: SignedInUser
let book: { id: number }
let song: { id: number }
let pack: { id: number }
beforeEach(async () => {
  seller = await shop.seller()
  book = await shop.publish(seller, { name: 'Recetario', price: 1000 })
  song = await shop.publish(seller, { name: 'Vidala', price: 3000 })
  pack = await publishPack(seller, [book.id, song.id], { name: 'Cocina', price: 1500 })
})

const params = ({ id }: { id: number }) => ({ id: String(id) })

const buy = (products: { id: number }[], seen?: SeenQuote) =>
  shop.visitor().call(createPreference, { body: { products, seen, payerEmail: 'ana@mail.test' } })

/** Orders products and pays them. */
async function pay(products: { id: number }[]) {
  const order = await shop.order(shop.visitor(), products)
  await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(order.token, 'approved')
  await shop.waitForJobs()
  return order
}

describe('an order of a pack', () => {
  test('an order of a pack has a line for each part with its share, and delivers the files of all parts', async () => {
    const { token, orderId } = await pay([{ id: pack.id }])

    const order = await shop.readOrder(token)

    expect(order.totalMinor).toBe(150_000)
    expect(order.items).toMatchObject([
      { name: 'Recetario', priceMinor: 37_500, pack: { id: pack.id, name: 'Cocina' } },
      { name: 'Vidala', priceMinor: 112_500, pack: { id: pack.id, name: 'Cocina' } },
    ])
    expect(order.items.every(({ downloadUrl }) => downloadUrl !== null)).toBe(true)
    const lines = await shop.db
      .select()
      .from(orderItems)
      .where(eq(orderItems.orderId, orderId))
      .orderBy(orderItems.id)
    expect(lines.map(({ feeMinor, listPriceMinor }) => ({ feeMinor, listPriceMinor }))).toEqual([
      { feeMinor: 7500, listPriceMinor: 100_000 },
      { feeMinor: 22_500, listPriceMinor: 300_000 },
    ])
    await expectCleanInvariants(shop)
  })

  test('an order of a pack counts as a sale of the pack and of each part', async () => {
    await pay([{ id: pack.id }])

    for (const product of [pack, book, song])
      expect(
        expectOk(await seller.call(getOwnProduct, { params: params(product) })).salesCount,
      ).toBe(1)
  })

  test('an order of a pack keeps its parts, prices and name after the pack was changed', async () => {
    const third = await shop.publish(seller, { name: 'Cueca', price: 1000 })
    const { token } = await pay([{ id: pack.id }])

    expectOk(
      await seller.call(setPackParts, {
        params: params(pack),
        body: { parts: [third.id, book.id] },
      }),
    )
    expectOk(
      await seller.call(updateProduct, { params: params(pack), form: { name: 'Otro', price: 9 } }),
    )

    const { items } = await shop.readOrder(token)
    expect(items.map(({ name, pack }) => [name, pack?.name])).toEqual([
      ['Recetario', 'Cocina'],
      ['Vidala', 'Cocina'],
    ])
    await expectCleanInvariants(shop)
  })

  test('an order of a pack gives the share of a part back, and leaves the other one open', async () => {
    const { orderId, token } = await pay([{ id: pack.id }])
    const { refundPart, waitForRefunded } = createPartialRefunds(shop, seller)
    const sale = expectOk(await seller.call(getSale, { params: { orderId } }))
    const vidala = sale.items.find(({ priceMinor }) => priceMinor === 112_500)!

    expectOk(await refundPart(orderId, { itemIds: [vidala.itemId] }))

    await waitForRefunded(orderId, 112_500)
    await shop.waitForJobs()
    const { items } = await shop.readOrder(token)
    expect(items.map(({ isRefunded, downloadUrl }) => [isRefunded, downloadUrl !== null])).toEqual([
      [false, true],
      [true, false],
    ])
    await expectCleanInvariants(shop)
  })

  test('an order of a pack can be made together with other products, but not with a part of it', async () => {
    const third = await shop.publish(seller, { name: 'Cueca', price: 1000 })
    const other = await publishPack(seller, [song.id, third.id], { name: 'Canto' })

    expect(await buy([{ id: pack.id }, { id: third.id }])).toMatchObject({ status: 201 })
    const refusal = {
      status: 409,
      code: 'ERROR_PRICE_CHANGED',
      newQuote: { quote: { obstacle: 'product_twice' } },
    }
    expect(await buy([{ id: pack.id }, { id: song.id }])).toMatchObject(refusal)
    expect(await buy([{ id: pack.id }, { id: other.id }])).toMatchObject(refusal)
  })

  test('an order of a pack is refused if the pack lacks a part that the page showed, or costs more', async () => {
    const third = await shop.publish(seller, { name: 'Cueca', price: 1000 })
    const seen = seeing({ id: pack.id, price: 1500, partIds: [book.id, song.id] })
    expect(await buy([{ id: pack.id }], seen)).toMatchObject({ status: 201 })

    const setParts = (parts: number[]) =>
      seller.call(setPackParts, { params: params(pack), body: { parts } })
    expectOk(await setParts([book.id, third.id]))
    expect(await buy([{ id: pack.id }], seen)).toMatchObject({
      status: 409,
      code: 'ERROR_PRICE_CHANGED',
      newQuote: { quote: { lines: [{ partIds: [book.id, third.id] }] } },
    })
    expectOk(await setParts([book.id, song.id, third.id]))
    expect(await buy([{ id: pack.id }], seen)).toMatchObject({ status: 201 })
    expect(await buy([{ id: pack.id }], seeing({ id: pack.id, price: 1400 }))).toMatchObject({
      code: 'ERROR_PRICE_CHANGED',
    })
  })

  test.each([
    ['a part', () => song],
    ['the pack', () => pack],
  ])('an order of a pack cannot be made or paid after %s was paused', async (_, paused) => {
    const { orderId } = await shop.order(shop.visitor(), [{ id: pack.id }])

    expectOk(
      await seller.call(setProductState, { params: params(paused()), body: { state: 'paused' } }),
    )
    await shop.waitForJobs()

    expect(await buy([{ id: pack.id }])).toMatchObject({ code: 'ERROR_PRODUCT_NOT_FOUND' })
    const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
    expect(order!.paymentUrl).toBeNull()
  })

  test('an order of a pack asks first whether the browser buys a part again', async () => {
    const buyer = shop.visitor()
    const order = async (id: number) =>
      buyer.call(createPreference, { body: { products: [{ id }], payerEmail: 'eva@mail.test' } })
    const first = await shop.order(buyer, [{ id: book.id }], 'eva@mail.test')
    await shop.provider.pay({ preferenceId: first.preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(first.token, 'approved')

    expect(await order(pack.id)).toMatchObject({ code: 'ERROR_ALREADY_BOUGHT' })
  })

  test('an order of a pack is made whole or not at all while parts are paused and sold again', async () => {
    const change = (state: 'paused' | 'on_sale') =>
      seller.call(setProductState, { params: params(song), body: { state } })
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, () => buy([{ id: pack.id }])),
      (async () => {
        for (let round = 0; round < 4; round += 1) {
          expectOk(await change('paused'))
          expectOk(await change('on_sale'))
        }
      })(),
    ])

    for (const answer of answers) if (answer) expect([201, 404]).toContain(answer.status)
    const lines = await shop.db.select().from(orderItems)
    const byOrder = Map.groupBy(lines, ({ orderId }) => orderId)
    for (const [orderId, items] of byOrder)
      expect(new Set(items.map(({ productId }) => productId)), orderId).toEqual(
        new Set([book.id, song.id]),
      )
    await expectCleanInvariants(shop)
  })
})
