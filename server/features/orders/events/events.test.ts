import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listNotifications } from '#contract/notifications.ts'
import { getSale } from '#contract/sales/order.ts'
import { orderEvents } from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { recordOrderEvent } from './record.ts'

const shop = useTestApp()
const BUYER = 'buyer@mail.test'

async function payOrder() {
  const order = await createUnpaidOrder(shop)
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  await shop.waitForOrderState(order.token, 'approved')
  const read = async () => {
    await shop.waitForJobs()
    const { history } = expectOk(
      await order.seller.call(getSale, { params: { orderId: order.orderId } }),
    )
    const { notifications } = expectOk(await order.seller.call(listNotifications, { query: {} }))
    const mails = await shop.listMails(order.seller.email)
    return {
      history: history.map(({ kind }) => kind),
      notifications: notifications.map(({ kind }) => kind),
      subjects: mails.map(({ subject }) => subject),
    }
  }
  return { ...order, paymentId, read }
}

test('a lost chargeback is in the history, and the seller is notified of it', async () => {
  const { token, paymentId, read } = await payOrder()
  await shop.provider.changePayment(paymentId, 'chargeback')
  await shop.waitForOrderState(token, 'charged_back')
  await shop.provider.changePayment(paymentId, 'settle')

  await expect
    .poll(async () => (await read()).notifications)
    .toEqual(['chargeback_lost', 'charged_back', 'delivered'])
  const { history, subjects } = await read()
  expect(history.slice(-2)).toEqual(['payment', 'chargeback_lost'])
  expect(subjects.join()).toContain('Perdiste el contracargo')
})

test('a claim and its end are in the history', async () => {
  const { paymentId, read } = await payOrder()
  await shop.provider.changePayment(paymentId, 'mediation')
  await expect.poll(async () => (await read()).history).toContain('claim_opened')
  await shop.provider.changePayment(paymentId, 'accredit')
  await expect.poll(async () => (await read()).history).toContain('claim_closed')
})

test('a hold of a delivered order is in the history, and the seller is notified of it', async () => {
  const { paymentId, read } = await payOrder()
  await shop.provider.sendWebhook({ topic: 'stop_delivery_op_wh', paymentId, copies: 2 })

  await expect.poll(async () => (await read()).notifications).toEqual(['held', 'delivered'])
  const { history, subjects } = await read()
  expect(history.filter(kind => kind === 'held')).toHaveLength(1)
  expect(subjects.join()).toContain('está en pausa')
})

test('an event that is unique is recorded and told once, by however many transactions at once', async () => {
  const { orderId, paymentId } = await payOrder()
  await shop.waitForMail(BUYER, /^Tu compra: /)
  const data = { paymentId, amountMinor: 100 }
  const record = () =>
    runTransaction(shop.db, tx => recordOrderEvent(tx, orderId, 'second_payment', data))

  await Promise.all(Array.from({ length: 10 }, record))

  await shop.waitForJobs()
  const events = await shop.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId))
  expect(events.filter(({ kind }) => kind === 'second_payment')).toHaveLength(1)
  expect(await shop.listMails(BUYER)).toHaveLength(2)
})

test('an email that waits for the mail server is not sent if it is no longer news', async () => {
  const { token, orderId, paymentId } = await payOrder()
  await shop.waitForMail(BUYER, /^Tu compra: /)
  await runTransaction(shop.db, async tx => {
    await recordOrderEvent(tx, orderId, 'review', { reason: 'another_amount', paymentId })
  })

  await shop.waitForJobs()
  expect((await shop.readOrder(token)).state).toBe('approved')
  expect(await shop.listMails(BUYER)).toHaveLength(1)
})
