import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { getSale, refundSale } from '#contract/sales/order.ts'
import { sum } from '#contract/core/sum.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { publishPack } from '#tools/api-client/packs.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { waitWhileExamining, withdraw } from '#tools/test-app/withdrawals.ts'

/** Each history takes a second or two. */
const HISTORIES = 5

const shop = useTestApp()
let seller: SignedInUser
let parts: { id: number }[]
let pack: { id: number }
let dynamicPack: { id: number }
let single: { id: number }

beforeEach(async () => {
  seller = await shop.seller()
  parts = []
  for (const price of [999, 3001, 12_345]) parts.push(await shop.publish(seller, { price }))
  const ids = parts.map(({ id }) => id)
  pack = await publishPack(seller, ids, { price: 9999 })
  dynamicPack = await publishPack(seller, ids.slice(1), { price: 10_001, isPriceDynamic: true })
  single = await shop.publish(seller, { price: 777, isPriceDynamic: true })
})

/** What a buyer orders, and what happens to the order then. */
const history = fc.record({
  cart: fc.constantFrom('pack', 'dynamic pack', 'pack and product', 'rest of the pack'),
  extra: fc.integer({ min: 0, max: 7777 }),
  steps: fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('item' as const), item: fc.nat({ max: 9 }) }),
      fc.record({
        kind: fc.constant('amount' as const),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      fc.record({ kind: fc.constant('withdrawal' as const) }),
    ),
    { maxLength: 3 },
  ),
})
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never

async function pay(buyer: ApiClient, products: Parameters<typeof shop.order>[1], email: string) {
  const order = await shop.order(buyer, products, email)
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  await shop.waitForOrderState(order.token, 'approved')
  return { ...order, paymentId }
}

async function buyCart({ cart, extra }: History, email: string) {
  const buyer = shop.visitor()
  if (cart === 'pack') return pay(buyer, [{ id: pack.id }], email)
  if (cart === 'dynamic pack')
    return pay(buyer, [{ id: dynamicPack.id, dynamicPrice: 10_001 + extra }], email)
  if (cart === 'pack and product')
    return pay(buyer, [{ id: pack.id }, { id: single.id, dynamicPrice: 777 + extra }], email)
  await pay(buyer, [{ id: parts[1]!.id }], email)
  // The part cost 3001 of the 9999.
  return pay(buyer, [{ id: pack.id, completes: {} }], email)
}

/** Does a step, if it can be done at this point of the history, and waits for its end. */
async function take(
  step: History['steps'][number],
  { orderId, token }: { orderId: string; token: string },
): Promise<void> {
  const sale = await readSale(orderId)
  if (step.kind === 'withdrawal') {
    if (!(await withdraw(shop, token)).ok) return
    return waitWhileExamining(shop, async () => {
      const order = await shop.readOrder(token)
      return order.state === 'refunded' || order.totalMinor === order.refundedMinor
    })
  }
  const leftMinor = sale.priceMinor - sale.refundedMinor
  const body =
    step.kind === 'item'
      ? { itemIds: [sale.items[step.item % sale.items.length]!.itemId] }
      : { amountMinor: Math.floor(leftMinor * step.share) }
  const answer = await seller.call(refundSale, {
    params: { orderId },
    body,
    idempotencyKey: randomUUID(),
  })
  if (!answer.ok) return
  await expect
    .poll(
      async () =>
        (await readSale(orderId)).payments.flatMap(({ refunds }) => refunds.map(r => r.state)),
      { timeout: 15_000 },
    )
    .not.toContain('requested')
}

const readSale = async (orderId: string) =>
  expectOk(await seller.call(getSale, { params: { orderId } }))

test('orders with packs stay true to the cent through refunds and withdrawals', async () => {
  let count = 0
  const property = fc.asyncProperty(history, async story => {
    count += 1
    const order = await buyCart(story, `ana${count}@mail.test`)
    await shop.waitForJobs()
    for (const step of story.steps) await take(step, order)
    await shop.waitForJobs()

    const sale = await readSale(order.orderId)
    const { items } = sale
    expect(sum(items.map(({ priceMinor }) => priceMinor))).toBe(sale.priceMinor)
    const made = (await shop.provider.readLedger()).refunds as {
      payment_id: number
      amount: number
    }[]
    const returned = made.filter(({ payment_id: id }) => String(id) === order.paymentId)
    expect(Math.round(sum(returned.map(({ amount }) => amount)) * 100)).toBe(sale.refundedMinor)
    expect(sum(items.map(({ refundedMinor }) => refundedMinor))).toBe(sale.refundedMinor)
    for (const item of items) expect(item.refundedMinor).toBeLessThanOrEqual(item.priceMinor)
  })
  await fc.assert(property, { numRuns: HISTORIES, endOnFailure: true })
  await expectCleanInvariants(shop)
})
