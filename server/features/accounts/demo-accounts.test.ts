import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { getUser } from '#contract/accounts/user.ts'
import { users } from '#server/db/schema/index.ts'
import { PASSWORD } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { suspendDemoAccounts } from './demo-accounts.ts'

const DEMO_EMAIL = 'marta@kiosko.test'

const shop = useTestApp()

test('nobody can sign in to an account of the demo data, and no other account is suspended', async () => {
  const marta = await shop.creator(DEMO_EMAIL)
  const other = await shop.creator('marta@kiosko.test.example')

  expect(await suspendDemoAccounts(shop.db)).toEqual([DEMO_EMAIL])

  expect((await marta.call(getUser, {})).ok).toBe(false)
  const body = { email: DEMO_EMAIL, password: PASSWORD }
  expect((await shop.visitor().call(login, { body })).ok).toBe(false)
  expect((await other.call(getUser, {})).ok).toBe(true)
  expect(await suspendDemoAccounts(shop.db)).toEqual([])
})

test.each([
  ['without a password and without Google', { passwordHash: null }],
  ['that is suspended', { suspendedAt: new Date() }],
  ['that is closed', { closedAt: new Date() }],
])('a demo account %s stays as it is', async (_, changes) => {
  await shop.creator(DEMO_EMAIL)
  await shop.db.update(users).set(changes).where(eq(users.email, DEMO_EMAIL))

  expect(await suspendDemoAccounts(shop.db)).toEqual([])
})
