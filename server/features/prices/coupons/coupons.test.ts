import { beforeEach, describe, expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { updateProduct } from '#contract/products/products.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import {
  type CouponForm,
  checkCoupon,
  createCoupon,
  listCoupons,
  updateCoupon,
} from '#contract/prices/coupons.ts'
import { requestCouponCopy } from '#contract/free-copies.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { getReceipt } from '#contract/receipts.ts'
import { exportSales, listSales } from '#contract/sales/lines.ts'
import { getSale, refundSale } from '#contract/sales/order.ts'
import { couponUses, orderItems, orders, payments } from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { publishPack } from '#tools/api-client/packs.ts'
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
  song = await shop.publish(seller, { name: 'Vidala', price: 999 })
})

const TERMS = {
  productIds: null,
  startsAt: null,
  endsAt: null,
  cap: null,
  perBuyer: null,
  minimum: null,
}

const create = async (form: Partial<CouponForm> = {}, person = seller) =>
  expectOk(
    await person.call(createCoupon, {
      body: { code: 'OTOÑO-10', kind: 'percent', value: 10, ...TERMS, ...form },
    }),
  )

const check = (
  code: string,
  products: { id: number; dynamicPrice?: number }[],
  who = shop.visitor(),
) => who.call(checkCoupon, { body: { code, products } })

/** Asks for a payment page with a coupon. */
const buy = (
  code: string,
  seenTotal: number,
  {
    products = [{ id: book.id }],
    email = 'ana@mail.test',
    who = shop.visitor(),
  }: {
    products?: { id: number }[]
    email?: string
    who?: ApiClient
  } = {},
) =>
  who.call(createPreference, {
    body: { products, payerEmail: email, coupon: { code, seenTotal } },
  })

/** Returns the newest order with its payment page. */
async function findNewestOrder() {
  const [order] = await shop.db
    .select()
    .from(orders)
    .orderBy(sql`${orders.createdAt} desc`)
    .limit(1)
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

const listOwn = async () => expectOk(await seller.call(listCoupons, {})).coupons

describe('a coupon', () => {
  test('a coupon takes a percentage off in whole units, and keeps the commission of the price without it', async () => {
    await create({ code: 'otoño 15', value: 15 })

    const offer = expectOk(await check('  Otono15 ', [{ id: book.id }, { id: song.id }]))
    expect(offer).toMatchObject({
      code: 'OTONO15',
      prices: [
        { id: book.id, price: 10_000, discounted: 8500 },
        { id: song.id, price: 999, discounted: 849 },
      ],
    })
    expectOk(await buy('otoño15', 9349, { products: [{ id: book.id }, { id: song.id }] }))

    const { id, totalMinor } = await payNewest()
    expect(totalMinor).toBe(934_900)
    const items = await shop.db
      .select()
      .from(orderItems)
      .where(eq(orderItems.orderId, id))
      .orderBy(orderItems.id)
    expect(items).toMatchObject([
      { priceMinor: 850_000, listPriceMinor: 1_000_000, discountMinor: 150_000, feePercent: 10 },
      { priceMinor: 84_900, listPriceMinor: 99_900, discountMinor: 15_000, feePercent: 20 },
    ])
    expect(await listOwn()).toMatchObject([
      {
        code: 'OTONO15',
        state: 'active',
        usedCount: 1,
        soldMinor: 934_900,
        discountMinor: 165_000,
      },
    ])
    const coupon = { code: 'OTONO15', discountMinor: 165_000 }
    const { text, token } = await readDelivery()
    expect(text).toContain('Cupón OTONO15: $ 1.650 de descuento')
    expect(await shop.readOrder(token)).toMatchObject({ coupon, totalMinor: 934_900 })
    expect(expectOk(await shop.visitor().call(getReceipt, { params: { token } }))).toMatchObject({
      coupon,
      totalMinor: 934_900,
    })
    expect(expectOk(await seller.call(getSale, { params: { orderId: id } }))).toMatchObject({
      coupon,
    })
    const csv = await (await seller.request(`/api${exportSales.path}`)).text()
    expect(csv).toContain('1500.00,OTONO15')
    expect(csv).toContain('150.00,OTONO15')
    await expectCleanInvariants(shop)
  })

  test('a coupon of a fixed amount is split by the prices of the products that it names', async () => {
    const other = await shop.publish(seller, { name: 'Cueca', price: 500 })
    await create({ code: 'RESTA', kind: 'amount', value: 1099, productIds: [book.id, song.id] })

    const offer = expectOk(
      await check('resta', [{ id: book.id }, { id: song.id }, { id: other.id }]),
    )

    expect(offer.prices.map(({ discounted }) => discounted)).toEqual([9001, 899, 500])
    expect(await check('resta', [{ id: other.id }])).toMatchObject({
      status: 409,
      code: 'ERROR_COUPON_PRODUCTS',
    })
  })

  test('a coupon of a pack is split over its parts', async () => {
    const pack = await publishPack(seller, [book.id, song.id], { price: 9000 })
    await create()

    expectOk(await buy('otoño-10', 8100, { products: [{ id: pack.id }] }))

    const { totalMinor } = await payNewest()
    expect(totalMinor).toBe(810_000)
    expect(await listOwn()).toMatchObject([{ soldMinor: 810_000, discountMinor: 90_000 }])
    await expectCleanInvariants(shop)
  })

  test('a coupon is refused outside of its time, below its minimum, and if it is turned off', async () => {
    const inAnHour = new Date(Date.now() + HOUR_MS).toISOString()
    const anHourAgo = new Date(Date.now() - HOUR_MS).toISOString()
    await create({ code: 'LUEGO', startsAt: inAnHour })
    await create({ code: 'ANTES', endsAt: anHourAgo })
    await create({ code: 'MUCHO', minimum: 10_001 })
    const off = await create({ code: 'NUNCA' })
    const params = { id: String(off.id) }
    expectOk(await seller.call(updateCoupon, { params, body: { ...TERMS, isOff: true } }))

    for (const [code, refusal] of [
      ['luego', 'ERROR_COUPON_UNKNOWN'],
      ['antes', 'ERROR_COUPON_ENDED'],
      ['mucho', 'ERROR_COUPON_MINIMUM'],
      ['nunca', 'ERROR_COUPON_UNKNOWN'],
      ['otro', 'ERROR_COUPON_UNKNOWN'],
    ] as const) {
      expect(await check(code, [{ id: book.id }]), code).toMatchObject({ code: refusal })
      expect(await buy(code, 9000), code).toMatchObject({ code: refusal })
    }
    expect((await listOwn()).map(({ code, state }) => [code, state])).toEqual([
      ['NUNCA', 'off'],
      ['MUCHO', 'active'],
      ['ANTES', 'ended'],
      ['LUEGO', 'scheduled'],
    ])
    expect(await shop.db.$count(orders)).toBe(0)
  })

  test('a coupon is of one seller, who cannot name the products of others', async () => {
    const stranger = await shop.seller()
    const foreign = await shop.publish(stranger, { price: 1000 })
    const coupon = await create()

    expect(await check('otoño-10', [{ id: foreign.id }])).toMatchObject({
      code: 'ERROR_COUPON_UNKNOWN',
    })
    expect(await check('otoño-10', [{ id: book.id }, { id: foreign.id }])).toMatchObject({
      code: 'ERROR_PRODUCT_NOT_FOUND',
    })
    const params = { id: String(coupon.id) }
    expect(
      await stranger.call(updateCoupon, { params, body: { ...TERMS, isOff: true } }),
    ).toMatchObject({ code: 'ERROR_COUPON_UNKNOWN' })
    expect(
      await seller.call(createCoupon, {
        body: { code: 'AJENO', kind: 'percent', value: 10, ...TERMS, productIds: [foreign.id] },
      }),
    ).toMatchObject({ code: 'ERROR_PRODUCT_NOT_FOUND' })
    expect(
      await seller.call(createCoupon, {
        body: { code: 'otono-10', kind: 'percent', value: 10, ...TERMS },
      }),
    ).toMatchObject({ status: 409, code: 'ERROR_COUPON_EXISTS' })
    // Another seller can have the same code.
    await create({}, stranger)
  })

  test('a coupon never costs more than the page showed', async () => {
    await create()
    expectOk(
      await seller.call(updateProduct, {
        params: { id: String(book.id) },
        form: { price: 12_000 },
      }),
    )

    expect(await buy('otoño-10', 9000)).toMatchObject({ status: 409, code: 'ERROR_COUPON_CHANGED' })
    expectOk(await buy('otoño-10', 10_800))
  })
})

describe('the uses of a coupon', () => {
  test('the uses of a coupon are held by an unpaid order for half an hour, and by a voucher as long as it lives', async () => {
    await create({ cap: 1 })
    expectOk(await buy('otoño-10', 9000))
    const refusal = { status: 409, code: 'ERROR_COUPON_USED_UP' }
    expect(await buy('otoño-10', 9000, { email: 'eva@mail.test' })).toMatchObject(refusal)
    expect(await check('otoño-10', [{ id: book.id }])).toMatchObject(refusal)
    expect(await listOwn()).toMatchObject([{ state: 'used_up', usedCount: 0, heldCount: 1 }])

    const old = new Date(Date.now() - HOUR_MS)
    await payNewest('pending_cash')
    await shop.db.update(orders).set({ createdAt: old })
    expect(await buy('otoño-10', 9000, { email: 'eva@mail.test' })).toMatchObject(refusal)
  })

  test('the uses of a coupon come back after half an hour, and who pays later has the price anyway', async () => {
    await create({ cap: 1 })
    expectOk(await buy('otoño-10', 9000))
    const late = await findNewestOrder()
    await shop.db.update(orders).set({ createdAt: new Date(Date.now() - HOUR_MS) })

    expectOk(await buy('otoño-10', 9000, { email: 'eva@mail.test' }))
    await payNewest()
    await shop.provider.pay({ preferenceId: late.preferenceId!, outcome: 'approved' })
    await expect.poll(async () => shop.db.$count(orders, eq(orders.state, 'approved'))).toBe(2)

    expect(await listOwn()).toMatchObject([{ cap: 1, usedCount: 2, state: 'used_up' }])
    await expectCleanInvariants(shop)
  })

  test('the uses of a coupon are not held against the next order of the same browser', async () => {
    await create({ cap: 1, perBuyer: 1 })
    const who = shop.visitor()
    expectOk(await buy('otoño-10', 9000, { who }))

    expectOk(await buy('otoño-10', 9000, { who, email: 'ana.nueva@mail.test' }))
    await payNewest()

    expect(await buy('otoño-10', 9000, { who, email: 'otra@mail.test' })).toMatchObject({
      code: 'ERROR_COUPON_USED_UP',
    })
  })

  test('the uses of a coupon are counted by mailbox, whatever stands after a plus sign', async () => {
    await create({ perBuyer: 1 })
    expectOk(await buy('otoño-10', 9000, { email: 'ana.paz@gmail.com' }))
    await payNewest()

    expect(await buy('otoño-10', 9000, { email: 'anapaz+2@gmail.com' })).toMatchObject({
      status: 409,
      code: 'ERROR_COUPON_BUYER',
    })
    expectOk(await buy('otoño-10', 9000, { email: 'eva@mail.test' }))
  })

  test('the uses of a coupon come back with a full refund', async () => {
    await create({ cap: 1 })
    expectOk(await buy('otoño-10', 9000))
    const { id } = await payNewest()

    expectOk(
      await seller.call(refundSale, {
        params: { orderId: id },
        body: {},
        idempotencyKey: crypto.randomUUID(),
      }),
    )
    await expect.poll(async () => (await findNewestOrder()).state).toBe('refunded')

    expect(await listOwn()).toMatchObject([{ state: 'active', usedCount: 0, soldMinor: 0 }])
    expectOk(await buy('otoño-10', 9000, { email: 'eva@mail.test' }))
  })

  test('the uses of a coupon are exactly as many as the cap, however many buyers come at once', async () => {
    await create({ cap: 5 })

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => buy('otoño-10', 9000, { email: `a${n}@mail.test` })),
    )

    expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
    for (const answer of answers.filter(({ ok }) => !ok))
      expect(answer).toMatchObject({ code: 'ERROR_COUPON_USED_UP' })
    expect(await shop.db.$count(couponUses)).toBe(5)
    expect(await shop.db.$count(orders)).toBe(5)
  })
})

describe('a coupon that makes everything free', () => {
  const ask = (code: string, ids: number[], email = 'ana@mail.test', who = shop.visitor()) =>
    who.call(requestCouponCopy, { body: { code, email, products: ids } })

  test('a coupon that makes everything free gives the files by email, and counts a use once however often it is asked', async () => {
    await create({ code: 'PRENSA', value: 100, cap: 1 })

    const answers = await Promise.all([
      ask('prensa', [book.id, song.id]),
      ask('prensa', [song.id, book.id], 'ANA+libros@mail.test'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([202, 202])

    const { text, token } = await readDelivery()
    expect(text).toContain('Recetario')
    expect(text).toContain('Vidala')
    expect(await shop.readOrder(token)).toMatchObject({
      state: 'approved',
      detail: 'given',
      totalMinor: 0,
      coupon: { code: 'PRENSA', discountMinor: 1_099_900 },
      receiptUrl: null,
      items: [{ downloadsLeft: 10 }, { downloadsLeft: 10 }],
    })
    expect(await listOwn()).toMatchObject([
      { state: 'used_up', usedCount: 1, heldCount: 0, soldMinor: 0, discountMinor: 1_099_900 },
    ])
    expect(await ask('prensa', [book.id, song.id], 'eva@mail.test')).toMatchObject({
      code: 'ERROR_COUPON_USED_UP',
    })
    const sales = expectOk(await seller.call(listSales, { query: { list: 'sales' } }))
    expect(sales.sales).toEqual([])
    expect((await shop.provider.readLedger()).preferences).toEqual([])
    await expectCleanInvariants(shop)
  })

  test('a coupon that makes everything free gives the parts of a pack, and what a dynamic price would cost at least', async () => {
    const pack = await publishPack(seller, [book.id, song.id], { price: 9000 })
    const open = await shop.publish(seller, { price: 700, isPriceDynamic: true })
    await create({ code: 'VALE', kind: 'amount', value: 9700 })

    expect(await ask('vale', [pack.id, open.id])).toMatchObject({ status: 202 })

    const { token } = await readDelivery()
    expect((await shop.readOrder(token)).items).toHaveLength(3)
    await expectCleanInvariants(shop)
  })

  test('a coupon that makes everything free is refused for what it makes free only in part, or not at all, and by a payment page', async () => {
    await create({ code: 'LIBRO', value: 100, productIds: [book.id] })
    await create({ code: 'RESTA', kind: 'amount', value: 9999 })

    for (const [code, ids, refusal] of [
      ['libro', [book.id, song.id], 'ERROR_COUPON_PART'],
      ['libro', [song.id], 'ERROR_COUPON_PRODUCTS'],
      ['resta', [book.id], 'ERROR_COUPON_CHANGED'],
      ['otro', [book.id], 'ERROR_COUPON_UNKNOWN'],
    ] as const)
      expect(await ask(code, [...ids]), code).toMatchObject({ code: refusal })
    expect(await buy('libro', 1)).toMatchObject({ code: 'ERROR_COUPON_CHANGED' })
    expect(await check('libro', [{ id: book.id }, { id: song.id }])).toMatchObject({
      code: 'ERROR_COUPON_PART',
    })
    expect(await shop.db.$count(orders)).toBe(0)
  })
})
