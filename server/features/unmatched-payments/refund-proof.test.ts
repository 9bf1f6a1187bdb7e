import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmIdentity } from '#contract/accounts/sessions.ts'
import {
  listUnmatchedPayments,
  refundUnmatchedPayment,
} from '#contract/admin/unmatched-payments.ts'
import { refunds } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { loseOrder } from '#tools/database/lose-order.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { outdateProofs } from '#tools/test-app/second-factors.ts'

let shop: TestApp
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeAll(async () => {
  shop = await createTestApp({ REFUND_PROOF_ABOVE: '500' })
})
beforeEach(async () => {
  await shop.reset()
  admin = await createAdmin(shop)
})
afterAll(() => shop.close())

/**
 * Pays an order of a price in whole units that is then lost, and makes every proof of identity too old. Resolves to the
 * call that refunds the payment.
 */
async function createLostPayment(price: number) {
  const order = await createUnpaidOrder(shop, { price })
  await loseOrder(shop.db.$client, order.orderId)
  const { preferenceId } = order
  const paymentId = await shop.provider.pay({ preferenceId, outcome: 'approved' })
  const list = async () => expectOk(await admin.call(listUnmatchedPayments, { query: {} })).payments
  await expect.poll(async () => (await list()).map(({ id }) => id)).toContain(paymentId)
  await outdateProofs(shop)
  return () =>
    admin.call(refundUnmatchedPayment, { params: { paymentId }, body: { reason: 'No hay pedido' } })
}

test('the refund of an unmatched payment of more than the setting needs a proof', async () => {
  const refund = await createLostPayment(501)

  const refused = await refund()
  const storedBefore = await shop.db.$count(refunds)
  await admin.call(confirmIdentity, { body: { password: PASSWORD } })
  const accepted = await refund()

  expect(refused).toMatchObject({ status: 403, code: 'ERROR_REAUTHENTICATION_REQUIRED' })
  expect(storedBefore).toBe(0)
  expect(accepted).toMatchObject({ ok: true })
})

test('the refund of an unmatched payment of the setting’s amount needs no proof', async () => {
  const refund = await createLostPayment(500)

  expect(await refund()).toMatchObject({ ok: true })
})
