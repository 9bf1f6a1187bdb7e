import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  completeStepWithCode,
  completeStepWithRecoveryCode,
} from '#contract/accounts/second-step.ts'
import { addTotp, renewRecoveryCodes, startTotpSetup } from '#contract/accounts/second-factors.ts'
import { confirmIdentity } from '#contract/accounts/sessions.ts'
import { rateLimits } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { addAuthenticatorApp, showCode, takeFirstStep } from '#tools/test-app/second-factors.ts'

/** The app under test has the rate limits of production, and its clients choose their own IP address. */
let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

test('twenty wrong codes a day close the account to further codes from unknown devices, but not to its own', async () => {
  const owner = await shop.creator()
  const { secret, recoveryCodes } = await addAuthenticatorApp(owner)
  const beginAt = (ip: string) =>
    takeFirstStep(shop.visitor({ 'x-forwarded-for': ip }), owner.email)
  for (let step = 0; step < 4; step += 1) {
    const thief = await beginAt(`203.0.113.${step}`)
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(
        await thief.call(completeStepWithCode, { body: { code: showCode(secret, 50 + attempt) } }),
      ).toMatchObject({ code: 'ERROR_SECOND_FACTOR_CODE' })
  }

  const thief = await beginAt('203.0.113.9')
  const body = { code: showCode(secret) }
  expect(await thief.call(completeStepWithCode, { body })).toMatchObject({
    status: 429,
    code: 'ERROR_TOO_MANY_REQUESTS',
  })

  // The owner signs in on a known device with a code, and on a new device with a recovery code.
  await takeFirstStep(owner, owner.email)
  expect(await owner.call(completeStepWithCode, { body })).toMatchObject({ ok: true })
  const newDevice = await beginAt('198.51.100.1')
  expect(
    await newDevice.call(completeStepWithRecoveryCode, {
      body: { recoveryCode: recoveryCodes[0]! },
    }),
  ).toMatchObject({ ok: true })
  await shop.db.update(rateLimits).set({ resetAt: sql`now()` })
  const nextDay = await beginAt('203.0.113.10')
  const nextCode = { code: showCode(secret, 1) }
  expect(await nextDay.call(completeStepWithCode, { body: nextCode })).toMatchObject({ ok: true })
})

test('an account renews its recovery codes five times an hour, and confirms itself twenty times in a quarter of one', async () => {
  const owner = await shop.creator()
  await addAuthenticatorApp(owner)
  const send = async (call: () => Promise<{ status: number }>, times: number) => {
    const statuses = []
    for (let n = 0; n < times; n += 1) statuses.push((await call()).status)
    return statuses
  }

  const renewed = await send(() => owner.call(renewRecoveryCodes, {}), 6)
  const confirmed = await send(
    () => owner.call(confirmIdentity, { body: { password: PASSWORD } }),
    21,
  )

  expect(renewed).toEqual([200, 200, 200, 200, 200, 429])
  expect(confirmed.filter(status => status === 204).length).toBeLessThanOrEqual(20)
  expect(confirmed.at(-1)).toBe(429)
})

test('an account adds second factors ten times an hour, and computes recovery codes for the first one only', async () => {
  const owner = await shop.creator()
  const { setup, secret } = expectOk(await owner.call(startTotpSetup, {}))
  const body = { setup, code: showCode(secret) }
  const statuses: number[] = []
  for (let time = 0; time < 11; time += 1)
    statuses.push((await owner.call(addTotp, { body })).status)

  expect(statuses).toEqual([200, ...Array<number>(9).fill(409), 429])
})
