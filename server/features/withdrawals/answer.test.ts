import { expect, test } from 'vitest'
import { DAY_MS, daysAgo } from '#contract/core/time.ts'
import { listNotifications } from '#contract/notifications.ts'
import { declineWithdrawal, grantWithdrawal, listWithdrawals } from '#contract/withdrawals.ts'
import { downloadGrants, orders, refunds, withdrawals } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createPaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import {
  findSubjects,
  readWithdrawal,
  waitForWithdrawalState,
  withdraw,
} from '#tools/test-app/withdrawals.ts'

const BUYER = 'buyer@mail.test'
const REASON = 'Ya pasaron veinte días'

const shop = useTestApp()

/** Creates an order whose period is over, and asks its seller for the refund. */
async function askSeller() {
  const order = await createPaidOrder(shop)
  const moment = daysAgo(20)
  await shop.db.update(orders).set({ approvedAt: moment })
  await shop.db.update(downloadGrants).set({ grantedAt: moment })
  const asked = await readWithdrawal(shop, order.token)
  const answer = expectOk(await withdraw(shop, order.token))
  const params = { orderId: order.orderId }
  return {
    ...order,
    asked,
    answer,
    grant: () => order.seller.call(grantWithdrawal, { params }),
    decline: () => order.seller.call(declineWithdrawal, { params, body: { reason: REASON } }),
  }
}

/** Ends the time of the seller to answer. */
const endTime = () => {
  const past = new Date(Date.now() - 1000)
  return shop.db.update(withdrawals).set({ dueAt: past, nextAt: past })
}

test('the seller is asked about a withdrawal after the period, and has five working days', async () => {
  const { asked, answer, seller, orderId } = await askSeller()

  expect(asked).toMatchObject({ option: 'answer', amountMinor: 890_000 })
  const { state, dueAt } = answer.withdrawal!
  expect(state).toBe('asking')
  const days = (Date.parse(dueAt!) - Date.now()) / DAY_MS
  expect(days).toBeGreaterThan(5)
  expect(days).toBeLessThan(8)
  const mail = await shop.waitForMail(BUYER, /^Pedimos tu devolución: /)
  expect(mail.text).toContain('si no responde, te devolvemos el dinero')
  expect((await shop.waitForMail(seller.email, /^Te piden una devolución: /)).text).toContain(
    'Si no respondés, se devuelve el dinero',
  )
  const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
  expect(notifications[0]).toMatchObject({ kind: 'withdrawal_asked', orderId })
  const list = expectOk(await seller.call(listWithdrawals, {})).withdrawals
  expect(list).toMatchObject([{ orderId, state: 'asking', dueAt, totalMinor: 890_000 }])
  expect(await shop.db.$count(refunds)).toBe(0)
})

test('a granted request is refunded, and the buyer is told', async () => {
  const { grant, token } = await askSeller()

  expectOk(await grant())

  await shop.waitForOrderState(token, 'refunded')
  await waitForWithdrawalState(shop, token, 'refunded')
  expect(await findSubjects(shop, BUYER, /^Te vamos a devolver el dinero: /)).toHaveLength(1)
})

test('a declined request keeps the download, and the buyer reads the reason', async () => {
  const { decline, token } = await askSeller()

  expectOk(await decline())

  expect((await shop.waitForMail(BUYER, /^No aceptaron tu devolución: /)).text).toContain(REASON)
  expect((await readWithdrawal(shop, token)).withdrawal).toMatchObject({
    state: 'declined',
    reason: REASON,
    dueAt: null,
  })
  expect((await shop.readOrder(token)).items[0]!.downloadUrl).not.toBeNull()
  await shop.waitForJobs()
  expect(await shop.db.$count(refunds)).toBe(0)
})

test('a seller who does not answer in time has granted the refund', async () => {
  const { decline, grant, token } = await askSeller()

  await endTime()

  expect(await decline()).toMatchObject({ status: 409 })
  expect(await grant()).toMatchObject({ status: 409 })
  await shop.waitForOrderState(token, 'refunded')
  const mail = await shop.waitForMail(BUYER, /^Te vamos a devolver el dinero: /)
  expect(mail.text).toContain('no respondió a tiempo')
})

test('the first of two answers at once counts', async () => {
  const { decline, grant } = await askSeller()

  const answers = await Promise.all([decline(), grant()])

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 409]))
})

test('a stranger cannot answer, and a refused request needs a reason', async () => {
  const { orderId, seller } = await askSeller()
  const stranger = await shop.seller()
  const params = { orderId }

  expect(await stranger.call(grantWithdrawal, { params })).toMatchObject({ status: 404 })
  expect(await seller.call(declineWithdrawal, { params, body: { reason: '  ' } })).toMatchObject({
    status: 400,
    issues: [{ path: 'reason' }],
  })
  expect(expectOk(await stranger.call(listWithdrawals, {})).withdrawals).toEqual([])
})

test('a chargeback ends a request that the seller has not answered', async () => {
  const { paymentId, token, grant } = await askSeller()

  await shop.provider.changePayment(paymentId, 'chargeback')
  await shop.waitForOrderState(token, 'charged_back')

  expect((await readWithdrawal(shop, token)).withdrawal).toMatchObject({ state: 'disputed' })
  expect(await grant()).toMatchObject({ status: 409 })
})
