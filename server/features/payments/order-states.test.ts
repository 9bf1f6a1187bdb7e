import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { daysAgo } from '#contract/core/time.ts'
import { listSales } from '#contract/sales/lines.ts'
import { orderItems, orders, payments } from '#server/db/schema/index.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

describe('order states', () => {
  test('an order paid in cash is pending with a deadline and instructions, and approved once it is paid', async () => {
    const { preferenceId, token } = await createUnpaidOrder(shop)
    const payment = await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
    const pending = await shop.waitForOrderState(token, 'pending')
    expect(pending.payment?.deadline).not.toBeNull()
    expect(pending.payment?.instructionsUrl).toContain('http')
    expect(pending.items[0]?.downloadUrl).toBeNull()

    await shop.provider.changePayment(payment, 'accredit')

    const paid = await shop.waitForOrderState(token, 'approved')
    expect(paid.items[0]?.downloadUrl).toContain('/api/public/download/')
  })

  test('a refund closes the download and marks the sale as refunded', async () => {
    const { seller, preferenceId, token } = await createUnpaidOrder(shop)
    const payment = await shop.provider.pay({ preferenceId, outcome: 'approved' })
    const { items } = await shop.waitForOrderState(token, 'approved')

    await shop.provider.changePayment(payment, 'refund')

    const order = await shop.waitForOrderState(token, 'refunded')
    expect(order.items[0]?.downloadUrl).toBeNull()
    expect((await fetch(items[0]!.downloadUrl!)).status).toBe(403)
    expect(await seller.call(listSales, { query: {} })).toMatchObject({
      body: { sales: [{ state: 'refunded', netMinor: 0 }] },
    })
  })

  test.each(['approved', 'charged_back'] as const)(
    'a chargeback closes the download, and a reimbursement reported as %s reopens it without a second delivery email',
    async reportedStatus => {
      const { preferenceId, orderId, token } = await createUnpaidOrder(shop)
      const payment = await shop.provider.pay({ preferenceId, outcome: 'approved' })
      const { items } = await shop.waitForOrderState(token, 'approved')
      // The email of a delivery is not sent any more once the order is charged back.
      await shop.waitForMail('buyer@mail.test', /^Tu compra: /)

      await shop.provider.changePayment(payment, 'chargeback')
      await shop.waitForOrderState(token, 'charged_back')
      expect((await fetch(items[0]!.downloadUrl!)).status).toBe(403)
      const soldAt = daysAgo(70)
      await shop.db.update(orders).set({ approvedAt: soldAt }).where(eq(orders.id, orderId))
      await shop.provider.changePayment(payment, 'reimburse', { as: reportedStatus })

      await shop.waitForOrderState(token, 'approved')
      expect((await fetch(items[0]!.downloadUrl!)).status).toBe(200)
      await shop.waitForJobs()
      const mails = await shop.listMails('buyer@mail.test')
      expect(mails.filter(({ subject }) => subject.startsWith('Tu compra: '))).toHaveLength(1)
      // The sale stays in the month in which it was made.
      const [item] = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
      expect(item!.soldAt).toEqual(soldAt)
    },
  )

  test('the buyer can still download while the payment is disputed (in mediation)', async () => {
    const { preferenceId, token } = await createUnpaidOrder(shop)
    const payment = await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(token, 'approved')

    await shop.provider.changePayment(payment, 'mediation')

    await expect
      .poll(async () => (await shop.db.select().from(payments))[0]?.status)
      .toBe('in_mediation')
    expect((await shop.readOrder(token)).items[0]?.downloadUrl).not.toBeNull()
  })

  test('the seller’s net amount is their share minus the provider’s reported fee', async () => {
    const { seller, preferenceId, token } = await createUnpaidOrder(shop, { price: 10_000 })
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(token, 'approved')

    const reply = await seller.call(listSales, { query: {} })

    const [sale] = reply.ok ? reply.body.sales : []
    expect(sale).toMatchObject({
      priceMinor: 1_000_000,
      feeMinor: 100_000,
      sellerShareMinor: 900_000,
    })
    expect(sale!.netMinor).toBe(900_000 - sale!.providerFeeMinor!)
    expect(sale!.providerFeeMinor).toBeGreaterThan(0)
  })
})
