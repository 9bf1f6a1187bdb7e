import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { createPreference } from '#contract/orders/orders.ts'
import { getQuote } from '#contract/orders/public-quote.ts'
import { type CouponForm, createCoupon, listCoupons } from '#contract/prices/coupons.ts'
import type { CouponRefusal } from '#contract/prices/quote.ts'
import { orders, payments } from '#server/db/schema/index.ts'
import type { ApiClient } from '../api-client/api-client.ts'
import { UNLIMITED } from '../api-client/coupons.ts'
import { expectOk } from '../api-client/creator.ts'
import { seeing } from '../api-client/quotes.ts'
import type { SignedInUser, TestApp } from './test-app.ts'

/** What an answer says if the quote of an order is not that which the page showed, because of the coupon. */
export const refused = (refusal: CouponRefusal | null) => ({
  status: 409,
  code: 'ERROR_PRICE_CHANGED',
  newQuote: { quote: { coupon: { refusal } } },
})

/** Creates a seller with two products before each test. Returns them, and the calls about coupons and orders. */
export function useCouponSale(shop: TestApp) {
  const sale = {} as { seller: SignedInUser; book: { id: number }; song: { id: number } }
  beforeEach(async () => {
    sale.seller = await shop.seller()
    sale.book = await shop.publish(sale.seller, { name: 'Recetario', price: 10_000 })
    sale.song = await shop.publish(sale.seller, { name: 'Vidala', price: 999 })
  })

  const create = async (form: Partial<CouponForm> = {}, person = sale.seller) =>
    expectOk(
      await person.call(createCoupon, {
        body: { ...UNLIMITED, code: 'OTOÑO-10', kind: 'percent', value: 10, ...form },
      }),
    )

  const check = async (code: string, products: { id: number; dynamicPrice?: number }[]) =>
    expectOk(await shop.visitor().call(getQuote, { body: { products, coupon: code } })).quote

  /** Asks for a payment page with a coupon. Each line may cost as much as all together. */
  const buy = (
    code: string,
    seenTotal: number,
    {
      products = [{ id: sale.book.id }],
      email = 'ana@mail.test',
      who = shop.visitor(),
    }: { products?: { id: number }[]; email?: string; who?: ApiClient } = {},
  ) =>
    who.call(createPreference, {
      body: {
        products,
        payerEmail: email,
        coupon: code,
        seen: {
          ...seeing(...products.map(({ id }) => ({ id, price: seenTotal }))),
          total: seenTotal,
        },
      },
    })

  /** Returns the newest order with its payment page. */
  async function findNewestOrder() {
    const [order] = await shop.db.select().from(orders).orderBy(desc(orders.createdAt)).limit(1)
    return order!
  }

  async function payNewest(outcome: 'approved' | 'pending_cash' = 'approved') {
    const order = await findNewestOrder()
    const paymentId = await shop.provider.pay({ preferenceId: order.preferenceId!, outcome })
    await expect.poll(() => shop.db.$count(payments, eq(payments.orderId, order.id))).toBe(1)
    await shop.waitForJobs()
    return { ...order, paymentId }
  }

  /** Returns the text of the email with the files of the newest order, and the token of its link. */
  async function readDelivery() {
    await shop.waitForJobs()
    const { payerEmail } = await findNewestOrder()
    const mails = await shop.listMails(payerEmail)
    const text = mails.find(mail => mail.text.includes('/order/'))!.text
    return { text, token: /\/order\/([\w-]+)/.exec(text)![1]! }
  }

  const listOwn = async () => expectOk(await sale.seller.call(listCoupons, { query: {} })).coupons
  return { sale, create, check, buy, findNewestOrder, payNewest, readDelivery, listOwn }
}
