import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/user.ts'
import { listSales } from '#contract/sales/lines.ts'
import { createPreference } from '#contract/orders.ts'
import { unlinkMercadoPago } from '#contract/payment-accounts.ts'
import {
  grants,
  orders,
  paymentAccounts,
  webhookEvents,
  payments,
} from '#server/db/schema/index.ts'
import { setAdmin } from '#server/features/admin/roles.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const grantCount = async () => (await shop.db.select({ n: count() }).from(grants))[0]!.n
const settled = () =>
  expect
    .poll(async () =>
      (await shop.db.select().from(webhookEvents)).every(notice => notice.processedAt !== null),
    )
    .toBe(true)

/** A product on sale and an order for it. */
async function ordered(settings: { price?: number } = {}) {
  const seller = await shop.seller()
  const product = await shop.publish(seller, { price: 8900, ...settings })
  const order = await shop.order(shop.visitor(), [{ id: product.id }])
  return { seller, product, ...order }
}

describe('a paid order is delivered once', () => {
  test('when the same notice comes 20 times at once', async () => {
    const { preferenceId, token } = await ordered()
    await shop.provider.notices({ copies: 20 })

    await shop.provider.pay({ preferenceId, outcome: 'approved' })

    await shop.becomes(token, 'approved')
    await settled()
    await shop.workDone()
    expect(await grantCount()).toBe(1)
    expect(await shop.mailsTo('buyer@mail.test')).toHaveLength(1)
  })

  test('when no notice ever comes and the buyer looks at the order', async () => {
    const { preferenceId, token } = await ordered()
    await shop.provider.notices({ drop: true })

    await shop.provider.pay({ preferenceId, outcome: 'approved' })

    await shop.becomes(token, 'approved')
    expect(await grantCount()).toBe(1)
  })

  test('when no notice comes and nobody looks: the reconciler asks', async () => {
    const { preferenceId, orderId } = await ordered()
    await shop.provider.notices({ drop: true })
    await shop.provider.pay({ preferenceId, outcome: 'approved' })

    await shop.db
      .update(orders)
      .set({ nextCheckAt: new Date(0) })
      .where(eq(orders.id, orderId))

    await expect.poll(grantCount, { timeout: 20_000 }).toBe(1)
  })

  test('when a rejected attempt came before', async () => {
    const { preferenceId, token } = await ordered()
    await shop.provider.pay({ preferenceId, outcome: 'rejected' })
    await shop.becomes(token, 'rejected')

    await shop.provider.pay({ preferenceId, outcome: 'approved' })

    await shop.becomes(token, 'approved')
    expect(await grantCount()).toBe(1)
  })

  test('when it is paid twice: the second payment is to be given back', async () => {
    const { preferenceId, token } = await ordered()
    const first = await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.becomes(token, 'approved')

    const second = await shop.provider.pay({ preferenceId, outcome: 'approved' })

    await expect.poll(async () => (await shop.db.select().from(payments)).length).toBe(2)
    const rows = await shop.db.select().from(payments)
    expect(rows.find(({ id }) => id === first)).toMatchObject({ refundDue: false })
    expect(rows.find(({ id }) => id === second)).toMatchObject({ refundDue: true })
    await shop.workDone()
    expect(await grantCount()).toBe(1)
    expect(await shop.mailsTo('buyer@mail.test')).toHaveLength(1)
  })
})

test('who paid again after a refund has the file again', async () => {
  const { preferenceId, token } = await ordered()
  const first = await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.becomes(token, 'approved')
  await shop.provider.act(first, 'refund')
  await shop.becomes(token, 'refunded')

  await shop.provider.pay({ preferenceId, outcome: 'approved' })

  const order = await shop.becomes(token, 'approved')
  expect(order.items[0]?.downloadUrl).not.toBeNull()
})

test('an order in review for a setting that was wrong is delivered once it is right', async () => {
  const { preferenceId, orderId, token } = await ordered()
  await shop.db.update(orders).set({ collectorId: 'wrong' }).where(eq(orders.id, orderId))
  const [account] = await shop.db.select().from(paymentAccounts)
  await shop.db.update(paymentAccounts).set({ collectorId: 'wrong' })
  const payment = await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.becomes(token, 'review')

  await shop.db.update(paymentAccounts).set({ collectorId: account!.collectorId })
  await shop.db
    .update(orders)
    .set({ collectorId: account!.collectorId })
    .where(eq(orders.id, orderId))
  await shop.provider.notify({ paymentId: payment })

  await shop.becomes(token, 'approved')
})

test('who paid twice and got one payment back keeps the file', async () => {
  const { preferenceId, token } = await ordered()
  const first = await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.becomes(token, 'approved')
  const second = await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await expect.poll(() => shop.db.$count(payments)).toBe(2)
  await shop.workDone()

  await shop.provider.act(first, 'refund')

  const kept = async () => (await shop.db.select().from(payments)).find(({ id }) => id === second)
  await expect.poll(async () => (await kept())?.refundDue).toBe(false)
  expect((await shop.look(token)).state).toBe('approved')
  await shop.provider.act(second, 'refund')
  await shop.becomes(token, 'refunded')
})

describe('what a buyer sees follows the provider', () => {
  test('cash: pending with a deadline and where to pay, then approved', async () => {
    const { preferenceId, token } = await ordered()
    const payment = await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
    const pending = await shop.becomes(token, 'pending')
    expect(pending.payment?.deadline).not.toBeNull()
    expect(pending.payment?.instructionsUrl).toContain('http')
    expect(pending.items[0]?.downloadUrl).toBeNull()

    await shop.provider.act(payment, 'accredit')

    const paid = await shop.becomes(token, 'approved')
    expect(paid.items[0]?.downloadUrl).toContain('/api/public/download/')
  })

  test('a refund closes the download, and the sale says so', async () => {
    const { seller, preferenceId, token } = await ordered()
    const payment = await shop.provider.pay({ preferenceId, outcome: 'approved' })
    const { items } = await shop.becomes(token, 'approved')

    await shop.provider.act(payment, 'refund')

    const order = await shop.becomes(token, 'refunded')
    expect(order.items[0]?.downloadUrl).toBeNull()
    expect((await fetch(items[0]!.downloadUrl!)).status).toBe(403)
    expect(await seller.call(listSales, { query: {} })).toMatchObject({
      body: { sales: [{ state: 'refunded', netMinor: 0 }] },
    })
  })

  test('a chargeback closes it and a reimbursement opens it again, with no second mail', async () => {
    const { preferenceId, token } = await ordered()
    const payment = await shop.provider.pay({ preferenceId, outcome: 'approved' })
    const { items } = await shop.becomes(token, 'approved')

    await shop.provider.act(payment, 'chargeback')
    await shop.becomes(token, 'charged_back')
    expect((await fetch(items[0]!.downloadUrl!)).status).toBe(403)
    await shop.provider.act(payment, 'reimburse')

    await shop.becomes(token, 'approved')
    expect((await fetch(items[0]!.downloadUrl!)).status).toBe(200)
    await shop.workDone()
    expect(await shop.mailsTo('buyer@mail.test')).toHaveLength(1)
  })

  test('mediation keeps the grant', async () => {
    const { preferenceId, token } = await ordered()
    const payment = await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.becomes(token, 'approved')

    await shop.provider.act(payment, 'mediation')

    await expect
      .poll(async () => (await shop.db.select().from(payments))[0]?.status)
      .toBe('in_mediation')
    expect((await shop.look(token)).items[0]?.downloadUrl).not.toBeNull()
  })

  test('the provider’s fee is reported and the net worked out to the centavo', async () => {
    const { seller, preferenceId, token } = await ordered({ price: 10_000 })
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.becomes(token, 'approved')

    const answer = await seller.call(listSales, { query: {} })

    const [sale] = answer.ok ? answer.body.sales : []
    expect(sale).toMatchObject({
      priceMinor: 1_000_000,
      feeMinor: 100_000,
      sellerShareMinor: 900_000,
    })
    expect(sale!.netMinor).toBe(900_000 - sale!.providerFeeMinor!)
    expect(sale!.providerFeeMinor).toBeGreaterThan(0)
  })
})

describe('a payment that is not the one agreed delivers nothing and waits for a person', () => {
  test.each([
    ['of a smaller amount', { amount: 1 }, 'another_amount', 'importe'],
    ['of a larger amount', { amount: 9000 }, 'another_amount', 'importe'],
    ['in another currency', { currency: 'BRL' }, 'another_currency', 'moneda'],
    ['to another collector', { collectorId: '999' }, 'another_collector', 'otra cuenta'],
  ])('%s', async (_, wrong, reason, words) => {
    const { preferenceId, orderId, token } = await ordered()
    const admin = await shop.creator()
    await setAdmin(shop.db, admin.email, true)

    await shop.provider.pay({ preferenceId, outcome: 'approved', ...wrong })

    await shop.becomes(token, 'review')
    expect(await grantCount()).toBe(0)
    const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
    expect(order?.reviewReason).toBe(reason)
    expect((await shop.mailTo(admin.email, /revisión|review/i)).text).toContain(words)
    expect(await shop.mailsTo('buyer@mail.test')).toEqual([])
  })

  test('and a right payment delivers it after all', async () => {
    const { preferenceId, token } = await ordered()
    await shop.provider.pay({ preferenceId, outcome: 'approved', amount: 1 })
    await shop.becomes(token, 'review')

    await shop.provider.pay({ preferenceId, outcome: 'approved' })

    await shop.becomes(token, 'approved')
    expect(await grantCount()).toBe(1)
  })
})

describe('a fraud alert', () => {
  test('suspends what was delivered', async () => {
    const { preferenceId, token } = await ordered()
    const payment = await shop.provider.pay({ preferenceId, outcome: 'approved' })
    const { items } = await shop.becomes(token, 'approved')

    await shop.provider.notify({ topic: 'stop_delivery_op_wh', paymentId: payment })

    await expect.poll(async () => (await fetch(items[0]!.downloadUrl!)).status).toBe(403)
  })

  test('holds back what was not', async () => {
    const { preferenceId, token } = await ordered()
    const payment = await shop.provider.pay({ preferenceId, outcome: 'in_process' })
    await shop.becomes(token, 'in_process')

    await shop.provider.notify({ topic: 'stop_delivery_op_wh', paymentId: payment })

    await shop.becomes(token, 'review')
  })
})

describe('a seller whose account is gone', () => {
  test('sells nothing after unlinking, and the open payment page closes', async () => {
    const { seller, product } = await ordered()

    expect(await seller.call(unlinkMercadoPago, {})).toMatchObject({ status: 204 })

    const answer = await shop.visitor().call(createPreference, {
      body: { products: [{ id: product.id }], payerEmail: 'late@mail.test' },
    })
    expect(answer).toMatchObject({ status: 400, code: 'DIFFERENT_SELLERS_PRODUCT' })
    const isClosed = async () => {
      const { requests } = await shop.provider.requests()
      return requests.some(
        ({ method, path }) => method === 'PUT' && path.startsWith('/checkout/preferences/'),
      )
    }
    await expect.poll(isClosed).toBe(true)
  })

  test('who links another account is still paid into the first for what was ordered there', async () => {
    const { seller, preferenceId, token } = await ordered()
    const voucher = await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
    await shop.becomes(token, 'pending')

    expect(await shop.link(seller, '2147483645')).toContain('outcome=linked')
    await shop.provider.act(voucher, 'accredit')

    await shop.becomes(token, 'approved')
    expect(await grantCount()).toBe(1)
  })

  test('who links another account has the open payment pages of the first one closed', async () => {
    const { seller } = await ordered()

    await shop.link(seller, '2147483646')

    const closed = async () =>
      (await shop.provider.requests()).requests.some(
        ({ method, path }) => method === 'PUT' && path.startsWith('/checkout/preferences/'),
      )
    await expect.poll(closed).toBe(true)
  })

  test('is not taken for lost when the provider answers 403 to everything for a while', async () => {
    const { seller, preferenceId, token } = await ordered()
    await shop.provider.fault({ path: '/v1/payments', status: 403, times: 3 })
    await shop.provider.pay({ preferenceId, outcome: 'approved' })

    await shop.becomes(token, 'approved')
    expect(await seller.call(getUser, {})).toMatchObject({ body: { mercadoPagoAuth: true } })
  })

  test('is told by mail when the provider withdraws the permission', async () => {
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    const { preferenceId } = await shop.order(shop.visitor(), [{ id: product.id }])
    const collectorId = preferenceId.split('-')[0]!

    await shop.provider.revoke(collectorId)

    expect((await shop.mailTo(seller.email, /MercadoPago/)).subject).toContain('desconectó')
    const answer = await shop.visitor().call(createPreference, {
      body: { products: [{ id: product.id }], payerEmail: 'late@mail.test' },
    })
    expect(answer).toMatchObject({ status: 400 })
  })

  test('sells on with new tokens when the old one expired', async () => {
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    const { preferenceId } = await shop.order(shop.visitor(), [{ id: product.id }])
    await shop.provider.expireToken(preferenceId.split('-')[0]!)

    const again = await shop.order(shop.visitor(), [{ id: product.id }], 'second@mail.test')

    await shop.provider.pay({ preferenceId: again.preferenceId, outcome: 'approved' })
    await shop.becomes(again.token, 'approved')
  })

  test('cannot link an account that serves someone else', async () => {
    const first = await shop.creator()
    const second = await shop.creator()
    expect(await shop.link(first, '2147483642')).toContain('outcome=linked')

    expect(await shop.link(second, '2147483642')).toContain('outcome=taken')
  })
})
