import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  downloadGrants,
  orders,
  paymentAccounts,
  payments,
  webhookEvents,
} from '#server/db/schema/index.ts'
import { tokenOwner } from '#server/features/payment-accounts/tokens.ts'
import { createEncryption } from '#server/integrations/encryption.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

/** Waits until every stored webhook event has been processed. */
const allEventsProcessed = () =>
  expect
    .poll(async () =>
      (await shop.db.select().from(webhookEvents)).every(event => event.processedAt !== null),
    )
    .toBe(true)

/** Lets the provider refuse the next refund, so that a second payment is not refunded. */
const refuseNextRefund = () =>
  shop.provider.addFault({ path: '/v1/payments/', method: 'POST', status: 400, times: 1 })

describe('delivery', () => {
  test('20 concurrent copies of one webhook event deliver an order once', async () => {
    const { preferenceId, token } = await createUnpaidOrder(shop)
    await shop.provider.setWebhookSettings({ copies: 20 })

    await shop.provider.pay({ preferenceId, outcome: 'approved' })

    await shop.waitForOrderState(token, 'approved')
    await allEventsProcessed()
    await shop.waitForJobs()
    expect(await shop.db.$count(downloadGrants)).toBe(1)
    expect(await shop.listMails('buyer@mail.test')).toHaveLength(1)
  })

  test('a paid order is delivered without a webhook event once its buyer looks at it', async () => {
    const { preferenceId, token } = await createUnpaidOrder(shop)
    await shop.provider.setWebhookSettings({ drop: true })

    await shop.provider.pay({ preferenceId, outcome: 'approved' })

    await shop.waitForOrderState(token, 'approved')
    expect(await shop.db.$count(downloadGrants)).toBe(1)
  })

  test('a paid order is delivered by the scheduled reconciliation without a webhook event and without its buyer', async () => {
    const { preferenceId, orderId } = await createUnpaidOrder(shop)
    await shop.provider.setWebhookSettings({ drop: true })
    await shop.provider.pay({ preferenceId, outcome: 'approved' })

    await shop.db
      .update(orders)
      .set({ nextCheckAt: new Date(0) })
      .where(eq(orders.id, orderId))

    await shop.runSchedule('reconcile_orders')

    expect(await shop.db.$count(downloadGrants)).toBe(1)
  })
})

test('a paid order is delivered although an earlier attempt to pay it cannot be read', async () => {
  const { preferenceId, token } = await createUnpaidOrder(shop)
  const rejected = await shop.provider.pay({ preferenceId, outcome: 'rejected' })
  await shop.waitForOrderState(token, 'rejected')
  await shop.provider.setWebhookSettings({ drop: true })
  await shop.provider.pay({ preferenceId, outcome: 'approved' })

  await shop.provider.addFault({ path: `/v1/payments/${rejected}`, status: 404, times: 100 })

  await shop.waitForOrderState(token, 'approved')
})

test('an order in review because the wrong account received the payment is delivered once the account is corrected', async () => {
  const { preferenceId, orderId, token } = await createUnpaidOrder(shop)
  await shop.db.update(orders).set({ collectorId: 'wrong' }).where(eq(orders.id, orderId))
  const [account] = await shop.db.select().from(paymentAccounts)
  // A token can be decrypted for its account only, so it is encrypted again for the wrong one.
  const encryption = createEncryption(shop.config.encryptionKeys)
  const plainToken = encryption.decrypt(account!.accessToken, tokenOwner(account!, 'accessToken'))
  const wrong = { ...account!, collectorId: 'wrong' }
  const accessToken = encryption.encrypt(plainToken, tokenOwner(wrong, 'accessToken'))
  await shop.db.update(paymentAccounts).set({ collectorId: 'wrong', accessToken })
  const payment = await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(token, 'review')

  const { collectorId, accessToken: ownToken } = account!
  await shop.db.update(paymentAccounts).set({ collectorId, accessToken: ownToken })
  await shop.db
    .update(orders)
    .set({ collectorId: account!.collectorId })
    .where(eq(orders.id, orderId))
  await shop.provider.sendWebhook({ paymentId: payment })

  await shop.waitForOrderState(token, 'approved')
})

test('a buyer who paid twice keeps the file after a refund of one payment and loses it after both', async () => {
  const { preferenceId, token } = await createUnpaidOrder(shop)
  const first = await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(token, 'approved')
  await refuseNextRefund()
  const second = await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await expect.poll(() => shop.db.$count(payments)).toBe(2)
  await shop.waitForJobs()

  await shop.provider.changePayment(first, 'refund')

  const secondPayment = async () =>
    (await shop.db.select().from(payments)).find(({ id }) => id === second)
  await expect.poll(async () => (await secondPayment())?.refundDue).toBe(false)
  expect((await shop.readOrder(token)).state).toBe('approved')
  await shop.provider.changePayment(second, 'refund')
  await shop.waitForOrderState(token, 'refunded')
})
