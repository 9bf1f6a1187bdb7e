import { setDownloadsLeft } from '#tools/test-app/orders/set-downloads-left.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliverOrder } from '#contract/admin/orders.ts'
import { daysAgo } from '#contract/core/time.ts'
import { listNotifications } from '#contract/notifications.ts'
import { listSales } from '#contract/sales/lines.ts'
import { downloadGrants, orderItems, payments, products } from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { createPaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

const listKinds = async (seller: ApiClient) =>
  expectOk(await seller.call(listNotifications, { query: {} })).notifications.map(
    ({ kind }) => kind,
  )
const countDeliveryMails = async () =>
  (await shop.listMails('buyer@mail.test')).filter(({ subject }) =>
    subject.startsWith('Tu compra: '),
  ).length
const readPayment = async (id: string) =>
  (await shop.db.select().from(payments).where(eq(payments.id, id)))[0]

test.each([
  ['refund', 'refunded'],
  ['chargeback', 'charged_back'],
] as const)(
  'an order that is paid again after a %s gets all its downloads and days, the delivery email and a notification of the sale',
  async (action, state) => {
    const { seller, preferenceId, token, paymentId } = await createPaidOrder(shop)
    await shop.db.update(downloadGrants).set({ expiresAt: new Date(0) })
    await setDownloadsLeft(shop.db, 0)
    await shop.provider.changePayment(paymentId, action)
    await shop.waitForOrderState(token, state)

    await shop.provider.pay({ preferenceId, outcome: 'approved', wasBegun: true })

    const { items } = await shop.waitForOrderState(token, 'approved')
    expect(items[0]!.downloadsLeft).toBe(10)
    expect((await fetch(items[0]!.downloadUrl!)).status).toBe(200)
    await shop.waitForJobs()
    expect(await countDeliveryMails()).toBe(2)
    const mails = await shop.listMails('buyer@mail.test')
    expect(mails.map(({ subject }) => subject).join()).not.toContain('se resolvió')
    const kinds = await listKinds(seller)
    expect(kinds.filter(kind => kind === 'delivered')).toHaveLength(2)
    expect(kinds).not.toContain('chargeback_won')
    expect((await shop.db.select().from(products))[0]!.salesCount).toBe(1)
  },
)

test('the sale after a chargeback of the first of two payments has the fee of the second, and the seller is told', async () => {
  const { seller, preferenceId, token, paymentId } = await createPaidOrder(shop)
  await shop.provider.addFault({ path: '/v1/payments/', method: 'POST', status: 400, times: 1 })
  const second = await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await expect.poll(async () => (await readPayment(second))?.refundDue).toBe(true)
  await shop.waitForJobs()
  await shop.db.update(payments).set({ providerFeeMinor: 12_345 }).where(eq(payments.id, second))
  await shop.db.update(orderItems).set({ refundedMinor: 4 })

  await shop.provider.changePayment(paymentId, 'chargeback')

  await expect.poll(async () => (await readPayment(second))?.refundDue).toBe(false)
  expect((await shop.readOrder(token)).state).toBe('approved')
  const { sales } = expectOk(await seller.call(listSales, { query: {} }))
  expect(sales[0]).toMatchObject({ state: 'approved', providerFeeMinor: 12_345 })
  expect((await shop.db.select().from(orderItems))[0]!.refundedMinor).toBe(0)
  await shop.waitForJobs()
  expect(await listKinds(seller)).toContain('charged_back')
  const mail = await shop.waitForMail(seller.email, /^Contracargo/)
  expect(mail.text).toContain('otro pago')
})

test('an order that an admin delivers again after a refund gets all its downloads and days, the delivery email and a notification of the sale', async () => {
  const { seller, orderId, preferenceId, token, paymentId } = await createPaidOrder(shop)
  await shop.db.update(downloadGrants).set({ grantedAt: daysAgo(40), expiresAt: daysAgo(10) })
  await setDownloadsLeft(shop.db, 0)
  await shop.provider.changePayment(paymentId, 'refund')
  await shop.waitForOrderState(token, 'refunded')
  const second = await shop.provider.pay({
    preferenceId,
    outcome: 'approved',
    amount: 9000,
    wasBegun: true,
  })
  await expect.poll(async () => (await readPayment(second))?.refundDue).toBe(true)
  await shop.waitForJobs()

  const admin = await createAdmin(shop)
  expectOk(
    await admin.call(deliverOrder, { params: { orderId }, body: { reason: 'Pagó de nuevo' } }),
  )

  const { items } = await shop.waitForOrderState(token, 'approved')
  expect(items[0]!.downloadsLeft).toBe(10)
  expect((await fetch(items[0]!.downloadUrl!)).status).toBe(200)
  const [grant] = await shop.db.select().from(downloadGrants)
  expect(grant!.grantedAt.getTime()).toBeGreaterThan(daysAgo(1).getTime())
  await shop.waitForJobs()
  expect(await countDeliveryMails()).toBe(2)
  expect((await listKinds(seller)).filter(kind => kind === 'delivered')).toHaveLength(2)
  await expectCleanInvariants(shop)
})
