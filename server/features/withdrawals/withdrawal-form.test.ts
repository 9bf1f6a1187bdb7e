import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { daysAgo } from '#contract/core/time.ts'
import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import { requestWithdrawal } from '#contract/withdrawals.ts'
import {
  downloadGrants,
  orders,
  refunds,
  withdrawalRequests,
  withdrawals,
} from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createPaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import {
  WITHDRAWAL_CODE,
  findSubjects,
  readWithdrawal,
  sendWithdrawalForm,
  withdraw,
} from '#tools/test-app/withdrawals.ts'
import { computePeriodEnd } from './rules/period.ts'

const BUYER = 'buyer@mail.test'
const REQUESTED = /^Tu código de arrepentimiento: /

const shop = useTestApp()

/** Moves the delivery of every order into the past. */
const age = async (days: number) => {
  const moment = daysAgo(days)
  await shop.db.update(orders).set({ approvedAt: moment, createdAt: moment })
  await shop.db.update(downloadGrants).set({ grantedAt: moment })
}

/**
 * Moves the delivery of every order back until its period of ten days has just ended: a period that would end at a
 * weekend lasts until Monday.
 * @returns the end of the period
 */
async function ageUntilPeriodIsOver(): Promise<Date> {
  const { timeZone } = BUYER_TIME_ZONES.ARS
  for (let days = 10; ; days += 1) {
    const endedAt = computePeriodEnd(daysAgo(days), 10, timeZone)
    if (endedAt > new Date()) continue
    await age(days)
    return endedAt
  }
}

describe('the public form', () => {
  test('the public withdrawal form answers with a code and emails it with a link that withdraws', async () => {
    const { orderId, token } = await createPaidOrder(shop)
    const { number } = await shop.readOrder(token)

    const code = await sendWithdrawalForm(shop, `  ${number.toLowerCase().replace('-', ' ')} `)

    expect(code).toMatch(WITHDRAWAL_CODE)
    const mail = await shop.waitForMail(BUYER, REQUESTED)
    expect(mail.subject).toContain(code)
    expect(mail.text).toContain(`${shop.origin}/order/${token}#withdrawal`)
    expect(await shop.db.$count(withdrawals)).toBe(0)
    expect(expectOk(await withdraw(shop, token)).withdrawal).toMatchObject({ code })
    await shop.waitForOrderState(token, 'refunded')
    expect(await shop.db.$count(refunds, eq(refunds.orderId, orderId))).toBe(1)
  })

  test('the public withdrawal form finds the orders of an email address, and lists each of them', async () => {
    const first = await createPaidOrder(shop)
    const second = await createPaidOrder(shop)

    await sendWithdrawalForm(shop, ' Buyer@Mail.test ')

    const mail = await shop.waitForMail(BUYER, REQUESTED)
    for (const { token } of [first, second])
      expect(mail.text).toContain(`/order/${token}#withdrawal`)
  })

  test('emails the address of the order, not the address of the visitor who knows its number', async () => {
    const { token } = await createPaidOrder(shop)
    const { number } = await shop.readOrder(token)
    await sendWithdrawalForm(shop, number)
    await shop.waitForMail(BUYER, REQUESTED)
    expect(await findSubjects(shop, BUYER, REQUESTED)).toHaveLength(1)
  })

  test.each([['nobody@mail.test'], ['K7M3-2QRD']])(
    'the public withdrawal form answers %s, which has no order, in the same form, and emails nobody',
    async contact => {
      await createPaidOrder(shop)
      expect(await sendWithdrawalForm(shop, contact)).toMatch(WITHDRAWAL_CODE)
      await shop.waitForJobs()
      expect(await shop.listMails('nobody@mail.test')).toEqual([])
      expect(await findSubjects(shop, BUYER, REQUESTED)).toEqual([])
    },
  )

  test.each([['hola'], [''], ['K7M3'], ['a@'], ['x'.repeat(101)]])(
    'the public withdrawal form refuses %o, which is neither an address nor a number',
    async contact => {
      const answer = await shop.visitor().call(requestWithdrawal, { body: { contact } })
      expect(answer).toMatchObject({ status: 400, issues: [{ path: 'contact' }] })
    },
  )

  test('the public withdrawal form answers twenty equal requests at once with one code and one email', async () => {
    await createPaidOrder(shop)

    const codes = await Promise.all(
      Array.from({ length: 20 }, () => sendWithdrawalForm(shop, BUYER)),
    )

    expect(new Set(codes).size).toBe(1)
    expect(await findSubjects(shop, BUYER, REQUESTED)).toHaveLength(1)
    expect(await shop.db.$count(withdrawalRequests)).toBe(1)
  })

  test('the public withdrawal form lets a buyer in time who confirms within three days', async () => {
    const { token } = await createPaidOrder(shop)
    const endedAt = await ageUntilPeriodIsOver()
    expect((await readWithdrawal(shop, token)).option).toBe('answer')
    await sendWithdrawalForm(shop, BUYER)
    // In the middle of the time that is both within the period and within three days before now.
    const askedAt = new Date((endedAt.getTime() + daysAgo(3).getTime()) / 2)
    await shop.db.update(withdrawalRequests).set({ askedAt })

    expect((await readWithdrawal(shop, token)).option).toBe('refund')
  })

  test('the public withdrawal form does not lengthen the period of a buyer who confirms later', async () => {
    const { token } = await createPaidOrder(shop)
    await ageUntilPeriodIsOver()
    await sendWithdrawalForm(shop, BUYER)
    await shop.db.update(withdrawalRequests).set({ askedAt: daysAgo(3.1) })

    expect((await readWithdrawal(shop, token)).option).toBe('answer')
  })
})
