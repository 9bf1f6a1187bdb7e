import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { getAdminOverview, listAuditLog } from '#contract/admin/operations.ts'
import {
  dismissUnmatchedPayment,
  listUnmatchedPayments,
  rebuildOrder,
  refundUnmatchedPayment,
} from '#contract/admin/unmatched-payments.ts'
import { listNotifications } from '#contract/notifications.ts'
import { downloadGrants, refunds, unmatchedPayments } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { loseOrder } from '#tools/database/lose-order.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeEach(async () => {
  admin = await createAdmin(shop)
})

const reason = 'Hablé con quien pagó'
const list = async () => expectOk(await admin.call(listUnmatchedPayments, { query: {} })).payments
const refund = (paymentId: string) =>
  admin.call(refundUnmatchedPayment, { params: { paymentId }, body: { reason } })
const dismiss = (paymentId: string) =>
  admin.call(dismissUnmatchedPayment, { params: { paymentId }, body: { reason } })
const rebuild = (paymentId: string) => admin.call(rebuildOrder, { params: { paymentId }, body: {} })
const adminMails = async () =>
  (await shop.listMails(admin.email)).filter(({ subject }) => /ningún pedido/.test(subject))

async function createLostPayment() {
  const order = await createUnpaidOrder(shop)
  await loseOrder(shop.db.$client, order.orderId)
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  await expect.poll(async () => (await list()).map(({ id }) => id)).toContain(paymentId)
  return { ...order, paymentId }
}

const readStatus = async (paymentId: string) =>
  (await shop.provider.readLedger()).payments.find(({ id }) => String(id) === paymentId)!.status

describe('the refund of a payment that matches no order', () => {
  test('the refund of an unmatched payment is stored, sent once, and leaves the list when the provider has made it', async () => {
    const { seller, paymentId } = await createLostPayment()
    await shop.app.worker.stop()

    const replies = await Promise.all([refund(paymentId), refund(paymentId), refund(paymentId)])
    shop.app.worker.start()

    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202])
    await expect.poll(() => readStatus(paymentId)).toBe('refunded')
    await shop.waitForJobs()
    expect(await shop.db.select().from(refunds)).toMatchObject([
      {
        paymentId,
        orderId: null,
        state: 'done',
        reason,
        providerRefundId: expect.stringMatching(/^\d+$/),
      },
    ])
    expect(await list()).toEqual([])
    const mail = await shop.waitForMail(seller.email, /no corresponde a ningún pedido/)
    expect(mail.text).toContain(`el pago ${paymentId}`)
    const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
    expect(notifications.filter(({ kind }) => kind === 'unmatched_refund')).toMatchObject([
      { paymentId, amountMinor: 890_000, currency: 'ARS' },
    ])
    expect(expectOk(await admin.call(getAdminOverview, {})).unmatchedPayments).toBe(0)
    const { entries } = expectOk(await admin.call(listAuditLog, { query: {} }))
    expect(entries[0]).toMatchObject({
      action: 'refund_payment',
      target: 'payment',
      targetId: paymentId,
      reason,
    })
    expect(await rebuild(paymentId)).toMatchObject({ code: 'PAYMENT_STATUS_ALREADY_CHANGED' })
    expect(await refund(paymentId)).toMatchObject({ code: 'PAYMENT_STATUS_ALREADY_CHANGED' })
  })

  test('the refund of an unmatched payment that the provider decides later stays in the list, and can be neither dismissed nor rebuilt', async () => {
    const { paymentId } = await createLostPayment()
    await shop.provider.setRefundStatus('in_process')
    expectOk(await refund(paymentId))
    await expect.poll(async () => (await shop.db.select().from(refunds))[0]?.state).toBe('sent')

    expect(await list()).toMatchObject([{ id: paymentId, refund: { state: 'requested' } }])
    for (const call of [dismiss, rebuild])
      expect(await call(paymentId)).toMatchObject({ code: 'PAYMENT_STATUS_ALREADY_CHANGED' })
    await shop.provider.changePayment(paymentId, 'approve_refund')
    await expect.poll(list).toEqual([])
    expect((await shop.db.select().from(refunds))[0]).toMatchObject({ state: 'done' })
  })

  test('the refund of an unmatched payment that the provider refuses is shown with the reason, mailed, and can be asked again', async () => {
    const { paymentId } = await createLostPayment()
    await shop.waitForMail(admin.email, /ningún pedido/)
    await shop.provider.addFault({ path: '/v1/payments/', method: 'POST', status: 400, times: 1 })
    expectOk(await refund(paymentId))

    await expect
      .poll(async () => (await list())[0]?.refund)
      .toMatchObject({ state: 'refused', refusal: 'not_allowed' })
    await expect.poll(adminMails).toHaveLength(2)

    expectOk(await refund(paymentId))
    await expect.poll(list).toEqual([])
  })

  test('the refund of an unmatched payment that was refused does not keep the order from being rebuilt', async () => {
    const { paymentId, orderId, token } = await createLostPayment()
    await shop.provider.addFault({ path: '/v1/payments/', method: 'POST', status: 400, times: 1 })
    expectOk(await refund(paymentId))
    await expect.poll(async () => (await list())[0]?.refund?.state).toBe('refused')

    expectOk(await rebuild(paymentId))

    await shop.waitForOrderState(token, 'approved')
    expect((await shop.db.select().from(refunds))[0]).toMatchObject({ orderId, state: 'refused' })
  })
})

describe('the dismissal of a payment that matches no order', () => {
  test('the dismissal of a payment that matches no order takes it off the list and the count, and is logged with its reason', async () => {
    const { paymentId } = await createLostPayment()

    const replies = await Promise.all([dismiss(paymentId), dismiss(paymentId)])

    expect(replies.map(({ status }) => status)).toEqual(expect.arrayContaining([202, 409]))
    expect(await list()).toEqual([])
    expect(expectOk(await admin.call(getAdminOverview, {})).unmatchedPayments).toBe(0)
    const { entries } = expectOk(await admin.call(listAuditLog, { query: {} }))
    expect(entries[0]).toMatchObject({ action: 'dismiss_payment', targetId: paymentId, reason })
    for (const call of [refund, rebuild])
      expect(await call(paymentId)).toMatchObject({ code: 'PAYMENT_STATUS_ALREADY_CHANGED' })
    await shop.provider.sendWebhook({ paymentId })
    await shop.waitForJobs()
    expect(await list()).toEqual([])
  })

  test('the dismissal of a payment that matches no order has one outcome if another admin rebuilds the order at the same moment', async () => {
    const { paymentId } = await createLostPayment()

    const replies = await Promise.all([rebuild(paymentId), dismiss(paymentId), refund(paymentId)])

    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    await shop.waitForJobs()
    const [rebuilt, , refunded] = replies
    expect(await shop.db.$count(downloadGrants)).toBe(rebuilt.ok ? 1 : 0)
    expect(await readStatus(paymentId)).toBe(refunded.ok ? 'refunded' : 'approved')
  })
})

describe('the list of payments that match no order', () => {
  test('the list of payments that match no order has pages, the oldest payment first', async () => {
    const { paymentId } = await createLostPayment()
    await shop.db.execute(sql`
      insert into unmatched_payments (id, seller_id, collector_id, order_id, status, amount_minor,
        refunded_minor, application_fee_minor, currency, first_seen_at)
      select (1000 + n)::text, seller_id, collector_id, order_id, 'approved', amount_minor, 0, 1, currency,
        now() - n * interval '1 hour'
      from unmatched_payments, generate_series(1, 60) n`)

    const first = expectOk(await admin.call(listUnmatchedPayments, { query: {} }))
    const second = expectOk(
      await admin.call(listUnmatchedPayments, { query: { cursor: first.nextCursor! } }),
    )

    expect(first.payments[0]!.id).toBe('1060')
    expect(second.payments.at(-1)!.id).toBe(paymentId)
    expect([...first.payments, ...second.payments]).toHaveLength(61)
    expect(second.nextCursor).toBeNull()
  })

  test('the list of payments that match no order is mailed to the admins, several payments in one mail, and each once', async () => {
    const { paymentId } = await createLostPayment()
    const { text } = await shop.waitForMail(admin.email, /ningún pedido/)
    expect(text).toContain(paymentId)
    await shop.provider.sendWebhook({ paymentId, copies: 3 })
    await createLostPayment()
    await createLostPayment()
    await shop.waitForJobs()
    expect(await adminMails()).toHaveLength(1)

    await shop.db.execute(
      sql`update unmatched_payments set admins_informed_at = admins_informed_at - interval '16 minutes'`,
    )
    await shop.db.execute(sql`update jobs set run_at = now() where kind = 'mail_reviews'`)

    await shop.waitForMail(admin.email, /^2 pagos/)
    await shop.waitForJobs()
    expect(await adminMails()).toHaveLength(2)
    const rows = await shop.db
      .select()
      .from(unmatchedPayments)
      .where(eq(unmatchedPayments.id, paymentId))
    expect(rows[0]!.adminsInformedAt).not.toBeNull()
  })

  test('the list of payments that match no order keeps the newest state of a payment if two reads overtake each other', async () => {
    const { paymentId } = await createLostPayment()
    await shop.db
      .update(unmatchedPayments)
      .set({ status: 'refunded', providerUpdatedAt: new Date(Date.now() + 60_000) })

    await shop.provider.sendWebhook({ paymentId })
    await shop.waitForJobs()

    expect(await list()).toEqual([])
  })
})
