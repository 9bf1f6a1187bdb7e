import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { recoverPassword } from '#contract/accounts/passwords.ts'
import { register } from '#contract/accounts/registration.ts'
import { listSecondFactors } from '#contract/accounts/second-factors.ts'
import { listSecurityEvents, login } from '#contract/accounts/sessions.ts'
import {
  confirmEmailChange,
  getUser,
  requestEmailChange,
  undoEmailChange,
} from '#contract/accounts/user.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { getPaymentAccount } from '#contract/payment-accounts.ts'
import { accountTokens } from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { addAuthenticatorApp } from '#tools/test-app/second-factors.ts'
import { PASSWORD } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

const OWN_EMAIL = 'ana@mail.test'
const THIEF_EMAIL = 'ladron@mail.test'
const THIEF_ACCOUNT = '2147483645'
const NEW_PASSWORD = 'Otra-Puerta-27'

async function createSeller(): Promise<ApiClient> {
  const owner = await shop.creator(OWN_EMAIL)
  expect(await shop.linkMercadoPago(owner)).toContain('outcome=linked')
  return owner
}

/** Changes the email of an account, by its password and the link in the new mailbox. */
async function changeEmail(client: ApiClient, to: string): Promise<void> {
  expectOk(await client.call(requestEmailChange, { body: { newEmail: to, password: PASSWORD } }))
  const token = await shop.waitForLinkToken(to, 'confirm-email-change')
  expectOk(await client.call(confirmEmailChange, { params: { token } }))
}

/** Signs in as somebody who has learned the password of the owner, and changes the email. */
async function stealAccount(): Promise<ApiClient> {
  const thief = shop.visitor()
  expectOk(await thief.call(login, { body: { email: OWN_EMAIL, password: PASSWORD } }))
  await changeEmail(thief, THIEF_EMAIL)
  return thief
}

const undo = (token: string, password = NEW_PASSWORD) =>
  shop.visitor().call(undoEmailChange, { params: { token }, body: { password } })

const waitForUndoToken = (email = OWN_EMAIL) => shop.waitForLinkToken(email, 'undo-email-change')

const signIn = (email: string, password: string) =>
  shop.visitor().call(login, { body: { email, password } })

test('the former address takes the account back from somebody who knew the password, with the payment account', async () => {
  const owner = await createSeller()
  const { collectorId } = expectOk(await owner.call(getPaymentAccount, {}))
  const thief = await stealAccount()
  expect(await owner.call(getUser, {})).toMatchObject({ status: 401 })
  expect(await shop.linkMercadoPago(thief, THIEF_ACCOUNT)).toContain('outcome=waiting')
  await addAuthenticatorApp(thief)

  const mail = await shop.waitForMail(OWN_EMAIL, /Tu email cambió/)
  expect(mail.text).toContain(THIEF_EMAIL)
  expect(await undo(await waitForUndoToken())).toMatchObject({ status: 204 })

  expect(await thief.call(getUser, {})).toMatchObject({ status: 401 })
  expect(await signIn(THIEF_EMAIL, PASSWORD)).toMatchObject({ status: 401 })
  expect(await signIn(OWN_EMAIL, PASSWORD)).toMatchObject({ status: 401 })
  const back = shop.visitor()
  expect(
    await back.call(login, { body: { email: OWN_EMAIL, password: NEW_PASSWORD } }),
  ).toMatchObject({ ok: true, body: { email: OWN_EMAIL } })
  expect(await back.call(getUser, {})).toMatchObject({ body: { email: OWN_EMAIL } })
  expect(await back.call(listSecondFactors, {})).toMatchObject({ body: { totpSince: null } })
  // Sales are closed until the owner has looked at the account that they had.
  const account = expectOk(await back.call(getPaymentAccount, {}))
  expect(account).toMatchObject({ state: 'unconfirmed', collectorId })
  expect(account.replacement).toBeNull()
  const { events } = expectOk(await back.call(listSecurityEvents, {}))
  expect(events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'totp_removed',
      'payment_account_change_undone',
      'payment_account_unconfirmed',
    ]),
  )
})

test('a second factor that the account had before stays', async () => {
  const owner = await shop.creator(OWN_EMAIL)
  await addAuthenticatorApp(owner)
  await changeEmail(owner, THIEF_EMAIL)

  expect(await undo(await waitForUndoToken())).toMatchObject({ ok: true })

  expect(await signIn(OWN_EMAIL, NEW_PASSWORD)).toMatchObject({ body: { secondStep: {} } })
})

test('notices about the account also go to the former address, and a payment account waits as long', async () => {
  await createSeller()
  const thief = await stealAccount()

  await shop.linkMercadoPago(thief, THIEF_ACCOUNT)

  for (const address of [THIEF_EMAIL, OWN_EMAIL])
    expect((await shop.waitForMail(address, /va a cambiar/)).text).toContain(THIEF_ACCOUNT)
  const { replacement } = expectOk(await thief.call(getPaymentAccount, {}))
  const days = (Date.parse(replacement!.activatesAt) - Date.now()) / DAY_MS
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThanOrEqual(7)
})

test('the recovery of a password by the former address sends the link again, which lives no longer for it', async () => {
  await shop.creator(OWN_EMAIL)
  await stealAccount()
  await waitForUndoToken()
  const until = sql`now() + interval '2 days'`
  await shop.db
    .update(accountTokens)
    .set({ expiresAt: until })
    .where(eq(accountTokens.purpose, 'undo_email_change'))

  expectOk(await shop.visitor().call(recoverPassword, { body: { email: OWN_EMAIL } }))

  const links = () =>
    shop.db.select().from(accountTokens).where(eq(accountTokens.purpose, 'undo_email_change'))
  await expect.poll(async () => (await links()).length).toBe(2)
  const [first, second] = await links()
  expect(second!.expiresAt).toEqual(first!.expiresAt)
  await shop.waitForJobs()
  const token = (await shop.listMails(OWN_EMAIL))
    .flatMap(({ text }) => /undo-email-change\/([\w-]+)/.exec(text)?.[1] ?? [])
    .at(-1)!
  expect(await undo(token)).toMatchObject({ ok: true })
})

test('nobody else can have the former address while it can be restored', async () => {
  await shop.creator(OWN_EMAIL)
  await stealAccount()
  const stranger = await shop.creator()
  const form = { email: OWN_EMAIL, password: PASSWORD, confirm_password: PASSWORD, tyc: true }

  expect(await shop.visitor().call(register, { body: form as never })).toMatchObject({
    code: 'ERROR_AUTH_USER_ALREADY_EXISTS',
  })
  expect(
    await stranger.call(requestEmailChange, { body: { newEmail: OWN_EMAIL, password: PASSWORD } }),
  ).toMatchObject({ code: 'ERROR_AUTH_USER_ALREADY_EXISTS' })
  expect(await undo(await waitForUndoToken())).toMatchObject({ ok: true })
})

test('the link of the first address wins after two changes, and ends the link of the second', async () => {
  await shop.creator(OWN_EMAIL)
  const thief = await stealAccount()
  await changeEmail(thief, 'otro@mail.test')
  const ofThief = await waitForUndoToken(THIEF_EMAIL)

  expect(await undo(await waitForUndoToken())).toMatchObject({ ok: true })

  expect(await undo(ofThief, 'Otra-Puerta-28')).toMatchObject({
    code: 'ERROR_INVALID_OR_EXPIRED_TOKEN',
  })
  expect(await signIn(OWN_EMAIL, NEW_PASSWORD)).toMatchObject({ ok: true })
})

test('the link works once, not with the password that was known, and not after seven days', async () => {
  const owner = await shop.creator(OWN_EMAIL)
  await changeEmail(owner, THIEF_EMAIL)
  const token = await waitForUndoToken()

  expect(await undo(token, PASSWORD)).toMatchObject({ code: 'ERROR_AUTH_PASSWORD_REUSE' })
  const answers = await Promise.all(Array.from({ length: 5 }, () => undo(token)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await undo(token, 'Otra-Puerta-28')).toMatchObject({
    code: 'ERROR_INVALID_OR_EXPIRED_TOKEN',
  })

  const other = await shop.creator('eva@mail.test')
  await changeEmail(other, 'eva.nueva@mail.test')
  const late = await waitForUndoToken('eva@mail.test')
  await shop.db.update(accountTokens).set({ expiresAt: sql`now()` })
  expect(await undo(late)).toMatchObject({ code: 'ERROR_INVALID_OR_EXPIRED_TOKEN' })
})
