import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { getInvariants } from '#contract/invariants.ts'
import { getOrderInReview, openOrderAccess, resendOrder } from '#contract/admin/orders.ts'
import { refundSale, resendSale } from '#contract/sales/order.ts'
import { declineWithdrawal } from '#contract/withdrawals.ts'
import { orderEvents, refunds } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import {
  CLOSING_REASON,
  ageOrders,
  createClosableOrder,
  createClosedOrder,
} from '#tools/test-app/orders/closable-order.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import {
  findSubjects,
  readWithdrawal,
  waitForWithdrawalState,
  withdraw,
} from '#tools/test-app/withdrawals.ts'

const BUYER = 'buyer@mail.test'
/** The subject of the email about downloads that are open again, in Spanish. */
const OPENED = /^Ya podés descargar: /

const shop = useTestApp()

describe('while the downloads are closed', () => {
  test('the buyer gets the money back, although the time to withdraw is over', async () => {
    const { token } = await createClosedOrder(shop)
    await ageOrders(shop, 60)
    expect(await readWithdrawal(shop, token)).toMatchObject({
      option: 'refund',
      amountMinor: 890_000,
      endsAt: null,
    })

    expectOk(await withdraw(shop, token))

    await shop.waitForOrderState(token, 'refunded')
    await waitForWithdrawalState(shop, token, 'refunded')
    expect((await shop.readOrder(token)).accessClosing).toBeNull()
    await expectCleanInvariants(shop)
  })

  test('170 days after the payment they open again, before no refund is possible any more', async () => {
    const { download, orderId, token } = await createClosedOrder(shop)
    await ageOrders(shop, 169)
    await shop.runSchedule('open_closed_downloads')
    expect(await download()).toMatchObject({ status: 403 })

    await ageOrders(shop, 171)
    await shop.runSchedule('open_closed_downloads')

    expect(await download()).toMatchObject({ status: 200 })
    expect((await shop.readOrder(token)).detail).toBe('delivered')
    await shop.waitForMail(BUYER, OPENED)
    const events = await shop.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId))
    expect(events.find(({ kind }) => kind === 'access_opened')!.detail).toEqual({})
  })

  test('a buyer whose refund was declined before gets it now', async () => {
    const { close, seller, orderId, token } = await createClosableOrder(shop)
    await ageOrders(shop, 60)
    const params = { orderId }
    expectOk(await withdraw(shop, token))
    expectOk(await seller.call(declineWithdrawal, { params, body: { reason: 'Ya pasó' } }))
    await waitForWithdrawalState(shop, token, 'declined')
    await shop.waitForJobs()
    expectOk(await close())

    const { withdrawal, option } = await readWithdrawal(shop, token)
    expect({ option, state: withdrawal!.state }).toEqual({ option: 'refund', state: 'declined' })
    const again = expectOk(await withdraw(shop, token))

    expect(again.withdrawal!.code).toBe(withdrawal!.code)
    await shop.waitForOrderState(token, 'refunded')
    await waitForWithdrawalState(shop, token, 'refunded')
    expect(await shop.db.$count(refunds)).toBe(1)
    expect(await findSubjects(shop, BUYER, /^Te vamos a devolver el dinero: /)).toHaveLength(1)
    await expectCleanInvariants(shop)
  })

  test('a seller cannot decline a refund that was asked for before', async () => {
    const { close, seller, orderId, token } = await createClosableOrder(shop)
    await ageOrders(shop, 60)
    expectOk(await withdraw(shop, token))
    expectOk(await close())

    expect(
      await seller.call(declineWithdrawal, { params: { orderId }, body: { reason: 'No' } }),
    ).toMatchObject({ status: 409 })
    expectOk(await withdraw(shop, token))

    await shop.waitForOrderState(token, 'refunded')
  })

  test('a withdrawal at the moment when the downloads are closed returns the money once', async () => {
    const { close, token } = await createClosableOrder(shop)

    const [closed] = await Promise.all([close(), withdraw(shop, token)])

    expect([204, 409]).toContain(closed.status)
    await shop.waitForOrderState(token, 'refunded')
    await waitForWithdrawalState(shop, token, 'refunded')
    expect(await shop.db.$count(refunds)).toBe(1)
    await expectCleanInvariants(shop)
  })

  test('the delivery is not sent again', async () => {
    const { orderId, seller } = await createClosedOrder(shop)
    const params = { orderId }
    const admin = await createAdmin(shop)

    expect(await seller.call(resendSale, { params })).toMatchObject({ status: 409 })
    expect(await admin.call(resendOrder, { params })).toMatchObject({ status: 409 })
  })

  test('a refund of an amount does not tell the buyer that the files are available', async () => {
    const { orderId, seller } = await createClosedOrder(shop)

    expectOk(
      await seller.call(refundSale, {
        params: { orderId },
        body: { amountMinor: 100_000 },
        idempotencyKey: 'part-of-a-closed-order',
      }),
    )

    const mail = await shop.waitForMail(BUYER, /^Te devolvimos una parte: /)
    expect(mail.text).toContain('Las descargas siguen cerradas')
    expect(mail.text).not.toContain('siguen disponibles')
    await expectCleanInvariants(shop)
  })

  test('a chargeback that the seller wins leaves them closed, and says so', async () => {
    const { paymentId, token, download } = await createClosedOrder(shop)
    await shop.provider.changePayment(paymentId, 'chargeback')
    await shop.waitForOrderState(token, 'charged_back')
    expect((await shop.readOrder(token)).accessClosing).toBeNull()

    await shop.provider.changePayment(paymentId, 'reimburse')
    await shop.waitForOrderState(token, 'approved')

    const mail = await shop.waitForMail(BUYER, /^Terminó la disputa de tu pago: /)
    expect(mail.text).toContain('Las descargas siguen cerradas')
    expect((await download()).status).toBe(403)
    expect(await shop.readOrder(token)).toMatchObject({ detail: 'access_closed' })
    await expectCleanInvariants(shop)
  })

  test('a buyer who pays again after a refund gets the files', async () => {
    const { paymentId, preferenceId, token } = await createClosedOrder(shop)
    await shop.provider.changePayment(paymentId, 'refund')
    await shop.waitForOrderState(token, 'refunded')

    await shop.provider.pay({ preferenceId, outcome: 'approved', wasBegun: true })
    await shop.waitForOrderState(token, 'approved')

    expect(await shop.readOrder(token)).toMatchObject({ detail: 'delivered', accessClosing: null })
    expect(await findSubjects(shop, BUYER, OPENED)).toEqual([])
    await expectCleanInvariants(shop)
  })

  test('admins count the order, and open it for good', async () => {
    const { orderId, token, close, readSale } = await createClosedOrder(shop)
    const { number } = await shop.readOrder(token)
    const admin = await createAdmin(shop)
    const params = { orderId }
    expect(expectOk(await admin.call(getInvariants, {})).closedBySellers).toEqual({
      count: 1,
      orderNumbers: [number],
    })
    expect(expectOk(await admin.call(getOrderInReview, { params }))).toMatchObject({
      accessClosing: { reason: CLOSING_REASON },
    })

    expectOk(await admin.call(openOrderAccess, { params, body: { reason: 'Sin motivo' } }))

    await shop.waitForMail(BUYER, OPENED)
    expect(expectOk(await admin.call(getInvariants, {})).closedBySellers.count).toBe(0)
    expect(await close()).toMatchObject({ status: 409, code: 'PAYMENT_STATUS_ALREADY_CHANGED' })
    expect((await readSale()).canCloseAccess).toBe(false)
  })
})
