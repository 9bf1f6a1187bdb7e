import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { downloadGrants, orders } from '#server/db/schema/index.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

describe('payments that differ from their order', () => {
  test.each([
    ['of a larger amount', { amount: 9000 }, 'another_amount', 'importe'],
    ['in another currency', { currency: 'BRL' }, 'another_currency', 'moneda'],
    ['to another collector', { collectorId: '999' }, 'another_collector', 'otra cuenta'],
  ])(
    'an order with a payment %s (%o) is not delivered, goes to review as %s and is reported to the admins',
    async (_, difference, reason, words) => {
      const { preferenceId, orderId, token } = await createUnpaidOrder(shop)
      const admin = await createAdmin(shop)

      await shop.provider.pay({ preferenceId, outcome: 'approved', ...difference })

      await shop.waitForOrderState(token, 'review')
      expect(await shop.db.$count(downloadGrants)).toBe(0)
      const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
      expect(order?.reviewReason).toBe(reason)
      expect((await shop.waitForMail(admin.email, /revisión|review/i)).text).toContain(words)
      await shop.waitForMail('buyer@mail.test', /^Estamos revisando tu pedido/)
      expect(await shop.listMails('buyer@mail.test')).toHaveLength(1)
    },
  )

  test('an order in review is delivered by a second payment on the agreed terms', async () => {
    const { preferenceId, token } = await createUnpaidOrder(shop)
    await shop.provider.pay({ preferenceId, outcome: 'approved', amount: 9000 })
    await shop.waitForOrderState(token, 'review')

    await shop.provider.pay({ preferenceId, outcome: 'approved' })

    await shop.waitForOrderState(token, 'approved')
    expect(await shop.db.$count(downloadGrants)).toBe(1)
  })
})
