import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/db/schema/index.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { refuseDemoAccounts } from './demo-accounts.ts'

const DEMO_EMAIL = 'marta@kiosko.test'

const shop = useTestApp()

test('production starts on a database without demo accounts', async () => {
  await shop.creator('marta@kiosko.test.example')
  await expect(refuseDemoAccounts(shop.db)).resolves.toBeUndefined()
})

test.each([
  ['with a password', { languagePreference: 'SPA' as const }, true],
  ['without a password and without Google', { passwordHash: null }, false],
  ['that is suspended', { suspendedAt: new Date() }, false],
  ['that is closed', { closedAt: new Date() }, false],
])('a demo account %s is judged by whether it can sign in', async (_, changes, isRefused) => {
  await shop.creator(DEMO_EMAIL)
  await shop.db.update(users).set(changes).where(eq(users.email, DEMO_EMAIL))

  const start = refuseDemoAccounts(shop.db)

  if (isRefused) await expect(start).rejects.toThrow(DEMO_EMAIL)
  else await expect(start).resolves.toBeUndefined()
})
