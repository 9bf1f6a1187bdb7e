import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { downloadGrants, orders } from '#server/db/schema/index.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

describe('payments that differ from their order', () => {
  test('an order with a payment of a larger amount is not delivered, goes to review and is reported to the admins', async () => {
    const { preferenceId, orderId, token } = await createUnpaidOrder(shop)
    const admin = await createAdmin(shop)

    await shop.provider.pay({ preferenceId, outcome: 'approved', amount: 9000 })

    await shop.waitForOrderState(token, 'review')
    expect(await shop.db.$count(downloadGrants)).toBe(0)
    const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
    expect(order?.reviewReason).toBe('another_amount')
    expect((await shop.waitForMail(admin.email, /revisión|review/i)).text).toContain('importe')
    await shop.waitForMail('buyer@mail.test', /^Estamos revisando tu pedido/)
    expect(await shop.listMails('buyer@mail.test')).toHaveLength(1)
  })
})
