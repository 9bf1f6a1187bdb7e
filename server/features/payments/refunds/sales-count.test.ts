import { inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { getSale, refundSale } from '#contract/sales/order.ts'
import { products } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { publishPack } from '#tools/api-client/packs.ts'
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

/** Buys the pack. In the order, the book costs 375 and the song 1125. */
async function buyPack() {
  const order = await shop.order(shop.visitor(), [{ id: pack.id }])
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  await shop.waitForOrderState(order.token, 'approved')
  return { ...order, paymentId }
}

async function readSales() {
  const rows = await shop.db
    .select({ id: products.id, sales: products.salesCount })
    .from(products)
    .where(inArray(products.id, [book.id, song.id, pack.id]))
  const find = ({ id }: { id: number }) => rows.find(row => row.id === id)!.sales
  return { book: find(book), song: find(song), pack: find(pack) }
}

describe('the number of sales of a pack', () => {
  test('the number of sales of a pack falls with each order of it that is refunded', async () => {
    const orders = [await buyPack(), await buyPack()]
    expect(await readSales()).toEqual({ book: 2, song: 2, pack: 2 })

    for (const [index, { orderId, token }] of orders.entries()) {
      expectOk(await seller.call(refundSale, { params: { orderId }, body: {} }))
      await shop.waitForOrderState(token, 'refunded')
      const left = 1 - index
      expect(await readSales()).toEqual({ book: left, song: left, pack: left })
    }
    await expectCleanInvariants(shop)
  })

  test('the number of sales of a pack falls with a chargeback, and rises when it is won', async () => {
    const { paymentId, token } = await buyPack()

    await shop.provider.changePayment(paymentId, 'chargeback')
    await shop.waitForOrderState(token, 'charged_back')
    expect(await readSales()).toEqual({ book: 0, song: 0, pack: 0 })

    await shop.provider.changePayment(paymentId, 'reimburse')
    await shop.waitForOrderState(token, 'approved')
    expect(await readSales()).toEqual({ book: 1, song: 1, pack: 1 })
    await expectCleanInvariants(shop)
  })

  test.each([
    ['stays', 'less', 37_500, { book: 0, song: 1, pack: 1 }],
    ['falls', 'more', 112_500, { book: 1, song: 0, pack: 0 }],
  ])(
    'the number of sales of a pack %s when a part for %s than half of its price is refunded',
    async (_, __, priceMinor, sales) => {
      const { orderId } = await buyPack()
      const { refundPart, waitForRefunded } = createPartialRefunds(shop, seller)
      const { items } = expectOk(await seller.call(getSale, { params: { orderId } }))
      const part = items.find(item => item.priceMinor === priceMinor)!

      expectOk(await refundPart(orderId, { itemIds: [part.itemId] }))

      await waitForRefunded(orderId, priceMinor)
      expect(await readSales()).toEqual(sales)
      await expectCleanInvariants(shop)
    },
  )
})
