import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { getAdminOverview } from '#contract/admin/operations.ts'
import { listOrdersInReview } from '#contract/admin/orders.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import { listNotifications } from '#contract/notifications.ts'
import { getSale } from '#contract/sales/order.ts'
import { downloadGrants, refunds } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeEach(async () => {
  admin = await createAdmin(shop)
})

async function createPaidOrder() {
  const order = await createUnpaidOrder(shop)
  const first = await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(order.token, 'approved')
  return { ...order, first }
}

const overview = async () => expectOk(await admin.call(getAdminOverview, {}))

test('a second payment is refunded by itself once, and buyer and seller learn of it', async () => {
  const { seller, orderId, preferenceId, token } = await createPaidOrder()

  const second = await shop.provider.pay({ preferenceId, outcome: 'approved' })

  const secondPayment = async () =>
    expectOk(await seller.call(getSale, { params: { orderId } })).payments.find(
      ({ id }) => id === second,
    )
  await expect
    .poll(secondPayment)
    .toMatchObject({ status: 'refunded', refundDue: false, refund: { state: 'done' } })
  await shop.provider.sendWebhook({ paymentId: second, copies: 3 })
  await shop.waitForJobs()
  expect(await shop.db.select().from(refunds)).toMatchObject([
    { paymentId: second, requestedBy: null, state: 'done' },
  ])
  expect((await shop.readOrder(token)).state).toBe('approved')
  expect(await shop.db.$count(downloadGrants)).toBe(1)
  const sale = expectOk(await seller.call(getSale, { params: { orderId } }))
  expect(sale).toMatchObject({ state: 'approved', refundedMinor: 0 })
  expect(sale.history.map(({ kind }) => kind)).toContain('second_payment')
  const mails = await shop.listMails('buyer@mail.test')
  expect(mails).toHaveLength(2)
  expect((await shop.waitForMail('buyer@mail.test', /Pagaste de más/)).text).toContain('8.900')
  const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
  expect(notifications.filter(({ kind }) => kind === 'second_payment')).toMatchObject([
    { orderId, amountMinor: 890_000 },
  ])
  expect(await overview()).toMatchObject({ reviews: 0, refundsDue: 0 })
})

test.each([
  ['the provider refuses the refund', 'not_allowed'],
  ['the seller has revoked our access', 'account_unreadable'],
] as const)(
  'the second payment stays in the list of the admins as money to give back if %s',
  async (_, refusal) => {
    const { seller, orderId, preferenceId } = await createPaidOrder()
    await shop.waitForJobs()
    // A refund that is answered 401 is repeated once with a new access token.
    const fault = refusal === 'not_allowed' ? { status: 400, times: 1 } : { status: 401, times: 2 }
    await shop.provider.addFault({ path: '/v1/payments/', method: 'POST', ...fault })

    const second = await shop.provider.pay({ preferenceId, outcome: 'approved' })

    await expect.poll(() => shop.db.select().from(refunds)).toMatchObject([{ refusal }])
    await shop.waitForJobs()
    expect(await overview()).toMatchObject({ reviews: 1, refundsDue: 1 })
    const { orders } = expectOk(await admin.call(listOrdersInReview, { query: {} }))
    expect(orders).toMatchObject([{ orderId, state: 'approved' }])
    expect(orders[0]!.payments.find(({ id }) => id === second)).toMatchObject({
      refundDue: true,
      canRefund: true,
      refund: { state: 'refused', refusal },
    })
    await shop.waitForMail(seller.email, /No se pudo hacer la devolución/)
  },
)

test('a second payment of another amount is refunded by itself too', async () => {
  const { preferenceId, token } = await createPaidOrder()

  const second = await shop.provider.pay({ preferenceId, outcome: 'approved', amount: 9000 })

  await expect
    .poll(() => shop.db.select().from(refunds))
    .toMatchObject([{ paymentId: second, state: 'done' }])
  expect((await shop.readOrder(token)).state).toBe('approved')
  expect((await shop.waitForMail('buyer@mail.test', /Pagaste de más/)).text).toContain('9.000')
})

test('a refused refund of a second payment is reported to the admins and requested again a day later', async () => {
  const { preferenceId } = await createPaidOrder()
  await shop.waitForJobs()
  await shop.provider.addFault({ path: '/v1/payments/', method: 'POST', status: 400, times: 1 })
  await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await expect.poll(() => shop.db.select().from(refunds)).toMatchObject([{ state: 'refused' }])
  await shop.waitForMail(admin.email, /revisión/)
  await shop.runSchedule('follow_refunds')
  expect(await shop.db.$count(refunds)).toBe(1)

  await shop.db.update(refunds).set({ settledAt: new Date(Date.now() - 25 * HOUR_MS) })
  await shop.runSchedule('follow_refunds')

  await expect.poll(() => shop.db.$count(refunds, eq(refunds.state, 'done'))).toBe(1)
  await shop.waitForJobs()
  const mails = await shop.listMails('buyer@mail.test')
  expect(mails.filter(({ subject }) => subject.startsWith('Pagaste de más'))).toHaveLength(1)
})
