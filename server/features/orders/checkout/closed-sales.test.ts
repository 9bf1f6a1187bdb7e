import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/user.ts'
import { suspendUser } from '#contract/admin/users.ts'
import { takeDownProduct } from '#contract/admin/products.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { unlinkMercadoPago } from '#contract/payment-accounts.ts'
import { downloadGrants, jobs, orders } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

/** The id of a payment account of the simulator that several tests link. */
const COLLECTOR = '2147483646'

const shop = useTestApp()

async function admin() {
  const client = await createAdmin(shop, 'admin@house.test')
  return client
}

/** Publishes a product and creates an order for it. */
async function createOrder(collectorId = 'new') {
  const seller = await shop.creator()
  await shop.linkMercadoPago(seller, collectorId)
  const product = await shop.publish(seller)
  return { seller, product, ...(await shop.order(shop.visitor(), [{ id: product.id }])) }
}

/** Returns the ids of the preferences that have expired at the provider. */
const expiredPreferences = async () =>
  (await shop.provider.listRequests()).requests
    .filter(({ method, status }) => method === 'PUT' && status < 300)
    .map(({ path }) => path.split('/').at(-1))

describe('closed sales', () => {
  test('taking a product down expires its open payment preferences only, and buyers who have paid keep the file', async () => {
    const adminClient = await admin()
    const { seller, product, preferenceId, token } = await createOrder()
    const otherProduct = await shop.publish(seller)
    const otherOrder = await shop.order(shop.visitor(), [{ id: otherProduct.id }])
    await shop.provider.setWebhookSettings({ drop: true })
    await shop.provider.pay({ preferenceId, outcome: 'approved' })

    const params = { id: product.id }
    expectOk(await adminClient.call(takeDownProduct, { params, body: { reason: 'Copied' } }))

    await expect.poll(expiredPreferences).toContain(preferenceId)
    expect(await expiredPreferences()).not.toContain(otherOrder.preferenceId)
    expect((await shop.waitForOrderState(token, 'approved')).items[0]?.downloadUrl).not.toBeNull()
  })

  test('a payment preference created while its seller unlinks is expired, and the checkout is refused', async () => {
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    await shop.provider.addFault({ path: '/checkout/preferences', latencyMs: 4000, times: 1 })
    const body = { products: [{ id: product.id }], payerEmail: 'ana@mail.test' }
    const reply = shop.visitor().call(createPreference, { body })
    await expect.poll(() => shop.db.$count(orders)).toBe(1)

    expectOk(await seller.call(unlinkMercadoPago, {}))

    expect(await reply).toMatchObject({ status: 400, code: 'DIFFERENT_SELLERS_PRODUCT' })
    const [order] = await shop.db.select().from(orders)
    await expect.poll(expiredPreferences).toContain(order!.preferenceId)
  })

  test('a repeated checkout is refused after the seller was suspended', async () => {
    const adminClient = await admin()
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    const input = {
      body: { products: [{ id: product.id }], payerEmail: 'ana@mail.test' },
      idempotencyKey: randomUUID(),
    }
    expectOk(await shop.visitor().call(createPreference, input))

    const params = { id: expectOk(await seller.call(getUser, {})).id }
    expectOk(await adminClient.call(suspendUser, { params, body: { reason: 'Fraud' } }))

    expect(await shop.visitor().call(createPreference, input)).toMatchObject({
      status: 404,
      code: 'ERROR_PRODUCT_NOT_FOUND',
    })
  })

  test('the idempotency key of an order whose payment page was closed makes a new order with a page that can be paid', async () => {
    const seller = await shop.creator()
    await shop.linkMercadoPago(seller, COLLECTOR)
    const product = await shop.publish(seller)
    const input = {
      body: { products: [{ id: product.id }], payerEmail: 'ana@mail.test' },
      idempotencyKey: randomUUID(),
    }
    const first = expectOk(await shop.visitor().call(createPreference, input)).init_point
    const closedPreference = (await shop.provider.readLedger()).preferences.at(-1)!
    expectOk(await seller.call(unlinkMercadoPago, {}))
    await expect.poll(expiredPreferences).toContain(closedPreference.id)
    await shop.waitForJobs()

    await shop.linkMercadoPago(seller, COLLECTOR)
    const second = expectOk(await shop.visitor().call(createPreference, input)).init_point

    expect(second).not.toBe(first)
    const open = (await shop.provider.readLedger()).preferences.at(-1)
    expect(open!.external_reference).not.toBe(closedPreference.external_reference)
    const token = new URL(closedPreference.back_urls.success).searchParams.get('order')!
    expect((await shop.readOrder(token)).payment).toBeNull()
    await shop.provider.pay({ preferenceId: open!.id, outcome: 'approved' })
    const paidToken = new URL(open!.back_urls.success).searchParams.get('order')!
    await shop.waitForOrderState(paidToken, 'approved')
  })

  test('expiring a payment preference is retried for as long as the provider fails', async () => {
    const { seller, preferenceId } = await createOrder()
    await shop.provider.addFault({ path: '/checkout/preferences', status: 500, times: 1000 })
    expectOk(await seller.call(unlinkMercadoPago, {}))
    const isExpiryJob = eq(jobs.kind, 'expire_preference')
    const job = async () => (await shop.db.select().from(jobs).where(isExpiryJob))[0]
    await expect.poll(async () => (await job())?.lastError).toBeTruthy()

    await shop.db.update(jobs).set({ attempts: 30, runAt: new Date() }).where(isExpiryJob)
    await expect.poll(async () => (await job())!.attempts).toBe(31)
    await expect.poll(async () => (await job())!.leasedUntil).toBeNull()
    expect((await job())!.state).toBe('waiting')

    await shop.provider.reset()
    await shop.db.update(jobs).set({ runAt: new Date() }).where(isExpiryJob)
    await expect.poll(expiredPreferences).toContain(preferenceId)
  })
})

describe('a payment account that moved to another user', () => {
  /** Creates an order, then links the payment account of its seller to another user. */
  async function moveAccount(before: (preferenceId: string) => Promise<unknown>) {
    const order = await createOrder(COLLECTOR)
    const result = await before(order.preferenceId)
    expectOk(await order.seller.call(unlinkMercadoPago, {}))
    expect(await shop.linkMercadoPago(await shop.creator(), COLLECTOR)).toContain('outcome=linked')
    return { ...order, result }
  }
  const stateOf = async (id: string) =>
    (await shop.db.select().from(orders).where(eq(orders.id, id)))[0]!.state

  test('a chargeback is applied to an order made before its payment account moved to another user', async () => {
    const { orderId, result } = await moveAccount(async preferenceId => {
      const payment = await shop.provider.pay({ preferenceId, outcome: 'approved' })
      await expect.poll(() => shop.db.$count(downloadGrants)).toBe(1)
      return payment
    })

    await shop.provider.changePayment(result as string, 'chargeback')

    await expect.poll(() => stateOf(orderId)).toBe('charged_back')
  })

  test('a payment made before its account moved to another user is delivered by a webhook event after the move', async () => {
    const { orderId, result } = await moveAccount(async preferenceId => {
      await shop.provider.setWebhookSettings({ drop: true })
      return shop.provider.pay({ preferenceId, outcome: 'approved' })
    })

    await shop.provider.setWebhookSettings({})
    await shop.provider.sendWebhook({ paymentId: result as string })

    await expect.poll(() => stateOf(orderId)).toBe('approved')
    expect(await shop.db.$count(downloadGrants)).toBe(1)
  })
})
