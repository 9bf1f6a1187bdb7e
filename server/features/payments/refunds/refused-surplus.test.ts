import { eq, isNotNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { LIMITS } from '#contract/core/limits.ts'
import { dismissOrder, getOrderInReview, releaseOrder } from '#contract/admin/orders.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { refundSale } from '#contract/sales/order.ts'
import { payments, refunds, users } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

/** What happens to a surplus payment that cannot go back at once. */

const shop = useTestApp()
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeEach(async () => {
  admin = await createAdmin(shop)
})

async function createPaidOrder() {
  const order = await createUnpaidOrder(shop)
  const first = await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(order.token, 'approved')
  await shop.waitForJobs()
  return { ...order, first }
}

const refuseRefunds = (times: number, fault: object = { status: 400 }) =>
  shop.provider.addFault({ path: '/v1/payments/', method: 'POST', ...fault, times })

/** Pays an order a second time, and lets the provider refuse the refund of that payment on so many days. */
async function createRefusedSurplus(days: number, fault?: object) {
  const order = await createPaidOrder()
  await refuseRefunds(days, fault)
  const second = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  await expect.poll(() => shop.db.$count(refunds, eq(refunds.state, 'refused'))).toBe(1)
  for (let day = 2; day <= days; day += 1) await refuseAgain(day)
  await shop.waitForJobs()
  return { ...order, second }
}

/** Lets a day pass since the last refusal. */
async function passDay() {
  const past = new Date(Date.now() - DAY_MS - 60_000)
  await shop.db.update(refunds).set({ settledAt: past })
  await shop.db.update(payments).set({ createdAt: past })
  await shop.runSchedule('follow_refunds')
}

async function refuseAgain(day: number) {
  await passDay()
  await expect.poll(() => shop.db.$count(refunds, eq(refunds.state, 'refused'))).toBe(day)
}

const countDone = () => shop.db.$count(refunds, eq(refunds.state, 'done'))
const countMails = async (to: string, subject: RegExp) =>
  (await shop.listMails(to)).filter(mail => subject.test(mail.subject)).length
const areSalesClosed = async () => {
  await shop.runSchedule('update_closed_sales')
  return (await shop.db.$count(users, isNotNull(users.salesClosedAt))) > 0
}

describe('a surplus payment of an order on hold', () => {
  const alertAbout = async (paymentId: string, orderId: string) => {
    await shop.provider.sendWebhook({
      topic: 'stop_delivery_op_wh',
      data: { payment_id: paymentId },
    })
    await expect
      .poll(
        async () =>
          expectOk(await admin.call(getOrderInReview, { params: { orderId } })).canRelease,
      )
      .toBe(true)
  }
  const release = (orderId: string) =>
    admin.call(releaseOrder, { params: { orderId }, body: { reason: 'The payment is good' } })

  test('a surplus payment of an order on hold stays until an admin has decided about the first payment, and goes back once the hold ends', async () => {
    const { orderId, preferenceId, first } = await createPaidOrder()
    await alertAbout(first, orderId)

    const second = await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await expect.poll(() => shop.db.$count(payments, eq(payments.refundDue, true))).toBe(1)
    await shop.runSchedule('follow_refunds')
    expect(await shop.db.$count(refunds)).toBe(0)
    expect(await countMails('buyer@mail.test', /Pagaste de más/)).toBe(0)
    expectOk(await release(orderId))

    await expect
      .poll(() => shop.db.select().from(refunds))
      .toMatchObject([{ paymentId: second, state: 'done' }])
    await shop.waitForMail('buyer@mail.test', /Pagaste de más/)
  })

  test('a surplus payment of an order on hold pays for the order if the first payment goes back', async () => {
    const { seller, token, orderId, preferenceId, first } = await createPaidOrder()
    await alertAbout(first, orderId)
    const second = await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await expect.poll(() => shop.db.$count(payments, eq(payments.refundDue, true))).toBe(1)

    expectOk(await seller.call(refundSale, { params: { orderId }, body: {} }))
    await expect.poll(countDone).toBe(1)
    await shop.waitForJobs()
    expectOk(await release(orderId))
    await shop.waitForJobs()

    const order = await shop.waitForOrderState(token, 'approved')
    expect(order.items[0]!.downloadUrl).not.toBeNull()
    expect(await shop.db.select().from(refunds)).toMatchObject([{ paymentId: first }])
    expect(await shop.db.select().from(payments).where(eq(payments.id, second))).toMatchObject([
      { status: 'approved', refundDue: false },
    ])
  })

  test('a surplus payment of an order on hold goes back also if nothing was delivered before the hold ended', async () => {
    const { orderId, preferenceId, token } = await createUnpaidOrder(shop)
    const first = await shop.provider.pay({ preferenceId, outcome: 'in_process' })
    await shop.waitForOrderState(token, 'in_process')
    await alertAbout(first, orderId)
    await shop.provider.changePayment(first, 'accredit')
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await expect.poll(() => shop.db.$count(payments, eq(payments.status, 'approved'))).toBe(2)

    expectOk(await release(orderId))

    await shop.waitForOrderState(token, 'approved')
    await expect.poll(countDone).toBe(1)
    expect(await shop.db.$count(payments, eq(payments.status, 'approved'))).toBe(1)
    await shop.waitForMail('buyer@mail.test', /Pagaste de más/)
  })
})

describe('a surplus payment whose refund the provider refuses', () => {
  test('a surplus payment that cannot be refunded closes the seller’s sales after more than five days, until it has gone back', async () => {
    await createRefusedSurplus(5)
    expect(await areSalesClosed()).toBe(false)
    await refuseRefunds(1)
    await refuseAgain(6)
    expect(await areSalesClosed()).toBe(true)

    await passDay()

    await expect.poll(countDone).toBe(1)
    await expect.poll(areSalesClosed).toBe(false)
  })

  test('a surplus payment that cannot be refunded closes no sales once an admin has decided that it stays', async () => {
    const { orderId } = await createRefusedSurplus(6)
    expect(await areSalesClosed()).toBe(true)

    const body = { reason: 'The seller has paid it back by transfer' }
    expectOk(await admin.call(dismissOrder, { params: { orderId }, body }))

    expect(await areSalesClosed()).toBe(false)
    await passDay()
    expect(await shop.db.$count(refunds)).toBe(6)
  })

  test('a surplus payment that cannot be refunded is asked for once a day; buyer and admins hear of the first refusal and of the last', async () => {
    await createRefusedSurplus(3)
    const readCounts = async () => ({
      waiting: await countMails('buyer@mail.test', /se demora/),
      failed: await countMails('buyer@mail.test', /No pudimos devolverte/),
      admins: await countMails(admin.email, /revisión/),
    })
    expect(await readCounts()).toEqual({ waiting: 1, failed: 0, admins: 1 })
    const [refused] = await shop.db.select().from(refunds)
    await shop.db.insert(refunds).values(
      Array.from({ length: LIMITS.refundTryDays - 4 }, () => ({
        ...refused!,
        id: crypto.randomUUID(),
      })),
    )

    await refuseRefunds(1)
    await refuseAgain(LIMITS.refundTryDays)
    await shop.waitForJobs()
    await passDay()
    await shop.waitForJobs()

    expect(await shop.db.$count(refunds)).toBe(LIMITS.refundTryDays)
    await shop.waitForMail('buyer@mail.test', /No pudimos devolverte/)
    expect(await readCounts()).toMatchObject({ waiting: 1, failed: 1 })
  })

  test('a surplus payment that cannot be refunded is not asked for again if the provider calls it too old', async () => {
    await createRefusedSurplus(1)
    await shop.db.update(refunds).set({ refusal: 'too_old' })

    await passDay()

    expect(await shop.db.$count(refunds)).toBe(1)
  })

  test('a surplus payment that cannot be refunded is asked for again although the order itself was refunded meanwhile', async () => {
    const { seller, orderId, preferenceId, token } = await createPaidOrder()
    await refuseRefunds(1)
    await shop.provider.pay({ preferenceId, outcome: 'approved', amount: 9000 })
    await expect.poll(() => shop.db.$count(refunds, eq(refunds.state, 'refused'))).toBe(1)
    expectOk(await seller.call(refundSale, { params: { orderId }, body: {} }))
    await shop.waitForOrderState(token, 'refunded')

    await passDay()

    await expect.poll(countDone).toBe(2)
  })
})
