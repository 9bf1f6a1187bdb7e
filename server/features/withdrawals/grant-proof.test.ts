import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmIdentity } from '#contract/accounts/sessions.ts'
import { daysAgo } from '#contract/core/time.ts'
import { declineWithdrawal, grantWithdrawal } from '#contract/withdrawals.ts'
import { downloadGrants, orders, refunds } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { withdraw } from '#tools/test-app/withdrawals.ts'
import { outdateProofs } from '#tools/test-app/second-factors.ts'

const MONTH_AGO = daysAgo(30)

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ REFUND_PROOF_ABOVE: '500' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

/**
 * Lets a buyer ask for a refund after the withdrawal period of an order of a price in whole units, and makes every
 * proof of identity too old.
 */
async function askSeller(price: number) {
  const { seller, orderId, preferenceId, token } = await createUnpaidOrder(shop, { price })
  await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(token, 'approved')
  await shop.waitForJobs()
  await shop.db.update(orders).set({ approvedAt: MONTH_AGO })
  await shop.db.update(downloadGrants).set({ grantedAt: MONTH_AGO })
  expectOk(await withdraw(shop, token))
  await outdateProofs(shop)
  return { seller, params: { orderId } }
}

test('a seller who grants a withdrawal of more than the setting needs a proof', async () => {
  const { seller, params } = await askSeller(501)

  const refused = await seller.call(grantWithdrawal, { params })
  const storedBefore = await shop.db.$count(refunds)
  await seller.call(confirmIdentity, { body: { password: PASSWORD } })
  const accepted = await seller.call(grantWithdrawal, { params })

  expect(refused).toMatchObject({ status: 403, code: 'ERROR_REAUTHENTICATION_REQUIRED' })
  expect(storedBefore).toBe(0)
  expect(accepted).toMatchObject({ ok: true })
})

test('granting a withdrawal of the setting’s amount, and declining one of any amount, need no proof', async () => {
  const small = await askSeller(500)
  const large = await askSeller(501)

  const granted = await small.seller.call(grantWithdrawal, { params: small.params })
  const declined = await large.seller.call(declineWithdrawal, {
    params: large.params,
    body: { reason: 'Ya la descargaste' },
  })

  expect([granted.status, declined.status]).toEqual([204, 204])
})
