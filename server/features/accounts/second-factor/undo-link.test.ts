import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { removeTotp, undoSecondFactor } from '#contract/accounts/second-factors.ts'
import { login } from '#contract/accounts/sessions.ts'
import { getUser } from '#contract/accounts/user.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import {
  accountTokens,
  passkeys,
  sessions,
  totpAuthenticators,
  users,
} from '#server/db/schema/index.ts'
import { addAuthenticatorApp, listEventKinds } from '#tools/test-app/second-factors.ts'
import { PASSWORD, type TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let owner: Awaited<ReturnType<TestApp['creator']>>
beforeEach(async () => {
  owner = await shop.creator()
})

const undo = (token: string) => shop.visitor().call(undoSecondFactor, { params: { token } })
const signIn = () =>
  shop.visitor().call(login, { body: { email: owner.email, password: PASSWORD } })
const waitForUndoToken = () => shop.waitForLinkToken(owner.email, 'undo-second-factor')
const REFUSED = { status: 400, code: 'ERROR_INVALID_OR_EXPIRED_TOKEN' }

test('the email about a first second factor has a link that removes it and ends all sessions, once', async () => {
  await addAuthenticatorApp(owner)
  const token = await waitForUndoToken()

  const [first, second] = await Promise.all([undo(token), undo(token)])

  expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([204, 400])
  expect(await owner.call(getUser, {})).toMatchObject({ status: 401 })
  expect(await shop.db.$count(totpAuthenticators)).toBe(0)
  expect(await signIn()).toMatchObject({ ok: true, body: { email: owner.email } })
  await shop.waitForMail(owner.email, /Quitaste/)
})

test('the page of the link changes nothing until the call is made', async () => {
  await addAuthenticatorApp(owner)
  const token = await waitForUndoToken()

  const opened = await shop.visitor().request(`/api/public/second-factors/undo/${token}`)

  expect(opened.status).toBe(404)
  expect(await shop.db.$count(totpAuthenticators)).toBe(1)
})

test('the link removes only the factor that its email is about', async () => {
  await addAuthenticatorApp(owner)
  const token = await waitForUndoToken()
  await shop.db.execute(sql`insert into passkeys (user_id, credential_id, public_key, user_handle,
      counter, transports, is_synced, name, created_at)
    select id, 'c', 'k', 'h', 0, '{}', false, 'Mi llave', now() + interval '1 second' from users`)

  expect(await undo(token)).toMatchObject({ status: 204 })

  expect(await shop.db.$count(totpAuthenticators)).toBe(0)
  expect(await shop.db.$count(passkeys)).toBe(1)
  expect((await shop.db.select().from(users))[0]!.secondFactorSince).not.toBeNull()
})

test('the link does not remove another authenticator app that was added later', async () => {
  await addAuthenticatorApp(owner)
  const token = await waitForUndoToken()
  await owner.call(removeTotp, {})
  await addAuthenticatorApp(owner)

  expect(await undo(token)).toMatchObject(REFUSED)

  expect(await shop.db.$count(totpAuthenticators)).toBe(1)
  expect(await owner.call(getUser, {})).toMatchObject({ ok: true })
})

test('the link no longer works after 72 hours', async () => {
  await addAuthenticatorApp(owner)
  const token = await waitForUndoToken()
  const [row] = (await shop.db.select().from(accountTokens)).filter(
    ({ purpose }) => purpose === 'undo_second_factor',
  )
  const hours = (row!.expiresAt.getTime() - row!.createdAt.getTime()) / HOUR_MS
  await shop.db.update(accountTokens).set({ expiresAt: new Date(0) })

  expect(hours).toBeCloseTo(72, 1)
  expect(await undo(token)).toMatchObject(REFUSED)
  expect(await shop.db.$count(totpAuthenticators)).toBe(1)
})

test('a factor that is added to an account protected for longer has no link', async () => {
  await shop.db.execute(sql`insert into passkeys (user_id, credential_id, public_key, user_handle,
      counter, transports, is_synced, name)
    select id, 'c', 'k', 'h', 0, '{}', false, 'Mi llave' from users`)
  await shop.db.update(users).set({ secondFactorSince: sql`now() - interval '73 hours'` })
  await shop.db.update(sessions).set({ factorConfirmedAt: sql`now()` })

  await addAuthenticatorApp(owner)

  const mail = await shop.waitForMail(owner.email, /Agregaste una app de autenticación/)
  expect(mail.text).not.toContain('undo-second-factor')
  expect(await listEventKinds(owner)).toContain('totp_added')
})
