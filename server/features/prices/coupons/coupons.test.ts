import { describe, expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { updateProduct } from '#contract/products/products.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import { createCoupon, listCoupons, MAX_COUPONS, updateCoupon } from '#contract/prices/coupons.ts'
import { getQuote } from '#contract/orders/public-quote.ts'
import { getReceipt } from '#contract/receipts.ts'
import { exportSales, listSales } from '#contract/sales/lines.ts'
import { getSale } from '#contract/sales/order.ts'
import { orderItems, orders } from '#server/db/schema/index.ts'
import { purgeAbandonedAddresses } from '#server/features/orders/purge-addresses.ts'
import { UNLIMITED } from '#tools/api-client/coupons.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { publishPack } from '#tools/api-client/packs.ts'
import { orderFree } from '#tools/api-client/quotes.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { findSignedInUser } from '#tools/test-app/rows.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { refused, useCouponSale } from '#tools/test-app/coupon-sale.ts'

const shop = useTestApp()
const { sale, create, check, buy, payNewest, readDelivery, listOwn } = useCouponSale(shop)

describe('a coupon', () => {
  test('a coupon takes a percentage off in whole units, and does not raise the commission', async () => {
    await create({ code: 'otoño 15', value: 15 })

    expect(await check('  Otono15 ', [{ id: sale.book.id }, { id: sale.song.id }])).toMatchObject({
      coupon: { code: 'OTONO15', refusal: null },
      lines: [
        { id: sale.book.id, before: 10_000, price: 8500, why: 'coupon' },
        { id: sale.song.id, before: 999, price: 849, why: 'coupon' },
      ],
    })
    expectOk(await buy('otoño15', 9349, { products: [{ id: sale.book.id }, { id: sale.song.id }] }))

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
    expect(expectOk(await sale.seller.call(getSale, { params: { orderId: id } }))).toMatchObject({
      coupon,
    })
    const csv = await (await sale.seller.request(`/api${exportSales.path}`)).text()
    expect(csv).toContain('1500.00,OTONO15')
    expect(csv).toContain('150.00,OTONO15')
    await expectCleanInvariants(shop)
  })

  test('a coupon of a fixed amount is split by the prices of the products that it names', async () => {
    const other = await shop.publish(sale.seller, { name: 'Cueca', price: 500 })
    await create({
      code: 'RESTA',
      kind: 'amount',
      value: 1099,
      productIds: [sale.book.id, sale.song.id],
    })

    const { lines } = await check('resta', [
      { id: sale.book.id },
      { id: sale.song.id },
      { id: other.id },
    ])

    expect(lines.map(({ price }) => price)).toEqual([9001, 899, 500])
    expect(await check('resta', [{ id: other.id }])).toMatchObject({
      coupon: { refusal: 'other_products' },
    })
  })

  test('a coupon of a pack is split over its parts', async () => {
    const pack = await publishPack(sale.seller, [sale.book.id, sale.song.id], { price: 9000 })
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
    expectOk(await sale.seller.call(updateCoupon, { params, body: { ...UNLIMITED, isOff: true } }))

    for (const [code, refusal] of [
      ['luego', 'unknown'],
      ['antes', 'ended'],
      ['mucho', 'below_minimum'],
      ['nunca', 'unknown'],
      ['otro', 'unknown'],
    ] as const) {
      expect(await check(code, [{ id: sale.book.id }]), code).toMatchObject({ coupon: { refusal } })
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
    const products = [{ id: sale.book.id }, { id: foreign.id }]
    expect(
      await shop.visitor().call(getQuote, { body: { products, coupon: 'otoño-10' } }),
    ).toMatchObject({ code: 'DIFFERENT_SELLERS_PRODUCT' })
    const params = { id: String(coupon.id) }
    expect(
      await stranger.call(updateCoupon, { params, body: { ...UNLIMITED, isOff: true } }),
    ).toMatchObject({ code: 'ERROR_COUPON_UNKNOWN' })
    expect(
      await sale.seller.call(createCoupon, {
        body: { code: 'AJENO', kind: 'percent', value: 10, ...UNLIMITED, productIds: [foreign.id] },
      }),
    ).toMatchObject({ code: 'ERROR_PRODUCT_NOT_FOUND' })
    expect(
      await sale.seller.call(createCoupon, {
        body: { code: 'otono-10', kind: 'percent', value: 10, ...UNLIMITED },
      }),
    ).toMatchObject({ status: 409, code: 'ERROR_COUPON_EXISTS' })
    // Another seller can have the same code.
    await create({}, stranger)
  })

  test('a coupon never costs more than the page showed', async () => {
    await create()
    expectOk(
      await sale.seller.call(updateProduct, {
        params: { id: String(sale.book.id) },
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
    const sellerId = await findSignedInUser(shop, sale.seller)
    await shop.db.execute(sql`insert into coupons (seller_id, code, kind, value)
      select ${sellerId}, 'C' || n, 'percent', 5 from generate_series(1, ${MAX_COUPONS - 1}) n`)

    const first = expectOk(await sale.seller.call(listCoupons, { query: {} }))
    expect(first.coupons.map(({ code }) => code).slice(0, 2)).toEqual(['C499', 'C498'])
    const codes = new Set<string>()
    let last = first
    for (;;) {
      for (const { code } of last.coupons) codes.add(code)
      expect(last.coupons.length).toBeLessThanOrEqual(50)
      if (last.nextCursor === null) break
      last = expectOk(await sale.seller.call(listCoupons, { query: { cursor: last.nextCursor } }))
    }
    expect(codes.size).toBe(MAX_COUPONS)
    expect(last.coupons.at(-1)).toMatchObject({ code: 'VIEJO', usedCount: 1, soldMinor: 900_000 })
    const body = { ...UNLIMITED, code: 'NUEVO', kind: 'percent', value: 10 } as const
    expect(await sale.seller.call(createCoupon, { body })).toMatchObject({
      status: 409,
      code: 'ERROR_TOO_MANY_COUPONS',
    })
  })
})

describe('a coupon that makes everything free', () => {
  const ask = (coupon: string, ids: number[], email = 'ana@mail.test') =>
    orderFree(shop.visitor(), ids, { email, coupon })

  test('a coupon that makes everything free gives the files by email, and counts a use once however often it is asked', async () => {
    await create({ code: 'PRENSA', value: 100, cap: 1 })

    const answers = await Promise.all([
      ask('prensa', [sale.book.id, sale.song.id]),
      ask('prensa', [sale.song.id, sale.book.id], 'ANA+libros@mail.test'),
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
    expect(await ask('prensa', [sale.book.id, sale.song.id], 'eva@mail.test')).toMatchObject(
      refused('used_up'),
    )
    const sales = expectOk(await sale.seller.call(listSales, { query: { list: 'sales' } }))
    expect(sales.sales).toEqual([])
    expect((await shop.provider.readLedger()).preferences).toEqual([])
    await expectCleanInvariants(shop)
  })

  test('a coupon that makes everything free gives a use back if nobody takes the files', async () => {
    await create({ code: 'PRENSA', value: 100, cap: 1 })
    expectOk(await ask('prensa', [sale.book.id]))
    await shop.waitForJobs()
    const monthAgo = new Date(Date.now() - 31 * 24 * HOUR_MS)
    await shop.db.update(orders).set({ createdAt: monthAgo, approvedAt: monthAgo })
    await shop.db.update(orderItems).set({ soldAt: monthAgo })

    await purgeAbandonedAddresses(shop.db)

    expect(await listOwn()).toMatchObject([{ state: 'active', usedCount: 0, heldCount: 0 }])
    await expectCleanInvariants(shop)
  })

  test('a coupon that makes everything free gives the parts of a pack, and what a dynamic price would cost at least', async () => {
    const pack = await publishPack(sale.seller, [sale.book.id, sale.song.id], { price: 9000 })
    const open = await shop.publish(sale.seller, { price: 700, isPriceDynamic: true })
    await create({ code: 'VALE', kind: 'amount', value: 9700 })

    expect(await ask('vale', [pack.id, open.id])).toMatchObject({ status: 201 })

    const { token } = await readDelivery()
    expect((await shop.readOrder(token)).items).toHaveLength(3)
    await expectCleanInvariants(shop)
  })

  test('a coupon that makes everything free is refused for what it makes free only in part', async () => {
    await create({ code: 'LIBRO', value: 100, productIds: [sale.book.id] })

    for (const [code, ids, refusal] of [
      ['libro', [sale.book.id, sale.song.id], 'free_part'],
      ['libro', [sale.song.id], 'other_products'],
      ['otro', [sale.book.id], 'unknown'],
    ] as const)
      expect(await ask(code, [...ids]), code).toMatchObject(refused(refusal))
    expect(await check('libro', [{ id: sale.book.id }, { id: sale.song.id }])).toMatchObject({
      coupon: { refusal: 'free_part' },
    })
    expect(await shop.db.$count(orders)).toBe(0)
  })
})
