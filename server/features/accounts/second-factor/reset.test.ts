import { expect, test } from 'vitest'
import { signInWithPasskey, startPasskeySignIn } from '#contract/accounts/passkeys.ts'
import { cancelSecondFactorReset, listSecondFactors } from '#contract/accounts/second-factors.ts'
import { completeStepWithRecoveryCode } from '#contract/accounts/second-step.ts'
import { listSecurityEvents, login } from '#contract/accounts/sessions.ts'
import { recoverPassword, resetPassword } from '#contract/accounts/passwords.ts'
import { getUser } from '#contract/accounts/user.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import { listNotifications } from '#contract/notifications.ts'
import { adminActions, jobs, secondFactorResets, users } from '#server/db/schema/index.ts'
import { requestReset } from '#server/features/admin/command-line/second-factor-reset.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { PASSWORD } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import {
  addAuthenticatorApp,
  addSoftwarePasskey,
  takeFirstStep,
} from '#tools/test-app/second-factors.ts'

const shop = useTestApp()

async function protectedAccount() {
  const owner = await shop.creator()
  return { owner, email: owner.email, ...(await addAuthenticatorApp(owner)) }
}

/** Lets the waiting time of all requested removals pass, as the worker and the service see it. */
async function letWaitingTimePass(): Promise<void> {
  await shop.db.update(secondFactorResets).set({ effectiveAt: new Date(Date.now() - 1000) })
  await shop.db.update(jobs).set({ runAt: new Date() })
}

const needsSecondStep = async (email: string): Promise<boolean> => {
  const answer = await shop.visitor().call(login, { body: { email, password: PASSWORD } })
  return expectOk(answer).secondStep !== undefined
}

test('a new password by email does not remove the second factor', async () => {
  const { email } = await protectedAccount()
  await shop.visitor().call(recoverPassword, { body: { email } })
  const token = await shop.waitForLinkToken(email, 'reset')
  const password = 'Otra-Puerta-27'
  const body = { token, password, confirm_password: password }
  expect(await shop.visitor().call(resetPassword, { body })).toMatchObject({ ok: true })

  const browser = shop.visitor()
  expect(await browser.call(login, { body: { email, password } })).toMatchObject({
    body: { secondStep: { methods: ['totp', 'recovery_code'] } },
  })
  expect(await browser.call(getUser, {})).toMatchObject({ status: 401 })
})

test('the operator can have all second factors removed after 72 hours, and the user is told at once', async () => {
  const { owner, email } = await protectedAccount()

  expect(await requestReset(shop.db, ` ${email.toUpperCase()} `)).toBe('requested')
  await shop.waitForMail(email, /Se pidió quitar tu verificación en dos pasos/)

  const { resetAt } = expectOk(await owner.call(listSecondFactors, {}))
  const hours = (new Date(resetAt!).getTime() - Date.now()) / HOUR_MS
  expect(hours).toBeGreaterThan(71.9)
  expect(hours).toBeLessThan(72.1)
  expect(await needsSecondStep(email)).toBe(true)
  expect(await shop.db.select().from(adminActions)).toMatchObject([
    { action: 'request_second_factor_reset', adminId: null, target: 'user' },
  ])
  expect(await owner.call(listNotifications, { query: {} })).toMatchObject({
    body: { notifications: [{ kind: 'second_factor', secondFactor: 'reset_requested' }, {}] },
  })

  await letWaitingTimePass()
  await shop.waitForMail(email, /Se quitó tu verificación en dos pasos/)
  expect(await owner.call(getUser, {})).toMatchObject({ status: 401 })
  expect(await needsSecondStep(email)).toBe(false)
})

test('a request is repeated without a second email and does not start the waiting time again', async () => {
  const { owner, email } = await protectedAccount()
  await requestReset(shop.db, email)
  await shop.waitForMail(email, /Se pidió quitar/)
  const before = expectOk(await owner.call(listSecondFactors, {})).resetAt

  await requestReset(shop.db, email)
  await shop.waitForJobs()

  expect(expectOk(await owner.call(listSecondFactors, {})).resetAt).toBe(before)
  const mails = await shop.listMails(email)
  expect(mails.filter(({ subject }) => /Se pidió quitar/.test(subject))).toHaveLength(1)
})

test('a sign-in with a second factor cancels the request', async () => {
  const { email, recoveryCodes } = await protectedAccount()
  await requestReset(shop.db, email)
  await shop.waitForMail(email, /Se pidió quitar/)

  const browser = await takeFirstStep(shop.visitor(), email)
  const body = { recoveryCode: recoveryCodes[0]! }
  expectOk(await browser.call(completeStepWithRecoveryCode, { body }))
  await shop.waitForMail(email, /Se canceló el pedido/)

  await letWaitingTimePass()
  await shop.waitForJobs()
  expect(await needsSecondStep(email)).toBe(true)
  const { events } = expectOk(await browser.call(listSecurityEvents, {}))
  expect(events.map(({ kind }) => kind)).toContain('second_factor_reset_cancelled')
})

test('the user can cancel the request in an open session', async () => {
  const { owner, email } = await protectedAccount()
  await requestReset(shop.db, email)
  await shop.waitForMail(email, /Se pidió quitar/)

  expect(await owner.call(cancelSecondFactorReset, {})).toMatchObject({ status: 204 })

  await letWaitingTimePass()
  await shop.waitForJobs()
  expect(await needsSecondStep(email)).toBe(true)
  expect(await owner.call(listSecondFactors, {})).toMatchObject({ body: { resetAt: null } })
})

test('a stranger who has added the second factor cannot cancel the request while the account is suspended', async () => {
  const stranger = await shop.creator()
  const { authenticator } = await addSoftwarePasskey(stranger)
  await shop.db.update(users).set({ suspendedAt: new Date() })
  await requestReset(shop.db, stranger.email)
  await shop.waitForMail(stranger.email, /Se pidió quitar/)

  const browser = shop.visitor()
  const options = expectOk(await browser.call(startPasskeySignIn, {}))
  const passkey = authenticator.get(options)
  for (const answer of [
    await browser.call(signInWithPasskey, { body: { passkey } }),
    await stranger.call(cancelSecondFactorReset, {}),
  ])
    expect(answer).toMatchObject({ status: 403, code: 'ERROR_USER_SUSPENDED' })

  await letWaitingTimePass()
  await shop.waitForMail(stranger.email, /Se quitó tu verificación en dos pasos/)
})

test('a request for an unknown account or for one without a second factor changes nothing', async () => {
  const { email } = await shop.creator()

  expect(await requestReset(shop.db, 'nobody@kiosko.test')).toBe('unknown')
  expect(await requestReset(shop.db, email)).toBe('none')

  expect(await shop.db.select().from(secondFactorResets)).toEqual([])
  expect(await shop.db.select().from(adminActions)).toEqual([])
})
