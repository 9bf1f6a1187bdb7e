import { beforeEach, describe, expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import type { CouponRefusal } from '#contract/prices/quote.ts'
import { updateProduct } from '#contract/products/products.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import {
  type CouponForm,
  createCoupon,
  listCoupons,
  MAX_COUPONS,
  updateCoupon,
} from '#contract/prices/coupons.ts'
import { deliverOrder } from '#contract/admin/orders.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { getQuote } from '#contract/orders/public-quote.ts'
import { getReceipt } from '#contract/receipts.ts'
import { exportSales, listSales } from '#contract/sales/lines.ts'
import { getSale, refundSale } from '#contract/sales/order.ts'
import { orderItems, orders, payments } from '#server/db/schema/index.ts'
import { purgeAbandonedAddresses } from '#server/features/orders/purge-addresses.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { publishPack } from '#tools/api-client/packs.ts'
import { orderFree, seeing } from '#tools/api-client/quotes.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { findSignedInUser } from '#tools/test-app/rows.ts'
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

const check = async (code: string, products: { id: number; dynamicPrice?: number }[]) =>
  expectOk(await shop.visitor().call(getQuote, { body: { products, coupon: code } })).quote

/** What an answer says if the quote of an order is not that which the page showed, because of the coupon. */
const refused = (refusal: CouponRefusal | null) => ({
  status: 409,
  code: 'ERROR_PRICE_CHANGED',
  newQuote: { quote: { coupon: { refusal } } },
})

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
    body: {
      products,
      payerEmail: email,
      coupon: code,
      // Each line may cost as much as all together.
      seen: {
        ...seeing(...products.map(({ id }) => ({ id, price: seenTotal }))),
        total: seenTotal,
      },
    },
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

const listOwn = async () => expectOk(await seller.call(listCoupons, { query: {} })).coupons

describe('a coupon', () => {
  test('a coupon takes a percentage off in whole units, and does not raise the commission', async () => {
    await create({ code: 'otoño 15', value: 15 })

    expect(await check('  Otono15 ', [{ id: book.id }, { id: song.id }])).toMatchObject({
      coupon: { code: 'OTONO15', refusal: null },
      lines: [
        { id: book.id, before: 10_000, price: 8500, why: 'coupon' },
        { id: song.id, before: 999, price: 849, why: 'coupon' },
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

    const { lines } = await check('resta', [{ id: book.id }, { id: song.id }, { id: other.id }])

    expect(lines.map(({ price }) => price)).toEqual([9001, 899, 500])
    expect(await check('resta', [{ id: other.id }])).toMatchObject({
      coupon: { refusal: 'other_products' },
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
      ['luego', 'unknown'],
      ['antes', 'ended'],
      ['mucho', 'below_minimum'],
      ['nunca', 'unknown'],
      ['otro', 'unknown'],
    ] as const) {
      expect(await check(code, [{ id: book.id }]), code).toMatchObject({ coupon: { refusal } })
      expect(await buy(code, 9000), code).toMatchObject(refused(refusal))
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
      coupon: { refusal: 'unknown' },
    })
    const products = [{ id: book.id }, { id: foreign.id }]
    expect(
      await shop.visitor().call(getQuote, { body: { products, coupon: 'otoño-10' } }),
    ).toMatchObject({ code: 'DIFFERENT_SELLERS_PRODUCT' })
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

    expect(await buy('otoño-10', 9000)).toMatchObject(refused(null))
    expectOk(await buy('otoño-10', 10_800))
  })
})

describe('the coupons of a seller', () => {
  test('the coupons of a seller are listed 50 at a time with their own uses, and are 500 at most', async () => {
    await create({ code: 'VIEJO' })
    expectOk(await buy('viejo', 9000))
    await payNewest()
    const sellerId = await findSignedInUser(shop, seller)
    await shop.db.execute(sql`insert into coupons (seller_id, code, kind, value)
      select ${sellerId}, 'C' || n, 'percent', 5 from generate_series(1, ${MAX_COUPONS - 1}) n`)

    const first = expectOk(await seller.call(listCoupons, { query: {} }))
    expect(first.coupons.map(({ code }) => code).slice(0, 2)).toEqual(['C499', 'C498'])
    const codes = new Set<string>()
    let last = first
    for (;;) {
      for (const { code } of last.coupons) codes.add(code)
      expect(last.coupons.length).toBeLessThanOrEqual(50)
      if (last.nextCursor === null) break
      last = expectOk(await seller.call(listCoupons, { query: { cursor: last.nextCursor } }))
    }
    expect(codes.size).toBe(MAX_COUPONS)
    expect(last.coupons.at(-1)).toMatchObject({ code: 'VIEJO', usedCount: 1, soldMinor: 900_000 })
    const body = { ...TERMS, code: 'NUEVO', kind: 'percent', value: 10 } as const
    expect(await seller.call(createCoupon, { body })).toMatchObject({
      status: 409,
      code: 'ERROR_TOO_MANY_COUPONS',
    })
  })
})

describe('the uses of a coupon', () => {
  test('the uses of a coupon are held by an unpaid order while its page is open, and by a voucher as long as it lives', async () => {
    await create({ cap: 1 })
    expectOk(await buy('otoño-10', 9000))
    const refusal = refused('used_up')
    expect(await buy('otoño-10', 9000, { email: 'eva@mail.test' })).toMatchObject(refusal)
    expect(await check('otoño-10', [{ id: book.id }])).toMatchObject({
      coupon: { refusal: 'used_up' },
    })
    expect(await listOwn()).toMatchObject([{ state: 'used_up', usedCount: 0, heldCount: 1 }])

    const past = new Date(Date.now() - HOUR_MS)
    await payNewest('pending_cash')
    await shop.db.update(orders).set({ expiresAt: past, nextCheckAt: past })
    await shop.runSchedule('reconcile_orders')
    await shop.waitForJobs()
    expect(await buy('otoño-10', 9000, { email: 'eva@mail.test' })).toMatchObject(refusal)
  })

  /** Lets the payment page of an order expire, and the order be given up. */
  async function giveUp({ id }: { id: string }) {
    const past = new Date(Date.now() - HOUR_MS)
    await shop.db
      .update(orders)
      .set({ expiresAt: past, nextCheckAt: past })
      .where(eq(orders.id, id))
    await shop.runSchedule('reconcile_orders')
    await shop.waitForJobs()
    const [order] = await shop.db.select().from(orders).where(eq(orders.id, id))
    expect(order).toMatchObject({ state: 'expired', paymentUrl: null })
  }

  test('the uses of a coupon come back when the order is given up, and who pays it later waits for a person if they are gone', async () => {
    await create({ cap: 1 })
    expectOk(await buy('otoño-10', 9000))
    const late = await findNewestOrder()
    expect(late.expiresAt.getTime() - late.createdAt.getTime()).toBeLessThanOrEqual(HOUR_MS / 2)
    await giveUp(late)

    expectOk(await buy('otoño-10', 9000, { email: 'eva@mail.test' }))
    await payNewest()
    await shop.provider.pay({ preferenceId: late.preferenceId!, outcome: 'approved' })
    await shop.waitForJobs()

    const [order] = await shop.db.select().from(orders).where(eq(orders.id, late.id))
    expect(order).toMatchObject({ state: 'review', reviewReason: 'coupon_used_up' })
    expect(await listOwn()).toMatchObject([{ cap: 1, usedCount: 1, state: 'used_up' }])
    await expectCleanInvariants(shop)
  })

  test('the uses of a coupon that others took after an order was given up are not exceeded by who pays it with two cards', async () => {
    await create({ cap: 1 })
    expectOk(await buy('otoño-10', 9000))
    const late = await findNewestOrder()
    await giveUp(late)
    expectOk(await buy('otoño-10', 9000, { email: 'eva@mail.test' }))
    await payNewest()

    for (const amount of [5000, 4000]) {
      const card = { preferenceId: late.preferenceId!, outcome: 'approved', asPart: true } as const
      await shop.provider.pay({ ...card, amount })
    }
    await shop.waitForJobs()

    const readLate = () => shop.db.select().from(orders).where(eq(orders.id, late.id))
    expect(await readLate()).toMatchObject([{ state: 'review', reviewReason: 'coupon_used_up' }])
    expect(await listOwn()).toMatchObject([{ cap: 1, usedCount: 1, state: 'used_up' }])
    await expectCleanInvariants(shop)

    // What an admin delivers nevertheless is no violation of the cap.
    const admin = await createAdmin(shop)
    const params = { orderId: late.id }
    expectOk(await admin.call(deliverOrder, { params, body: { reason: 'Pagó antes' } }))
    await shop.waitForJobs()

    expect(await readLate()).toMatchObject([{ state: 'approved', totalMinor: 900_000 }])
    expect(await listOwn()).toMatchObject([{ cap: 1, usedCount: 2, state: 'used_up' }])
    await expectCleanInvariants(shop)
  })

  test('the uses of a coupon come back when the order is given up, and who pays it later has the price while there are some', async () => {
    await create({ cap: 1 })
    expectOk(await buy('otoño-10', 9000))
    const late = await findNewestOrder()
    await giveUp(late)
    expect(await listOwn()).toMatchObject([{ usedCount: 0, heldCount: 0, state: 'active' }])

    await shop.provider.pay({ preferenceId: late.preferenceId!, outcome: 'approved' })
    await shop.waitForJobs()

    expect(await listOwn()).toMatchObject([{ usedCount: 1, state: 'used_up' }])
  })

  test('the uses of a coupon by one browser that opens five pages are one: only the newest page can be paid', async () => {
    await create({ cap: 1, perBuyer: 1, value: 90 })
    const who = shop.visitor()
    const pages: { id: string; preferenceId: string | null }[] = []
    for (let page = 0; page < 5; page += 1) {
      expectOk(await buy('otoño-10', 1000, { who }))
      pages.push(await findNewestOrder())
    }
    await shop.waitForJobs()

    const newest = pages.pop()!
    for (const { preferenceId } of pages)
      await expect(
        shop.provider.pay({ preferenceId: preferenceId!, outcome: 'approved' }),
      ).rejects.toThrow('expired')
    await shop.provider.pay({ preferenceId: newest.preferenceId!, outcome: 'approved' })
    await shop.waitForJobs()
    // A payment that was under way when its page was closed waits for a person.
    const { preferenceId } = pages.pop()!
    await shop.provider.pay({
      preferenceId: preferenceId!,
      outcome: 'approved',
      wasBegun: true,
    })
    await shop.waitForJobs()

    const rows = await shop.db.select().from(orders).orderBy(orders.createdAt)
    expect(rows.map(({ state }) => state)).toEqual([
      ...Array<string>(3).fill('expired'),
      'review',
      'approved',
    ])
    expect(await listOwn()).toMatchObject([{ usedCount: 1 }])
    await expectCleanInvariants(shop)
  })

  test('the uses of a coupon by one browser leave no page of an order that was replaced while the provider opened it', async () => {
    await create({ cap: 1 })
    const who = shop.visitor()
    expectOk(await buy('otoño-10', 9000, { who }))
    await shop.provider.addFault({ path: '/checkout/preferences', latencyMs: 2000, times: 1 })
    const replaced = buy('otoño-10', 9000, { who })
    await expect.poll(() => shop.db.$count(orders)).toBe(2)

    expectOk(await buy('otoño-10', 9000, { who }))

    expect(await replaced).toMatchObject({ status: 503 })
    await shop.waitForJobs()
    const rows = await shop.db.select().from(orders).orderBy(orders.createdAt)
    expect(rows.map(({ state, paymentUrl }) => [state, paymentUrl !== null])).toEqual([
      ['expired', false],
      ['expired', false],
      ['open', true],
    ])
    await expectCleanInvariants(shop)
  })

  test('the uses of a coupon are not held against the next order of the same browser', async () => {
    await create({ cap: 1, perBuyer: 1 })
    const who = shop.visitor()
    expectOk(await buy('otoño-10', 9000, { who }))

    expectOk(await buy('otoño-10', 9000, { who, email: 'ana.nueva@mail.test' }))
    await payNewest()

    expect(await buy('otoño-10', 9000, { who, email: 'otra@mail.test' })).toMatchObject(
      refused('used_up'),
    )
  })

  test('the uses of a coupon are counted by mailbox, whatever stands after a plus sign', async () => {
    await create({ perBuyer: 1 })
    expectOk(await buy('otoño-10', 9000, { email: 'ana.paz@gmail.com' }))
    await payNewest()

    expect(await buy('otoño-10', 9000, { email: 'anapaz+2@gmail.com' })).toMatchObject(
      refused('used_by_buyer'),
    )
    expectOk(await buy('otoño-10', 9000, { email: 'eva@mail.test' }))
  })

  test('the uses of a coupon that were made before its seller lowered the limits are no violation of them', async () => {
    const { id } = await create({ cap: 2, perBuyer: 2 })
    for (const _ of [1, 2]) {
      expectOk(await buy('otoño-10', 9000, { email: 'ana@mail.test' }))
      await payNewest()
    }

    const params = { id: String(id) }
    const body = { ...TERMS, cap: 1, perBuyer: 1, isOff: false }
    expectOk(await seller.call(updateCoupon, { params, body }))

    expect(await buy('otoño-10', 9000, { email: 'eva@mail.test' })).toMatchObject(
      refused('used_up'),
    )
    await expectCleanInvariants(shop)
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
})

describe('a coupon that makes everything free', () => {
  const ask = (coupon: string, ids: number[], email = 'ana@mail.test') =>
    orderFree(shop.visitor(), ids, { email, coupon })

  test('a coupon that makes everything free gives the files by email, and counts a use once however often it is asked', async () => {
    await create({ code: 'PRENSA', value: 100, cap: 1 })

    const answers = await Promise.all([
      ask('prensa', [book.id, song.id]),
      ask('prensa', [song.id, book.id], 'ANA+libros@mail.test'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])

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
      { state: 'used_up', usedCount: 0, heldCount: 1, soldMinor: 0, discountMinor: 0 },
    ])
    expect(await ask('prensa', [book.id, song.id], 'eva@mail.test')).toMatchObject(
      refused('used_up'),
    )
    const sales = expectOk(await seller.call(listSales, { query: { list: 'sales' } }))
    expect(sales.sales).toEqual([])
    expect((await shop.provider.readLedger()).preferences).toEqual([])
    await expectCleanInvariants(shop)
  })

  test('a coupon that makes everything free gives a use back if nobody takes the files', async () => {
    await create({ code: 'PRENSA', value: 100, cap: 1 })
    expectOk(await ask('prensa', [book.id]))
    await shop.waitForJobs()
    const monthAgo = new Date(Date.now() - 31 * 24 * HOUR_MS)
    await shop.db.update(orders).set({ createdAt: monthAgo, approvedAt: monthAgo })
    await shop.db.update(orderItems).set({ soldAt: monthAgo })

    await purgeAbandonedAddresses(shop.db)

    expect(await listOwn()).toMatchObject([{ state: 'active', usedCount: 0, heldCount: 0 }])
    await expectCleanInvariants(shop)
  })

  test('a coupon that makes everything free gives the parts of a pack, and what a dynamic price would cost at least', async () => {
    const pack = await publishPack(seller, [book.id, song.id], { price: 9000 })
    const open = await shop.publish(seller, { price: 700, isPriceDynamic: true })
    await create({ code: 'VALE', kind: 'amount', value: 9700 })

    expect(await ask('vale', [pack.id, open.id])).toMatchObject({ status: 201 })

    const { token } = await readDelivery()
    expect((await shop.readOrder(token)).items).toHaveLength(3)
    await expectCleanInvariants(shop)
  })

  test('a coupon that makes everything free is refused for what it makes free only in part', async () => {
    await create({ code: 'LIBRO', value: 100, productIds: [book.id] })

    for (const [code, ids, refusal] of [
      ['libro', [book.id, song.id], 'free_part'],
      ['libro', [song.id], 'other_products'],
      ['otro', [book.id], 'unknown'],
    ] as const)
      expect(await ask(code, [...ids]), code).toMatchObject(refused(refusal))
    expect(await check('libro', [{ id: book.id }, { id: song.id }])).toMatchObject({
      coupon: { refusal: 'free_part' },
    })
    expect(await shop.db.$count(orders)).toBe(0)
  })
})
