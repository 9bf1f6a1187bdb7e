import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { setProductState, updateProduct } from '#contract/products/products.ts'
import { type PackCompletion, listPackCompletions } from '#contract/orders/completion.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { getSale } from '#contract/sales/order.ts'
import { orderItems } from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
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
let buyer: ApiClient
let book: { id: number }
let song: { id: number }
let film: { id: number }
let pack: { id: number }
beforeEach(async () => {
  seller = await shop.seller()
  buyer = shop.visitor()
  book = await shop.publish(seller, { name: 'Recetario', price: 1000 })
  song = await shop.publish(seller, { name: 'Vidala', price: 3000 })
  film = await shop.publish(seller, { name: 'Cosecha', price: 6000 })
  pack = await publishPack(seller, [book.id, song.id, film.id], { name: 'Cocina', price: 5000 })
})

/** Orders a product and pays it. */
async function pay(visitor: ApiClient, products: { id: number }[]) {
  const order = await shop.order(visitor, products)
  await payOrder(order)
  return order
}

async function payOrder(order: { preferenceId: string; token: string }) {
  await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(order.token, 'approved')
  await shop.waitForJobs()
}

const list = async (visitor: ApiClient, body: { orderToken?: string } = {}) =>
  expectOk(await visitor.call(listPackCompletions, { body })).completions

/** Asks for a payment page for the missing parts of the pack. */
const complete = (
  visitor: ApiClient,
  { price, orderToken, buyAgain }: { price: number; orderToken?: string; buyAgain?: boolean },
) =>
  visitor.call(createPreference, {
    body: {
      products: [{ id: pack.id, completes: { orderToken } }],
      seen: seeing({ id: pack.id, price }),
      payerEmail: 'otra@mail.test',
      buyAgain,
    },
  })

const namesOf = (parts: PackCompletion['missingParts']) => parts.map(({ name }) => name)

describe('who has a part of a pack', () => {
  test('a buyer of a part of a pack is offered the others for the difference, in the browser that bought it', async () => {
    await pay(buyer, [book])

    const [completion, ...others] = await list(buyer)

    expect(others).toEqual([])
    expect(completion).toMatchObject({ id: pack.id, name: 'Cocina', packPrice: 5000, price: 4000 })
    expect(namesOf(completion!.ownedParts)).toEqual(['Recetario'])
    expect(namesOf(completion!.missingParts)).toEqual(['Vidala', 'Cosecha'])
  })

  test('a buyer of a part of a pack buys only the others, with the commission of the pack, and then has all', async () => {
    await pay(buyer, [book])

    const order = await shop.order(buyer, [{ id: pack.id, completes: {} }])
    await payOrder(order)

    const { items, totalMinor } = await shop.readOrder(order.token)
    expect(totalMinor).toBe(400_000)
    expect(items).toMatchObject([
      { name: 'Vidala', priceMinor: 133_333, pack: { id: pack.id, name: 'Cocina' } },
      { name: 'Cosecha', priceMinor: 266_667, pack: { id: pack.id, name: 'Cocina' } },
    ])
    const lines = await shop.db
      .select()
      .from(orderItems)
      .where(eq(orderItems.orderId, order.orderId))
      .orderBy(orderItems.id)
    expect(lines.map(({ listPriceMinor }) => listPriceMinor)).toEqual([300_000, 600_000])
    await expectCleanInvariants(shop)
    expect(await list(buyer)).toEqual([])
    expect(await complete(buyer, { price: 4000 })).toMatchObject({
      status: 409,
      code: 'ERROR_ALREADY_BOUGHT',
    })
  })

  test('a buyer of a part of a pack proves it by the link to the order in any browser, but nobody else can', async () => {
    const { token } = await pay(buyer, [book])
    const stranger = shop.visitor()
    const unpaid = await shop.order(shop.visitor(), [song])

    expect(await list(stranger)).toEqual([])
    expect(await list(stranger, { orderToken: 'x'.repeat(54) })).toEqual([])
    expect(await list(stranger, { orderToken: unpaid.token })).toEqual([])
    expect(await list(stranger, { orderToken: token })).toMatchObject([{ price: 4000 }])

    const unseen = { status: 409, code: 'ERROR_PRICE_CHANGED' }
    expect(await complete(stranger, { price: 4000 })).toMatchObject({
      ...unseen,
      newQuote: { quote: { lines: [{ id: pack.id, price: 5000, why: 'seller' }] } },
    })
    expect(await complete(stranger, { price: 4000, orderToken: unpaid.token })).toMatchObject(
      unseen,
    )
    expect(await complete(stranger, { price: 4000, orderToken: token })).toMatchObject({
      status: 201,
    })
  })

  test('a buyer of a part of a pack pays nothing twice: what was given back does not count', async () => {
    const order = await pay(buyer, [book, song])
    expect(await list(buyer)).toMatchObject([{ price: 1000 }])
    const { refundPart, waitForRefunded } = createPartialRefunds(shop, seller)
    const sale = expectOk(await seller.call(getSale, { params: { orderId: order.orderId } }))
    const line = sale.items.find(({ priceMinor }) => priceMinor === 300_000)!

    expectOk(await refundPart(order.orderId, { itemIds: [line.itemId] }))
    await waitForRefunded(order.orderId, 300_000)
    await shop.waitForJobs()

    const [completion] = await list(buyer)
    expect(completion).toMatchObject({ price: 4000 })
    expect(namesOf(completion!.missingParts)).toEqual(['Vidala', 'Cosecha'])
    expect(await complete(buyer, { price: 1000 })).toMatchObject({
      code: 'ERROR_PRICE_CHANGED',
      newQuote: { quote: { lines: [{ id: pack.id, price: 4000, why: 'completion' }] } },
    })
  })

  test('a buyer of a part of a pack pays the others at most what they cost by themselves, and at least one unit', async () => {
    await pay(buyer, [song, film])
    expect(await list(buyer)).toMatchObject([{ price: 1 }])

    expectOk(
      await seller.call(updateProduct, {
        params: { id: String(pack.id) },
        form: { price: 20_000 },
      }),
    )

    expect(await list(buyer)).toMatchObject([{ price: 1000 }])
  })

  test('a buyer of a part of a pack is offered a fixed difference of a pack whose price others choose', async () => {
    const chosen = await publishPack(seller, [book.id, song.id], {
      name: 'A elección',
      price: 3000,
      isPriceDynamic: true,
    })
    await pay(buyer, [book])

    expect(await list(buyer)).toMatchObject([{ id: chosen.id, price: 2000 }, { id: pack.id }])
    const order = await shop.order(buyer, [{ id: chosen.id, completes: {} }])

    expect(await shop.readOrder(order.token)).toMatchObject({ totalMinor: 200_000 })
  })

  test('a buyer of a part of a pack is offered an older pack, however many newer ones are whole', async () => {
    for (let n = 0; n < 4; n += 1)
      await publishPack(seller, [book.id, song.id], { name: `Pack ${n}` })

    await pay(buyer, [book, song])

    expect(await list(buyer)).toMatchObject([{ id: pack.id, price: 1000 }])
  })

  test('a buyer of a part of a pack is offered nothing while a part is paused', async () => {
    await pay(buyer, [book])

    expectOk(
      await seller.call(setProductState, {
        params: { id: String(song.id) },
        body: { state: 'paused' },
      }),
    )

    expect(await list(buyer)).toEqual([])
    expect(await complete(buyer, { price: 4000 })).toMatchObject({
      code: 'ERROR_PRODUCT_NOT_FOUND',
    })
  })

  test('a buyer of a part of a pack cannot order a missing part beside the pack', async () => {
    await pay(buyer, [book])
    const body = {
      products: [{ id: pack.id, completes: {} }, { id: song.id }],
      payerEmail: 'ana@mail.test',
    }

    expect(await buyer.call(createPreference, { body })).toMatchObject({
      code: 'ERROR_PRICE_CHANGED',
      newQuote: { quote: { obstacle: 'product_twice' } },
    })
    // A part that the buyer has can be bought again, for somebody else.
    expect(
      await buyer.call(createPreference, {
        body: { ...body, products: [body.products[0]!, { id: book.id }], buyAgain: true },
      }),
    ).toMatchObject({ status: 201 })
  })
})
