import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { unlinkMercadoPago } from '#contract/payment-accounts.ts'
import type { Order } from '#contract/orders/orders.ts'
import { orders } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

const paymentPage = /\/checkout\/v1\/redirect\?pref_id=/

/** Waits until the reply for an order has a detail. */
async function waitForDetail(token: string, detail: Order['detail']): Promise<Order> {
  await expect
    .poll(async () => (await shop.readOrder(token)).detail, { timeout: 15_000 })
    .toBe(detail)
  return shop.readOrder(token)
}

describe('what a buyer is told about an order', () => {
  test('an order without an attempt to pay has the address of its payment page', async () => {
    const { token, preferenceId } = await createUnpaidOrder(shop)

    const order = await shop.readOrder(token)

    expect(order).toMatchObject({
      state: 'created',
      detail: 'not_paid',
      payerEmail: 'b•••@mail.test',
      payment: { method: null, deadline: null, instructionsUrl: null, rejection: null },
    })
    expect(order.payment!.payUrl).toMatch(paymentPage)
    expect(order.payment!.payUrl).toContain(preferenceId)
    expect(order.items[0]!.imageFile).toMatch(/^\/images\/.+\/960\.webp$/)
  })

  test('a rejected card is explained by its reason and can be tried again on the same payment page', async () => {
    const { token, preferenceId } = await createUnpaidOrder(shop)
    await shop.provider.pay({
      preferenceId,
      outcome: 'rejected',
      reason: 'cc_rejected_insufficient_amount',
    })

    const order = await waitForDetail(token, 'rejected')
    expect(order).toMatchObject({
      state: 'rejected',
      payment: { rejection: 'insufficient_funds' },
    })
    expect(order.payment!.payUrl).toContain(preferenceId)

    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    expect(await waitForDetail(token, 'delivered')).toMatchObject({
      state: 'approved',
      payment: { payUrl: null, rejection: null },
    })
  })

  test('an attempt that the buyer cancelled is not called rejected', async () => {
    const { token, preferenceId } = await createUnpaidOrder(shop)
    await shop.provider.pay({ preferenceId, outcome: 'cancelled' })

    const order = await waitForDetail(token, 'cancelled_by_buyer')

    expect(order).toMatchObject({ state: 'rejected', payment: { rejection: null } })
    expect(order.payment!.payUrl).toMatch(paymentPage)
  })

  test('a voucher is waiting until it expires, and then the buyer may choose again how to pay', async () => {
    const { token, preferenceId } = await createUnpaidOrder(shop)
    const voucher = await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
    expect(await waitForDetail(token, 'voucher_waiting')).toMatchObject({
      state: 'pending',
      payment: { payUrl: null, rejection: null },
    })

    await shop.provider.changePayment(voucher, 'expire')

    const order = await waitForDetail(token, 'voucher_expired')
    expect(order).toMatchObject({ state: 'rejected', payment: { rejection: null } })
    expect(order.payment!.payUrl).toMatch(paymentPage)
  })

  test('a card in review must not be paid a second time', async () => {
    const { token, preferenceId } = await createUnpaidOrder(shop)
    await shop.provider.pay({ preferenceId, outcome: 'in_process' })

    expect(await waitForDetail(token, 'card_in_review')).toMatchObject({
      state: 'in_process',
      payment: { payUrl: null },
    })
  })

  test('a delivered order is on hold after a fraud alert', async () => {
    const { token, preferenceId } = await createUnpaidOrder(shop)
    const payment = await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await waitForDetail(token, 'delivered')

    await shop.provider.sendWebhook({
      topic: 'stop_delivery_op_wh',
      data: { payment_id: payment },
    })

    const order = await waitForDetail(token, 'on_hold')
    expect(order).toMatchObject({ state: 'approved', items: [{ downloadUrl: null }] })
  })

  test('a payment of another amount puts the order in review', async () => {
    const { token, preferenceId } = await createUnpaidOrder(shop)
    await shop.provider.pay({ preferenceId, outcome: 'approved', amount: 9000 })

    expect(await waitForDetail(token, 'in_review')).toMatchObject({ state: 'review' })
  })

  test('a refund, an open chargeback and a lost chargeback are told apart', async () => {
    const [refunded, disputed] = [await createUnpaidOrder(shop), await createUnpaidOrder(shop)]
    const [first, second] = [
      await shop.provider.pay({ preferenceId: refunded.preferenceId, outcome: 'approved' }),
      await shop.provider.pay({ preferenceId: disputed.preferenceId, outcome: 'approved' }),
    ]
    await waitForDetail(refunded.token, 'delivered')
    await waitForDetail(disputed.token, 'delivered')

    await shop.provider.changePayment(first, 'refund')
    await shop.provider.changePayment(second, 'chargeback')
    await waitForDetail(refunded.token, 'refunded')
    await waitForDetail(disputed.token, 'chargeback_open')
    await shop.provider.changePayment(second, 'settle')
    await waitForDetail(disputed.token, 'chargeback_settled')
  })
})

describe('the payment page of an order', () => {
  test('the payment page of an order is not offered any more after the time to pay', async () => {
    const { token, orderId } = await createUnpaidOrder(shop)
    await shop.db
      .update(orders)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(orders.id, orderId))

    expect(await shop.readOrder(token)).toMatchObject({ detail: 'not_paid', payment: null })
  })

  test('the payment page of an order is not offered any more after the seller unlinked the payment account', async () => {
    const { token, seller } = await createUnpaidOrder(shop)

    expectOk(await seller.call(unlinkMercadoPago, {}))

    expect(await shop.readOrder(token)).toMatchObject({ detail: 'not_paid', payment: null })
  })
})
