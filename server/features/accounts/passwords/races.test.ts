import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { requestEmailChange, deleteAccount, getUser } from '#contract/accounts/user.ts'
import { login } from '#contract/accounts/sessions.ts'
import { recoverPassword, resetPassword } from '#contract/accounts/passwords.ts'
import { getMercadoPagoAuthUrl } from '#contract/payment-accounts.ts'
import { accountTokens, paymentAccounts, sessions, users } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { listWaitingQueries } from '#tools/database/waiting-queries.ts'
import { PASSWORD, type TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { runTransaction } from '#server/db/transaction.ts'

const shop = useTestApp()

const NEW_PASSWORD = 'Otra-Clave-77'
const email = 'ana@mail.test'

/** Waits until the given number of database connections wait for a lock. */
const waitForBlocked = (count: number) =>
  expect.poll(() => listWaitingQueries(shop.database)).toHaveLength(count)

/** Holds the lock of the account's row until all calls have queued for it, so that they run in the given sequence. */
async function queueAtAccountRow<T extends unknown[]>(
  ...calls: { [I in keyof T]: () => Promise<T[I]> }
): Promise<T> {
  const results: Promise<unknown>[] = []
  await runTransaction(shop.db, async tx => {
    await tx.select().from(users).where(eq(users.email, email)).for('update')
    for (const call of calls) {
      results.push(call())
      await waitForBlocked(results.length)
    }
  })
  return (await Promise.all(results)) as T
}

async function createResetToken(): Promise<string> {
  expectOk(await shop.visitor().call(recoverPassword, { body: { email } }))
  return shop.waitForLinkToken(email, 'reset')
}
const reset = (token: string) =>
  shop.visitor().call(resetPassword, {
    body: { token, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD },
  })

describe('simultaneous password reset', () => {
  test('a login with the old password fails if it is still running when the password is reset', async () => {
    await shop.creator(email)
    const token = await createResetToken()
    const thief = shop.visitor()

    const [resetResult, loginResult] = await queueAtAccountRow(
      () => reset(token),
      () => thief.call(login, { body: { email, password: PASSWORD } }),
    )

    expect(resetResult).toMatchObject({ status: 204 })
    expect(loginResult).toMatchObject({ status: 401, code: 'ERROR_AUTH_USER_NOT_AUTHORIZED' })
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
  ])(
    '%s with the old password is rejected if it is still running when the password is reset',
    async (_, attempt) => {
      const thief = await shop.creator(email)
      const token = await createResetToken()

      const [resetResult, attemptResult] = await queueAtAccountRow(
        () => reset(token),
        () => attempt(thief),
      )

      expect(resetResult).toMatchObject({ status: 204 })
      expect(attemptResult).toMatchObject({ code: 'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD' })
      expect(await shop.db.$count(accountTokens, eq(accountTokens.purpose, 'email_change'))).toBe(0)
      expect(
        await shop.visitor().call(login, { body: { email, password: NEW_PASSWORD } }),
      ).toMatchObject({
        ok: true,
      })
    },
  )
})

test('a MercadoPago account is not linked to an account that is closed meanwhile', async () => {
  const ana = await shop.creator(email)
  const { authURL } = expectOk(await ana.call(getMercadoPagoAuthUrl, {}))
  const consent = await fetch(authURL, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: 'allow', user_id: 'new' }),
  })
  await consent.text()

  const [, back] = await queueAtAccountRow(
    () => ana.call(deleteAccount, { body: { password: PASSWORD } }),
    () => ana.request(consent.headers.get('location')!),
  )
  await back.text()

  expect(back.headers.get('location')).toContain('outcome=failed')
  expect(await shop.db.$count(paymentAccounts)).toBe(0)
})
