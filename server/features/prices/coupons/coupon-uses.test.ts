import { describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { HOUR_MS } from '#contract/core/time.ts'
import { updateCoupon } from '#contract/prices/coupons.ts'
import { deliverOrder } from '#contract/admin/orders.ts'
import { refundSale } from '#contract/sales/order.ts'
import { orders } from '#server/db/schema/index.ts'
import { UNLIMITED } from '#tools/api-client/coupons.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { refused, useCouponSale } from '#tools/test-app/coupon-sale.ts'

const shop = useTestApp()
const { sale, create, check, buy, findNewestOrder, payNewest, listOwn } = useCouponSale(shop)

describe('the uses of a coupon', () => {
  test('the uses of a coupon are held by an unpaid order while its page is open, and by a voucher as long as it lives', async () => {
    await create({ cap: 1 })
    expectOk(await buy('otoño-10', 9000))
    const refusal = refused('used_up')
    expect(await buy('otoño-10', 9000, { email: 'eva@mail.test' })).toMatchObject(refusal)
    expect(await check('otoño-10', [{ id: sale.book.id }])).toMatchObject({
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
    const body = { ...UNLIMITED, cap: 1, perBuyer: 1, isOff: false }
    expectOk(await sale.seller.call(updateCoupon, { params, body }))

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
      await sale.seller.call(refundSale, {
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
