import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { changePrices, undoPriceBatch } from '#contract/prices/price-changes.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { updateProduct } from '#contract/products/products.ts'
import { toMinor } from '#contract/core/money.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { orderItems, orders, productPrices } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { seeing } from '#tools/api-client/quotes.ts'
import { runAtOnce } from '#tools/run-at-once.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

/**
 * How many purchases are made while prices change. `npm test` makes few; CONTRIBUTING.md names the command for 1,000.
 */
const PURCHASES = Number(process.env['PRICE_RACES'] ?? 60)
const AT_ONCE = 6
const PRODUCTS = 3
const TEST_MS = 60_000 + PURCHASES * 500

const shop = useTestApp()
let seller: SignedInUser
let ids: number[]
beforeEach(async () => {
  seller = await shop.seller()
  ids = []
  for (let index = 0; index < PRODUCTS; index += 1)
    ids.push((await shop.publish(seller, { name: `Danza ${index}`, price: 5000 })).id)
})

/**
 * Changes prices in the ways that a seller has, in turn, until `isOver` says so; resolves to how many changes were
 * made.
 */
async function changePricesUntil(isOver: () => boolean): Promise<number> {
  const put = (id: number, form: object) =>
    seller.call(updateProduct, { params: { id: String(id) }, form })
  const changeAll = async (value: number) => {
    const body = {
      productIds: null,
      rule: { kind: 'percent' as const, value },
      ending: '90' as const,
      startsAt: null,
    }
    const { digest } = expectOk(
      await seller.call(changePrices, { body: { ...body, dryRun: true } }),
    )
    return seller.call(changePrices, { body: { ...body, dryRun: false, seen: digest } })
  }
  let changes = 0
  for (; !isOver() || changes < PRODUCTS; changes += 1) {
    const id = ids[changes % PRODUCTS]!
    const price = 4000 + ((changes * 377) % 2000)
    expectOk(await put(id, { price, offerPrice: '' }))
    const changed = expectOk(await changeAll(changes % 2 === 0 ? 10 : -10))
    expectOk(await put(id, { offerPrice: 1000 + (changes % 7), offerUntil: inFiveDays() }))
    expectOk(await seller.call(undoPriceBatch, { params: { batch: changed.batch!.id } }))
    expectOk(await put(id, { offerPrice: '' }))
  }
  return changes
}

const inFiveDays = () => new Date(Date.now() + 5 * DAY_MS).toISOString()

test(
  'nobody pays more than the page showed while prices change, and nobody is told of a change that was none',
  async () => {
    const seenPrices = new Map<string, number>()
    const alarms: { id: number; seen: number; shown: number }[] = []
    let isOver = false

    const changing = changePricesUntil(() => isOver)
    await runAtOnce(AT_ONCE, PURCHASES, async number => {
      const id = ids[number % PRODUCTS]!
      const visitor = shop.visitor()
      const page = await visitor.call(getPublicProduct, { params: { id: String(id) } })
      const seenPrice = expectOk(page).price
      const payerEmail = `comprador${number}@mail.test`
      seenPrices.set(payerEmail, seenPrice)
      const reply = await visitor.call(createPreference, {
        body: { products: [{ id }], seen: seeing({ id, price: seenPrice }), payerEmail },
      })
      if (reply.ok) return
      expect(reply).toMatchObject({ status: 409, code: 'ERROR_PRICE_CHANGED' })
      alarms.push({ id, seen: seenPrice, shown: reply.newQuote?.quote.total ?? NaN })
    })
    isOver = true
    expect(await changing).toBeGreaterThanOrEqual(PRODUCTS)

    const sold = await shop.db
      .select({ email: orders.payerEmail, priceMinor: orderItems.priceMinor })
      .from(orderItems)
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
    expect(sold.length + alarms.length).toBe(PURCHASES)
    expect(
      sold.filter(({ email, priceMinor }) => priceMinor > toMinor(seenPrices.get(email)!)),
    ).toEqual([])
    const asked = await shop.db.select().from(productPrices)
    const wasAsked = (id: number, price: number) =>
      asked.some(row => row.productId === id && row.price === price)
    expect(alarms.filter(({ id, seen, shown }) => !(shown > seen && wasAsked(id, shown)))).toEqual(
      [],
    )
    await expectCleanInvariants(shop)
  },
  TEST_MS,
)
