import { and, eq, gt } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { jobs, payments, refunds, withdrawals } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { createPaidOrder, createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import {
  WITHDRAWAL_CODE,
  findSubjects,
  sendWithdrawalForm,
  waitForWithdrawalState,
  withdraw,
} from '#tools/test-app/withdrawals.ts'

const BUYER = 'buyer@mail.test'

const shop = useTestApp()
afterEach(() => shop.setMailFault('none'))

/** Makes the next attempt of every job due now. */
const makeJobsDue = () => shop.db.update(jobs).set({ runAt: new Date() })

const waitForFailedJob = (kind: string) =>
  expect
    .poll(() => shop.db.$count(jobs, and(eq(jobs.kind, kind), gt(jobs.attempts, 0))), {
      timeout: 15_000,
    })
    .toBeGreaterThan(0)

test('both withdrawal forms answer with a code while the mail service is down, and each email is sent once afterwards', async () => {
  const { token } = await createPaidOrder(shop)
  await shop.setMailFault('down')

  const code = await sendWithdrawalForm(shop, BUYER)
  const answer = expectOk(await withdraw(shop, token))

  expect(code).toMatch(WITHDRAWAL_CODE)
  expect(answer.withdrawal).toMatchObject({ code })
  await shop.waitForOrderState(token, 'refunded')
  await waitForFailedJob('send_email')
  const mailsOfWithdrawal = /arrepentimiento|Te vamos a devolver|Te devolvimos/
  const before = (await shop.listMails(BUYER)).map(({ subject }) => subject)
  expect(before.filter(subject => mailsOfWithdrawal.test(subject))).toEqual([])
  await shop.setMailFault('none')
  await makeJobsDue()

  await shop.waitForMail(BUYER, /^Te devolvimos el dinero: /)
  await makeJobsDue()
  const subjects = await findSubjects(shop, BUYER, mailsOfWithdrawal)
  expect(
    subjects.map(subject => subject.split(':')[0]).toSorted((a, b) => a!.localeCompare(b!)),
  ).toEqual([
    'Te devolvimos el dinero',
    'Te vamos a devolver el dinero',
    'Tu código de arrepentimiento',
  ])
  expect(await shop.db.$count(withdrawals)).toBe(1)
  await expectCleanInvariants(shop)
})

test('a withdrawal is kept while the provider is down, and its refund is made once afterwards', async () => {
  const { paymentId, token } = await createPaidOrder(shop)
  await shop.provider.addFault({ path: '/v1/payments', status: 503, times: 1000 })

  const { code } = expectOk(await withdraw(shop, token)).withdrawal!

  await waitForFailedJob('refund_payment')
  expect((await shop.readOrder(token)).state).toBe('approved')
  expect(expectOk(await withdraw(shop, token)).withdrawal).toMatchObject({
    code,
    state: 'refunding',
  })
  await shop.provider.clearFaults()
  await makeJobsDue()
  await shop.waitForOrderState(token, 'refunded')
  await waitForWithdrawalState(shop, token, 'refunded')
  const made = (await shop.provider.readLedger()).refunds as { payment_id: number }[]
  expect(made.filter(entry => String(entry.payment_id) === paymentId)).toHaveLength(1)
  expect(await shop.db.select().from(refunds)).toMatchObject([{ state: 'done', reason: code }])
  await expectCleanInvariants(shop)
})

test('a voucher of a withdrawn order is kept while the provider is down, and canceled afterwards', async () => {
  const { preferenceId, token } = await createUnpaidOrder(shop)
  await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
  await shop.waitForOrderState(token, 'pending')
  await shop.waitForJobs()
  await shop.provider.addFault({ path: '/v1/payments', status: 503, times: 1000 })

  expect(expectOk(await withdraw(shop, token)).withdrawal).toMatchObject({ state: 'canceling' })

  await waitForFailedJob('follow_withdrawal')
  await shop.provider.clearFaults()
  await makeJobsDue()
  await waitForWithdrawalState(shop, token, 'canceled')
  expect(await shop.db.select().from(payments)).toMatchObject([{ status: 'cancelled' }])
  expect(await shop.db.$count(refunds)).toBe(0)
  await expectCleanInvariants(shop)
})
