import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/user.ts'
import { suspendUser } from '#contract/admin/users.ts'
import { takeDownProduct } from '#contract/admin/products.ts'
import { createPreference } from '#contract/orders.ts'
import { unlinkMercadoPago } from '#contract/payment-accounts.ts'
import { grants, jobs, orders } from '#server/db/schema/index.ts'
import { setAdmin } from '#server/features/admin/roles.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

async function admin() {
  const person = await shop.creator('admin@house.test')
  await setAdmin(shop.db, person.email, true)
  return person
}

/** A product on sale and an order for it. */
async function ordered(collectorId = 'new') {
  const seller = await shop.creator()
  await shop.link(seller, collectorId)
  const product = await shop.publish(seller)
  return { seller, product, ...(await shop.order(shop.visitor(), [{ id: product.id }])) }
}

/** Payment pages that the provider was told to close, and did. */
const closedPages = async () =>
  (await shop.provider.requests()).requests
    .filter(({ method, status }) => method === 'PUT' && status < 300)
    .map(({ path }) => path.split('/').at(-1))

describe('nobody pays for what is not for sale any more', () => {
  test('taking a product down closes its open payment pages and no others; who paid has the file', async () => {
    const house = await admin()
    const { seller, product, preferenceId, token } = await ordered()
    const other = await shop.publish(seller)
    const kept = await shop.order(shop.visitor(), [{ id: other.id }])
    await shop.provider.notices({ drop: true })
    await shop.provider.pay({ preferenceId, outcome: 'approved' })

    const params = { id: product.id }
    expectOk(await house.call(takeDownProduct, { params, body: { reason: 'Copied' } }))

    await expect.poll(closedPages).toContain(preferenceId)
    expect(await closedPages()).not.toContain(kept.preferenceId)
    expect((await shop.becomes(token, 'approved')).items[0]?.downloadUrl).not.toBeNull()
  })

  test('a page that opens while its seller leaves is closed, and nobody is sent there', async () => {
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    await shop.provider.fault({ path: '/checkout/preferences', latencyMs: 4000, times: 1 })
    const body = { products: [{ id: product.id }], payerEmail: 'ana@mail.test' }
    const answer = shop.visitor().call(createPreference, { body })
    await expect.poll(() => shop.db.$count(orders)).toBe(1)

    expectOk(await seller.call(unlinkMercadoPago, {}))

    expect(await answer).toMatchObject({ status: 400, code: 'DIFFERENT_SELLERS_PRODUCT' })
    const [order] = await shop.db.select().from(orders)
    await expect.poll(closedPages).toContain(order!.preferenceId)
  })

  test('a repeated request has no page of a seller who is suspended', async () => {
    const house = await admin()
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    const input = {
      body: { products: [{ id: product.id }], payerEmail: 'ana@mail.test' },
      idempotencyKey: randomUUID(),
    }
    expectOk(await shop.visitor().call(createPreference, input))

    const params = { id: expectOk(await seller.call(getUser, {})).id }
    expectOk(await house.call(suspendUser, { params, body: { reason: 'Fraud' } }))

    expect(await shop.visitor().call(createPreference, input)).toMatchObject({
      status: 404,
      code: 'ERROR_PRODUCT_NOT_FOUND',
    })
  })

  test('a page is closed however long the provider refuses to', async () => {
    const { seller, preferenceId } = await ordered()
    await shop.provider.fault({ path: '/checkout/preferences', status: 500, times: 1000 })
    expectOk(await seller.call(unlinkMercadoPago, {}))
    const closing = eq(jobs.kind, 'close_preference')
    const job = async () => (await shop.db.select().from(jobs).where(closing))[0]
    await expect.poll(async () => (await job())?.lastError).toBeTruthy()

    await shop.db.update(jobs).set({ attempts: 30, runAt: new Date() }).where(closing)
    await expect.poll(async () => (await job())!.attempts).toBe(31)
    await expect.poll(async () => (await job())!.leasedUntil).toBeNull()
    expect((await job())!.state).toBe('waiting')

    await shop.provider.reset()
    await shop.db.update(jobs).set({ runAt: new Date() }).where(closing)
    await expect.poll(closedPages).toContain(preferenceId)
  })
})

describe('an account at the provider that moved to another user', () => {
  const COLLECTOR = '2147483646'

  /** What was ordered of the first one, whose account is now the second one's. */
  async function moved(before: (preferenceId: string) => Promise<unknown>) {
    const first = await ordered(COLLECTOR)
    const result = await before(first.preferenceId)
    expectOk(await first.seller.call(unlinkMercadoPago, {}))
    expect(await shop.link(await shop.creator(), COLLECTOR)).toContain('outcome=linked')
    return { ...first, result }
  }
  const stateOf = async (id: string) =>
    (await shop.db.select().from(orders).where(eq(orders.id, id)))[0]!.state

  test('still tells of chargebacks of what was sold before', async () => {
    const { orderId, result } = await moved(async preferenceId => {
      const payment = await shop.provider.pay({ preferenceId, outcome: 'approved' })
      await expect.poll(() => shop.db.$count(grants)).toBe(1)
      return payment
    })

    await shop.provider.act(result as string, 'chargeback')

    await expect.poll(() => stateOf(orderId)).toBe('charged_back')
  })

  test('delivers what was paid before by a notice that comes after', async () => {
    const { orderId, result } = await moved(async preferenceId => {
      await shop.provider.notices({ drop: true })
      return shop.provider.pay({ preferenceId, outcome: 'approved' })
    })

    await shop.provider.notices({})
    await shop.provider.notify({ paymentId: result as string })

    await expect.poll(() => stateOf(orderId)).toBe('approved')
    expect(await shop.db.$count(grants)).toBe(1)
  })
})
