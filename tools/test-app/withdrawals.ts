import { isNull } from 'drizzle-orm'
import {
  type OrderWithdrawal,
  getOrderWithdrawal,
  requestWithdrawal,
  withdrawFromOrder,
} from '#contract/withdrawals.ts'
import { withdrawals } from '#server/db/schema/index.ts'
import { expectOk } from '../api-client/creator.ts'
import type { TestApp } from './test-app.ts'

/** The form of a withdrawal code. */
export const WITHDRAWAL_CODE = /^A-[2-9A-Z]{4}-[2-9A-Z]{4}$/

/** Sends the public form. Resolves to the code. */
export async function sendWithdrawalForm(shop: TestApp, contact: string): Promise<string> {
  return expectOk(await shop.visitor().call(requestWithdrawal, { body: { contact } })).code
}

/** Withdraws from an order on its page, which need not be possible. */
export const withdraw = (shop: TestApp, token: string) =>
  shop.visitor().call(withdrawFromOrder, { params: { token } })

export async function readWithdrawal(shop: TestApp, token: string): Promise<OrderWithdrawal> {
  return expectOk(await shop.visitor().call(getOrderWithdrawal, { params: { token } }))
}

/** Makes the next examination and the next refund of all withdrawals due, and examines them. */
export async function followWithdrawals(shop: TestApp): Promise<void> {
  const past = new Date(Date.now() - 1)
  await shop.db.update(withdrawals).set({ nextAt: past, retryAt: past })
  await shop.runSchedule('follow_withdrawals')
}

/** Waits until the order page shows a state of the withdrawal, which is examined again and again meanwhile. */
export const waitForWithdrawalState = (shop: TestApp, token: string, state: string) =>
  waitWhileExamining(
    shop,
    async () => (await readWithdrawal(shop, token)).withdrawal?.state === state,
  )

/** Waits until a condition holds. Withdrawals are examined at once, not at the next time of their schedule. */
export async function waitWhileExamining(
  shop: TestApp,
  isReached: () => Promise<boolean>,
): Promise<void> {
  const isOpen = isNull(withdrawals.endedAt)
  while (!(await isReached())) {
    await shop.db
      .update(withdrawals)
      .set({ nextAt: new Date(Date.now() - 1000) })
      .where(isOpen)
    await shop.runSchedule('follow_withdrawals')
  }
}

/** Waits until no job is due. Resolves to the subjects of the emails to an address that match. */
export async function findSubjects(shop: TestApp, to: string, pattern: RegExp): Promise<string[]> {
  await shop.waitForJobs()
  const mails = await shop.listMails(to)
  return mails.map(({ subject }) => subject).filter(subject => pattern.test(subject))
}
