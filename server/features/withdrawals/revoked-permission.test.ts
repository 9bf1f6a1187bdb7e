import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY_MS, daysAgo } from '#contract/core/time.ts'
import { orders, payments, withdrawals } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import {
  findSubjects,
  followWithdrawals,
  readWithdrawal,
  waitWhileExamining,
  withdraw,
} from '#tools/test-app/withdrawals.ts'

const shop = useTestApp()

/** Makes an order with a voucher that its buyer can still pay. */
async function createVoucher() {
  const order = await createUnpaidOrder(shop)
  const voucherId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'pending_cash',
  })
  await shop.waitForOrderState(order.token, 'pending')
  await shop.waitForJobs()
  return { ...order, voucherId }
}

async function revokePermission() {
  const [order] = await shop.db.select().from(orders)
  await shop.provider.revokePermission(order!.collectorId)
  await shop.waitForJobs()
}

async function follow(token: string) {
  await followWithdrawals(shop)
  await shop.waitForJobs()
  return (await readWithdrawal(shop, token)).withdrawal!.state
}

test.each(['open', 'review'] as const)(
  'a withdrawal from a voucher ends a week after its deadline if the seller has revoked our access and the order is in %s',
  async state => {
    const { token, voucherId } = await createVoucher()
    await revokePermission()
    if (state === 'review') {
      await shop.db.update(orders).set({ checkRequestedAt: null })
      await shop.waitForOrderState(token, 'review')
    }
    const moveDeadline = (deadline: Date) =>
      shop.db.update(payments).set({ deadline }).where(eq(payments.id, voucherId))

    expectOk(await withdraw(shop, token))

    expect(await follow(token)).toBe('canceling')
    const [waiting] = await shop.db.select().from(withdrawals)
    expect(waiting!.nextAt!.getTime()).toBeGreaterThan(Date.now() + 60_000)
    await shop.db.update(withdrawals).set({ askedAt: daysAgo(10) })
    await moveDeadline(new Date(Date.now() - 7 * DAY_MS + 60_000))
    expect(await follow(token)).toBe('canceling')
    await expectCleanInvariants(shop)
    await moveDeadline(new Date(Date.now() - 7 * DAY_MS))
    expect(await follow(token)).toBe('canceled')
    await expectCleanInvariants(shop)
  },
)

test('a withdrawal from an order with a voucher that cannot be canceled requests its refund again each day, and the buyer is told', async () => {
  const { preferenceId, token } = await createVoucher()
  await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(token, 'approved')
  await revokePermission()

  expectOk(await withdraw(shop, token))

  await waitWhileExamining(
    shop,
    async () => (await readWithdrawal(shop, token)).withdrawal!.state === 'waiting_funds',
  )
  expect(await findSubjects(shop, 'buyer@mail.test', /^Tu devolución se demora: /)).toHaveLength(1)
  await expectCleanInvariants(shop)
})
