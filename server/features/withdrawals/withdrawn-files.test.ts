import { expect, test } from 'vitest'
import { LIMITS } from '#contract/core/limits.ts'
import { daysAgo } from '#contract/core/time.ts'
import { jobs, orders, withdrawals } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { createPaidOrder, createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import {
  followWithdrawals,
  readWithdrawal,
  waitForWithdrawalState,
  waitWhileExamining,
  withdraw,
} from '#tools/test-app/withdrawals.ts'

const shop = useTestApp()

const readRow = async () => (await shop.db.select().from(withdrawals))[0]!

/** Keeps the payment page of the order from being closed, as if the provider were slow. */
const keepPageOpen = () => shop.db.update(orders).set({ preferenceId: null })

const readItem = async (token: string) => (await shop.readOrder(token)).items[0]!

test('a withdrawn file cannot be downloaded while its refund is in process', async () => {
  const { token } = await createPaidOrder(shop)
  const { downloadUrl } = await readItem(token)
  await shop.provider.setRefundStatus('in_process')

  expectOk(await withdraw(shop, token))

  expect((await fetch(downloadUrl!)).status).toBe(403)
  expect((await readItem(token)).downloadUrl).toBeNull()
  expect((await shop.readOrder(token)).state).toBe('approved')
})

test('the payment page of a withdrawn order is closed', async () => {
  const { token, preferenceId } = await createPaidOrder(shop)

  expectOk(await withdraw(shop, token))

  await shop.waitForOrderState(token, 'refunded')
  await shop.waitForJobs()
  await expect(shop.provider.pay({ preferenceId, outcome: 'approved' })).rejects.toThrow('expired')
})

test('a withdrawn file can be downloaded again once the refund has failed for good', async () => {
  const { token, paymentId } = await createPaidOrder(shop)
  await shop.provider.addFault({ path: `/v1/payments/${paymentId}/refunds`, status: 400, times: 1 })
  expectOk(await withdraw(shop, token))
  expect((await readItem(token)).downloadUrl).toBeNull()
  await shop.db.update(withdrawals).set({ refusals: LIMITS.refundTryDays - 1 })

  await waitWhileExamining(shop, async () => (await readRow()).endedAs === 'failed')

  expect((await fetch((await readItem(token)).downloadUrl!)).status).toBe(200)
  await expectCleanInvariants(shop)
})

test('a buyer who pays again after a withdrawal has the file, and a right of withdrawal of its own', async () => {
  const { token, preferenceId } = await createPaidOrder(shop)
  await keepPageOpen()
  expectOk(await withdraw(shop, token))
  await shop.waitForOrderState(token, 'refunded')
  await waitWhileExamining(shop, async () => (await readRow()).endedAs === 'refunded')

  await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(token, 'approved')

  expect((await fetch((await readItem(token)).downloadUrl!)).status).toBe(200)
  expect((await readWithdrawal(shop, token)).option).toBe('refund')
  const { withdrawal } = expectOk(await withdraw(shop, token))
  expect(withdrawal!.state).toBe('refunding')
  await shop.waitForOrderState(token, 'refunded')
})

test('a buyer who pays again before the withdrawal was examined keeps the purchase, with a right of its own', async () => {
  const { token, preferenceId } = await createPaidOrder(shop)
  await keepPageOpen()
  expectOk(await withdraw(shop, token))
  await shop.waitForOrderState(token, 'refunded')
  await waitWhileExamining(shop, async () => (await readRow()).endedAs === 'refunded')
  await shop.db.update(withdrawals).set({ endedAs: null, endedAt: null, nextAt: new Date() })
  await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(token, 'approved')

  await waitWhileExamining(shop, async () => (await readRow()).endedAs === 'refunded')

  expect((await shop.readOrder(token)).state).toBe('approved')
  expect((await readWithdrawal(shop, token)).option).toBe('refund')
})

test('the period of an order that was paid again counts from the last payment', async () => {
  const { token, preferenceId, paymentId } = await createPaidOrder(shop)
  const twelveDaysAgo = daysAgo(12)
  await shop.db.$client.query('update download_grants set granted_at = $1', [twelveDaysAgo])
  await shop.db.update(orders).set({ approvedAt: twelveDaysAgo })
  await shop.provider.changePayment(paymentId, 'refund')
  await shop.waitForOrderState(token, 'refunded')

  await shop.provider.pay({ preferenceId, outcome: 'approved', wasBegun: true })
  await shop.waitForOrderState(token, 'approved')

  expect((await readWithdrawal(shop, token)).option).toBe('refund')
})

test('five examinations during an outage leave one job of a withdrawal at most', async () => {
  const { preferenceId, token } = await createUnpaidOrder(shop)
  await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
  await shop.waitForOrderState(token, 'pending')
  await shop.waitForJobs()
  await shop.provider.addFault({ path: '/v1/payments', status: 503, times: 1000 })
  expectOk(await withdraw(shop, token))

  for (let tick = 0; tick < 5; tick += 1) await followWithdrawals(shop)
  await shop.waitForJobs()

  const rows = await shop.db.select().from(jobs)
  const live = rows.filter(({ kind, state }) => kind === 'follow_withdrawal' && state !== 'done')
  expect(live).toEqual([])
  await shop.provider.clearFaults()
  await waitForWithdrawalState(shop, token, 'canceled')
})
