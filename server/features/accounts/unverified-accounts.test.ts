import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { register } from '#contract/accounts/registration.ts'
import { daysAgo } from '#contract/core/time.ts'
import { users } from '#server/db/schema/index.ts'
import { PASSWORD } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

const registerStranger = (email: string) =>
  shop.visitor().call(register, {
    body: { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true },
  })
const changeUser = (email: string, days: number, changes = {}) =>
  shop.db
    .update(users)
    .set({ createdAt: daysAgo(days), ...changes })
    .where(eq(users.email, email))
const listEmails = async () => (await shop.db.select().from(users)).map(({ email }) => email)

test('an account that nobody verifies is deleted after 30 days, and its address can be registered again', async () => {
  const seller = await shop.seller()
  for (const name of ['old', 'recent', 'suspended']) await registerStranger(`${name}@mail.test`)
  await changeUser(seller.email, 400)
  await changeUser('old@mail.test', 31)
  await changeUser('recent@mail.test', 29)
  await changeUser('suspended@mail.test', 31, { suspendedAt: new Date() })

  await shop.runSchedule('purge')

  expect((await listEmails()).toSorted()).toEqual(
    ['recent@mail.test', 'suspended@mail.test', seller.email].toSorted(),
  )
  expect(await registerStranger('old@mail.test')).toMatchObject({ status: 201 })
})

test('more unverified accounts than one batch are deleted in one run', async () => {
  const createdAt = daysAgo(31)
  await shop.db
    .insert(users)
    .values(
      Array.from({ length: 1001 }, (_, index) => ({ email: `a${index}@mail.test`, createdAt })),
    )

  await shop.runSchedule('purge')

  expect(await listEmails()).toEqual([])
})
