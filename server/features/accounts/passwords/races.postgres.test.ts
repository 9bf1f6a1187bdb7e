import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestEmailChange, deleteAccount, getUser } from '#contract/accounts/user.ts'
import { login } from '#contract/accounts/sessions.ts'
import { recoverPassword, resetPassword } from '#contract/accounts/passwords.ts'
import { getMercadoPagoAuthUrl } from '#contract/payment-accounts.ts'
import { accountTokens, paymentAccounts, sessions, users } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const NEW = 'Otra-Clave-77'
const email = 'ana@mail.test'

/** Waits until so many connections stand before a row that somebody else holds. */
const inQueue = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await shop.db.execute<{ waiting: number }>(
        sql`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]!.waiting
    })
    .toBe(count)

/** Begins each of these in turn, once the one before stands at the account's row; then lets them go. */
async function inTurn<T extends unknown[]>(
  ...works: { [I in keyof T]: () => Promise<T[I]> }
): Promise<T> {
  const begun: Promise<unknown>[] = []
  await shop.db.transaction(async tx => {
    await tx.select().from(users).where(eq(users.email, email)).for('update')
    for (const work of works) {
      begun.push(work())
      await inQueue(begun.length)
    }
  })
  return (await Promise.all(begun)) as T
}

async function linkToReset(): Promise<string> {
  expectOk(await shop.visitor().call(recoverPassword, { body: { email } }))
  return shop.tokenFor(email, 'reset')
}
const reset = (token: string) =>
  shop.visitor().call(resetPassword, { body: { token, password: NEW, confirm_password: NEW } })

describe('while the owner chooses another password', () => {
  test('a log-in with the old one that is under way does not get in', async () => {
    await shop.creator(email)
    const token = await linkToReset()
    const thief = shop.visitor()

    const [chosen, entered] = await inTurn(
      () => reset(token),
      () => thief.call(login, { body: { email, password: PASSWORD } }),
    )

    expect(chosen).toMatchObject({ status: 204 })
    expect(entered).toMatchObject({ status: 401, code: 'ERROR_AUTH_USER_NOT_AUTHORIZED' })
    expect(await thief.call(getUser, {})).toMatchObject({ status: 401 })
    expect(await shop.db.$count(sessions)).toBe(0)
  })

  test.each([
    [
      'a change of email',
      (thief: Awaited<ReturnType<TestApp['creator']>>) =>
        thief.call(requestEmailChange, {
          body: { newEmail: 'thief@mail.test', password: PASSWORD },
        }),
    ],
    [
      'closing the account',
      (thief: Awaited<ReturnType<TestApp['creator']>>) =>
        thief.call(deleteAccount, { body: { password: PASSWORD } }),
    ],
  ])('%s with the old one that is under way is refused', async (_, attempt) => {
    const thief = await shop.creator(email)
    const token = await linkToReset()

    const [chosen, refused] = await inTurn(
      () => reset(token),
      () => attempt(thief),
    )

    expect(chosen).toMatchObject({ status: 204 })
    expect(refused).toMatchObject({ code: 'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD' })
    expect(await shop.db.$count(accountTokens, eq(accountTokens.purpose, 'email_change'))).toBe(0)
    expect(await shop.visitor().call(login, { body: { email, password: NEW } })).toMatchObject({
      ok: true,
    })
  })
})

test('an account that closes while MercadoPago is being linked is not linked', async () => {
  const ana = await shop.creator(email)
  const { authURL } = expectOk(await ana.call(getMercadoPagoAuthUrl, {}))
  const consent = await fetch(authURL, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: 'allow', user_id: 'new' }),
  })
  await consent.text()

  const [, back] = await inTurn(
    () => ana.call(deleteAccount, { body: { password: PASSWORD } }),
    () => ana.request(consent.headers.get('location')!),
  )
  await back.text()

  expect(back.headers.get('location')).toContain('outcome=failed')
  expect(await shop.db.$count(paymentAccounts)).toBe(0)
})
