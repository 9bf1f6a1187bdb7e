import { and, eq, isNotNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { updateProductRow } from '#server/db/product-rows.ts'
import { requestAvailabilityEmail } from '#contract/storefront/availability.ts'
import { getOwnProduct, setProductState } from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import {
  listPublicProducts,
  listProductsOfSeller,
  suggestProducts,
} from '#contract/storefront/search.ts'
import { hasPage } from '#contract/products/sale-obstacles.ts'
import { NEXT_STATES, PRODUCT_STATES, type ProductState } from '#contract/products/state-rules.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { getPublicProfile } from '#contract/profiles.ts'
import { orders, products } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { orderFree } from '#tools/api-client/quotes.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

const change = (seller: SignedInUser, id: number, state: ProductState) =>
  seller.call(setProductState, { params: { id: String(id) }, body: { state } })

const order = (id: number) =>
  shop.visitor().call(createPreference, {
    body: { products: [{ id }], payerEmail: 'ana@mail.test' },
  })

/** Counts the payment pages that are not closed. */
const countPaymentPages = () =>
  shop.db.$count(orders, and(eq(orders.state, 'open'), isNotNull(orders.paymentUrl)))

/** Tells in which places a visitor finds a product that is called Vidala. */
async function findPlaces({ id, username }: { id: number; username: string }) {
  const visitor = shop.visitor()
  const find = async (path: string) =>
    (await (await fetch(shop.origin + path)).text()).includes(`/product/${id}`)
  const has = ({ products }: { products: { id: number }[] }) =>
    products.some(product => product.id === id)
  return {
    page: (await visitor.call(getPublicProduct, { params: { id: String(id) } })).status === 200,
    list: has(expectOk(await visitor.call(listPublicProducts, { params: { page: 1 }, query: {} }))),
    search: has(
      expectOk(
        await visitor.call(listPublicProducts, { params: { page: 1 }, query: { q: 'vidala' } }),
      ),
    ),
    suggestion:
      expectOk(await visitor.call(suggestProducts, { query: { q: 'vidal' } })).products.length > 0,
    ofSeller: has(
      expectOk(await visitor.call(listProductsOfSeller, { params: { username }, query: {} })),
    ),
    kiosk: has(expectOk(await visitor.call(getPublicProfile, { params: { username } }))),
    feed: await find(`/profile/${username}/feed.xml`),
    sitemap: await find('/sitemap/products-1.xml'),
  }
}

const everywhere = (isListed: boolean, hasPage: boolean) => ({
  page: hasPage,
  list: isListed,
  search: isListed,
  suggestion: isListed,
  ofSeller: isListed,
  kiosk: isListed,
  feed: isListed,
  sitemap: isListed,
})

test('a change of state is seen in every list, feed and page at once', async () => {
  const seller = await shop.seller()
  const product = await shop.publish(seller, { name: 'Vidala' })
  expect(await findPlaces(product)).toEqual(everywhere(true, true))

  for (const state of ['paused', 'on_sale', 'archived', 'on_sale'] as const) {
    expect(expectOk(await change(seller, product.id, state)).state).toBe(state)

    const obstacle = state === 'on_sale' ? null : state
    const isListed = obstacle === null
    expect(await findPlaces(product), state).toEqual(everywhere(isListed, hasPage(obstacle)))
    expect((await order(product.id)).ok, state).toBe(isListed)
  }
})

describe('the table of states', () => {
  test.each(PRODUCT_STATES.flatMap(from => PRODUCT_STATES.map(to => [from, to] as const)))(
    'a product that is %s becomes %s only if the table allows it',
    async (from, to) => {
      const seller = await shop.seller()
      const { id } = await shop.publish(seller)
      await updateProductRow(shop.db, id, { state: from })

      const answer = await change(seller, id, to)

      const isAllowed = from === to || NEXT_STATES[from].includes(to)
      expect(answer).toMatchObject(
        isAllowed ? { status: 200 } : { status: 409, code: 'ERROR_PRODUCT_STATE' },
      )
      const [row] = await shop.db.select().from(products)
      expect(row).toMatchObject({
        state: isAllowed ? to : from,
        listed: isAllowed ? to === 'on_sale' : from === 'on_sale',
      })
    },
  )
})

describe('a paused product', () => {
  test('a paused product offers an email, which is sent when it is sold again', async () => {
    const seller = await shop.seller()
    const { id } = await shop.publish(seller, { name: 'Vidala' })
    expectOk(await change(seller, id, 'paused'))
    const params = { id: String(id) }

    const body = { email: 'ana@mail.test' }
    expect(await shop.visitor().call(requestAvailabilityEmail, { params, body })).toMatchObject({
      status: 202,
    })
    await shop.waitForJobs()
    expect(await shop.listMails('ana@mail.test')).toEqual([])
    expect(expectOk(await seller.call(getOwnProduct, { params })).waitingCount).toBe(1)
    expectOk(await change(seller, id, 'on_sale'))

    expect((await shop.waitForMail('ana@mail.test')).subject).toContain('Vidala')
  })

  test('a paused product closes open payment pages, and delivers a voucher that is paid all the same', async () => {
    const seller = await shop.seller()
    const { id } = await shop.publish(seller)
    const open = await shop.order(shop.visitor(), [{ id }], 'open@mail.test')
    const voucher = await shop.order(shop.visitor(), [{ id }], 'voucher@mail.test')
    const paymentId = await shop.provider.pay({
      preferenceId: voucher.preferenceId,
      outcome: 'pending_cash',
    })
    await shop.waitForOrderState(voucher.token, 'pending')

    expectOk(await change(seller, id, 'paused'))

    await shop.waitForJobs()
    expect(await countPaymentPages()).toBe(0)
    expect((await shop.readOrder(open.token)).payment?.payUrl ?? null).toBeNull()
    await shop.provider.changePayment(paymentId, 'accredit')
    const order = await shop.waitForOrderState(voucher.token, 'approved')
    expect((await fetch(order.items[0]!.downloadUrl!)).status).toBe(200)
  })

  test('a paused product is not given away, if it is free', async () => {
    const creator = await shop.creator()
    const { id } = await shop.publish(creator, { price: 0 })
    expectOk(await change(creator, id, 'paused'))

    expect(await orderFree(shop.visitor(), [id], { email: 'ana@mail.test' })).toMatchObject({
      code: 'ERROR_PRODUCT_NOT_FOUND',
    })
  })

  test('a paused product has no payment page that can be paid, however often it is paused while people order', async () => {
    const seller = await shop.seller()
    const { id } = await shop.publish(seller)

    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, () => order(id))),
      change(seller, id, 'paused'),
    ])

    await shop.waitForJobs()
    const refused = answers.filter(({ ok }) => !ok)
    expect(refused.every(answer => answer.code === 'ERROR_PRODUCT_NOT_FOUND')).toBe(true)
    expect(await countPaymentPages()).toBe(0)
  })
})

test('selling a product again needs a captcha, and pausing it needs none', async () => {
  const seller = await shop.seller()
  const { id } = await shop.publish(seller)
  const changeWithout = (state: ProductState) =>
    seller.call(setProductState, { params: { id: String(id) }, body: { state }, captcha: '' })

  expectOk(await changeWithout('paused'))
  expect(await changeWithout('on_sale')).toMatchObject({ code: 'ERROR_CAPTCHA_FAILED' })
})
