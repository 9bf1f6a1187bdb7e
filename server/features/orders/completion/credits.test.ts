import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { createPreference } from '#contract/orders/orders.ts'
import { listPackCompletions } from '#contract/orders/completion.ts'
import { getSale, refundSale } from '#contract/sales/order.ts'
import { orderCredits, orders } from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { publishPack } from '#tools/api-client/packs.ts'
import { seeing } from '#tools/api-client/quotes.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { readWithdrawal, waitForWithdrawalState, withdraw } from '#tools/test-app/withdrawals.ts'

const shop = useTestApp()
let seller: SignedInUser
let buyer: ApiClient
let book: { id: number }
let song: { id: number }
let pack: { id: number }
beforeEach(async () => {
  seller = await shop.seller()
  buyer = shop.visitor()
  book = await shop.publish(seller, { name: 'Recetario', price: 6000 })
  song = await shop.publish(seller, { name: 'Vidala', price: 6000 })
  pack = await publishPack(seller, [book.id, song.id], { name: 'Cocina', price: 6000 })
})

type Order = Awaited<ReturnType<typeof shop.order>>

async function pay(order: Order, outcome: 'approved' | 'pending_cash' = 'approved') {
  await shop.provider.pay({ preferenceId: order.preferenceId, outcome })
  await shop.waitForJobs()
}

/** Orders a product, and pays it. */
async function buy(product: { id: number; completes?: { orderToken?: string } }) {
  const order = await shop.order(buyer, [product])
  await pay(order)
  await shop.waitForOrderState(order.token, 'approved')
  return order
}

const complete = (price: number) =>
  buyer.call(createPreference, {
    body: {
      products: [{ id: pack.id, completes: {} }],
      seen: seeing({ id: pack.id, price }),
      payerEmail: 'ana@mail.test',
    },
  })

const refund = ({ orderId }: Order, body: { itemIds?: number[]; amountMinor?: number } = {}) =>
  seller.call(refundSale, { params: { orderId }, body, idempotencyKey: randomUUID() })

const readSale = async ({ orderId }: Order) =>
  expectOk(await seller.call(getSale, { params: { orderId } }))

/** What came in and went back for an order, in minor units. */
async function readMoney(order: Order) {
  const { payments } = await readSale(order)
  return payments.map(({ amountMinor, refundedMinor }) => amountMinor - refundedMinor)
}

const IN_USE = { status: 409, code: 'ERROR_CREDIT_IN_USE' }

describe('the credit of a part of a pack', () => {
  test('the credit of a part keeps its money from going back until the order that it completed goes back', async () => {
    const first = await buy(book)
    const second = await buy({ ...pack, completes: {} })
    expect(await shop.readOrder(second.token)).toMatchObject({ totalMinor: 100 })
    const { number } = await shop.readOrder(second.token)
    const { items, credits } = await readSale(first)
    const { itemId } = items[0]!
    expect(credits).toEqual([{ itemId, orderId: second.orderId, number, packName: 'Cocina' }])

    expect(await withdraw(shop, first.token)).toMatchObject({
      code: 'PAYMENT_STATUS_ALREADY_CHANGED',
    })
    expect(await readWithdrawal(shop, first.token)).toMatchObject({
      option: null,
      amountMinor: 0,
      credited: [{ name: 'Recetario', packName: 'Cocina', number }],
    })
    expect(await refund(first)).toMatchObject(IN_USE)
    expect(await refund(first, { itemIds: [itemId] })).toMatchObject(IN_USE)
    expect(await refund(first, { amountMinor: 100 })).toMatchObject(IN_USE)
    await expectCleanInvariants(shop)

    expectOk(await withdraw(shop, second.token))
    await waitForWithdrawalState(shop, second.token, 'refunded')
    expect(await readWithdrawal(shop, first.token)).toMatchObject({
      option: 'refund',
      amountMinor: 600_000,
      credited: [],
    })
    expectOk(await withdraw(shop, first.token))
    await waitForWithdrawalState(shop, first.token, 'refunded')
    expect([await readMoney(first), await readMoney(second)]).toEqual([[0], [0]])
    await expectCleanInvariants(shop)
  })

  test('the credit of a part counts for one pack, and what else was bought with the part can be returned', async () => {
    const film = await shop.publish(seller, { name: 'Cosecha', price: 5000 })
    const other = await publishPack(seller, [book.id, film.id], { name: 'Tardes', price: 8000 })
    const mixed = await shop.order(buyer, [book, film])
    await pay(mixed)
    await buy({ ...pack, completes: {} })

    const { completions } = expectOk(await buyer.call(listPackCompletions, { body: {} }))
    expect(completions.map(({ id }) => id)).not.toContain(other.id)
    expect(await readWithdrawal(shop, mixed.token)).toMatchObject({
      option: 'refund',
      isPart: true,
      amountMinor: 500_000,
      items: [{ name: 'Cosecha' }],
      credited: [{ name: 'Recetario' }],
    })
    expectOk(await withdraw(shop, mixed.token))
    await waitForWithdrawalState(shop, mixed.token, 'refunded')

    // The film is missing now, and the book has given all that it gives.
    const [completion] = expectOk(await buyer.call(listPackCompletions, { body: {} })).completions
    expect(completion).toMatchObject({ id: other.id, price: 5000 })
    await expectCleanInvariants(shop)
  })

  test('the credit of a part is held by one page, and by none once the part is returned', async () => {
    const first = await buy(book)
    const second = await shop.order(buyer, [{ ...pack, completes: {} }])
    const third = await shop.order(buyer, [{ ...pack, completes: {} }])
    expect(await shop.readOrder(second.token)).toMatchObject({ state: 'expired' })
    expect(await shop.readOrder(third.token)).toMatchObject({ state: 'created', totalMinor: 100 })

    expectOk(await withdraw(shop, first.token))
    await waitForWithdrawalState(shop, first.token, 'refunded')
    expect(await shop.readOrder(third.token)).toMatchObject({ state: 'expired' })
    expect(await complete(1)).toMatchObject({ code: 'ERROR_PRICE_CHANGED' })

    // Whoever had the page open before waits for a person.
    await shop.provider.pay({
      preferenceId: third.preferenceId,
      outcome: 'approved',
      wasBegun: true,
    })
    await shop.waitForOrderState(third.token, 'review')
    await shop.waitForJobs()
    const [order] = await shop.db.select().from(orders).where(eq(orders.id, third.orderId))
    expect(order).toMatchObject({ state: 'review', reviewReason: 'credit_used_up' })
    await expectCleanInvariants(shop)
  })

  test('the credit of a part is held by a voucher until that is canceled', async () => {
    const first = await buy(book)
    const second = await shop.order(buyer, [{ ...pack, completes: {} }])
    await pay(second, 'pending_cash')

    expect(await complete(1)).toMatchObject({
      code: 'ERROR_PRICE_CHANGED',
      newQuote: { quote: { lines: [{ price: 6000, why: 'completion' }] } },
    })
    expect(await refund(first)).toMatchObject(IN_USE)
    expectOk(await withdraw(shop, second.token))
    await waitForWithdrawalState(shop, second.token, 'canceled')
    expectOk(await refund(first))
    await shop.waitForOrderState(first.token, 'refunded')
    await expectCleanInvariants(shop)
  })

  test('the credit of a part is free again once all that it completed is refunded, and is not for sale while it goes back', async () => {
    const film = await shop.publish(seller, { name: 'Cosecha', price: 5000 })
    const first = await buy(book)
    const mixed = await shop.order(buyer, [{ ...pack, completes: {} }, film])
    await pay(mixed)
    const { items } = await readSale(mixed)
    const part = items.find(({ productId }) => productId === song.id)!

    expect(await refund(first)).toMatchObject(IN_USE)
    expectOk(await refund(mixed, { itemIds: [part.itemId] }))
    await shop.waitForJobs()
    const [credit] = await shop.db.select().from(orderCredits)
    expect(credit).toMatchObject({ amountMinor: 600_000, freedAt: expect.any(Date) })
    expectOk(await refund(first))
    expect(await complete(1)).toMatchObject({ code: 'ERROR_PRICE_CHANGED' })
    await shop.waitForJobs()
    await expectCleanInvariants(shop)
  })

  test('the credit of a part that lowers no price is not held', async () => {
    const dear = await publishPack(seller, [book.id, song.id], { name: 'Todo', price: 12_000 })
    const first = await buy(book)
    const second = await buy({ ...dear, completes: {} })

    expect(await shop.readOrder(second.token)).toMatchObject({ totalMinor: 600_000 })
    expect(await shop.db.$count(orderCredits)).toBe(0)
    expectOk(await withdraw(shop, first.token))
  })
})
