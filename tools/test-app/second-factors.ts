import { sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import {
  addPasskey,
  addTotp,
  startPasskeyRegistration,
  startTotpSetup,
} from '#contract/accounts/second-factors.ts'
import { completeStepWithCode } from '#contract/accounts/second-step.ts'
import { listSecurityEvents, login } from '#contract/accounts/sessions.ts'
import { sessions } from '#server/db/schema/index.ts'
import type { ApiClient } from '../api-client/api-client.ts'
import { PASSWORD, expectOk } from '../api-client/creator.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'
import type { TestApp } from './test-app.ts'

const PERIOD_MS = 30_000

/**
 * Returns the code that an authenticator app shows.
 * @param offset the number of periods of 30 seconds from now: each code is accepted once, and only after older codes
 */
export const showCode = (secret: string, offset = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + offset * PERIOD_MS })

/**
 * Adds an authenticator app to the account of a client with the code of the previous period. If the period ends between
 * the code and its check, the code is too old, and that of the next period is sent.
 */
export async function addAuthenticatorApp(
  client: ApiClient,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { setup, secret } = expectOk(await client.call(startTotpSetup, {}))
  client.leakDetector?.addSecret('totp secret', secret)
  const getPeriod = () => Math.floor(Date.now() / PERIOD_MS)
  const add = () => client.call(addTotp, { body: { setup, code: showCode(secret, -1) } })
  const period = getPeriod()
  let answer = await add()
  if (!answer.ok && getPeriod() > period) answer = await add()
  const { recoveryCodes } = expectOk(answer)
  return { secret, recoveryCodes: recoveryCodes ?? [] }
}

/** Adds a passkey to the account of a client. */
export async function addSoftwarePasskey(
  client: ApiClient,
  name = 'Laptop',
): Promise<{ authenticator: SoftwareAuthenticator; recoveryCodes: string[] }> {
  const authenticator = new SoftwareAuthenticator(client.origin)
  const options = expectOk(await client.call(startPasskeyRegistration, {}))
  const body = { name, passkey: authenticator.create(options) }
  const { recoveryCodes } = expectOk(await client.call(addPasskey, { body }))
  return { authenticator, recoveryCodes: recoveryCodes ?? [] }
}

/** Takes the first step of a sign-in, with the password, and returns the client that must take the second. */
export async function takeFirstStep(client: ApiClient, email: string): Promise<ApiClient> {
  const answer = expectOk(await client.call(login, { body: { email, password: PASSWORD } }))
  if (!answer.secondStep) throw new Error('there is no second step')
  return client
}

/** Creates an account with an authenticator app. */
export async function createProtectedAccount(shop: TestApp) {
  const owner = await shop.creator()
  return { owner, email: owner.email, ...(await addAuthenticatorApp(owner)) }
}

/** Takes the second step of a sign-in with a code of the authenticator app. */
export const sendCode = (client: ApiClient, code: string, rememberDevice = false) =>
  client.call(completeStepWithCode, { body: { code, rememberDevice } })

/** Makes the proofs of identity of all sessions too old for calls that need a recent one. */
export async function outdateProofs({ db }: Pick<TestApp, 'db'>): Promise<void> {
  await db.update(sessions).set({
    confirmedAt: sql`${sessions.confirmedAt} - interval '16 minutes'`,
    factorConfirmedAt: sql`${sessions.factorConfirmedAt} - interval '16 minutes'`,
  })
}

/** Lists the kinds of the security events of a client's account, newest first. */
export async function listEventKinds(client: ApiClient): Promise<string[]> {
  return expectOk(await client.call(listSecurityEvents, {})).events.map(({ kind }) => kind)
}
