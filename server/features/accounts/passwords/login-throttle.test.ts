import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recoverPassword, resetPassword } from '#contract/accounts/passwords.ts'
import { login } from '#contract/accounts/sessions.ts'
import { rateLimits, users } from '#server/db/schema/index.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'

/** The app under test has the rate limits of production, and its clients choose their own IP address. */
let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const email = 'ana@mail.test'
const clientAt = (ip: string) => shop.visitor({ 'x-forwarded-for': ip })
/** Solves a captcha at another IP address, since captchas have their own rate limit. */
const solveCaptcha = () => clientAt(`198.18.0.${randomInt(250)}`).solveCaptcha('login_form')
const attempt = async (client: ApiClient, password: string, address = email) => {
  const captcha = await solveCaptcha()
  return client.call(login, { body: { email: address, password }, captcha })
}
/** Simulates the passage of time by moving the times of all rate limits into the past. */
const passTime = (seconds: number) =>
  shop.db.update(rateLimits).set({
    notBefore: sql`${rateLimits.notBefore} - ${seconds} * interval '1 second'`,
    resetAt: sql`${rateLimits.resetAt} - ${seconds} * interval '1 second'`,
  })
/** Extends the waiting times, so that they cannot end while a test request runs. */
const extendWaitingTimes = () =>
  shop.db
    .update(rateLimits)
    .set({ notBefore: sql`now() + interval '30 seconds'` })
    .where(sql`${rateLimits.notBefore} is not null`)

async function flood(client: ApiClient, attempts: number, address = email) {
  const answers = []
  for (let index = 0; index < attempts; index += 1) {
    answers.push(await attempt(client, `Kiosko-${1000 + index}`, address))
    if (index >= 9) await extendWaitingTimes()
  }
  return answers
}

describe('login throttling', () => {
  test('login attempts are delayed from the 11th on without locking the owner out', async () => {
    const ana = await shop.creator(email)
    ana.headers['x-forwarded-for'] = '203.0.113.7'
    const thief = clientAt('203.0.113.7')

    const answers = await flood(thief, 100)

    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(401))
    expect(answers.slice(10).map(({ status }) => status)).toEqual(Array(90).fill(429))
    // The owner signs in immediately on a known device behind the attacker's IP address, and from another IP address.
    expect(await attempt(ana, PASSWORD)).toMatchObject({ ok: true })
    expect(await attempt(clientAt('198.51.100.1'), PASSWORD)).toMatchObject({ ok: true })
    // On a new device behind the attacker's IP address, the owner must wait 15 minutes before signing in.
    const newDevice = clientAt('203.0.113.7')
    expect(await attempt(newDevice, PASSWORD)).toMatchObject({ status: 429 })
    await passTime(900)
    expect(await attempt(newDevice, PASSWORD)).toMatchObject({ ok: true })
  })

  test('of 25 simultaneous login attempts only ten are verified', async () => {
    await shop.creator(email)
    const thief = clientAt('203.0.113.7')
    const captchas = await Promise.all(Array.from({ length: 25 }, solveCaptcha))
    const answers = await Promise.all(
      captchas.map((captcha, index) =>
        thief.call(login, { body: { email, password: `Kiosko-${1000 + index}` }, captcha }),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('throttling is the same for known and unknown email addresses', async () => {
    await shop.creator(email)
    const answersForKnown = await flood(clientAt('203.0.113.7'), 14)
    const answersForUnknown = await flood(clientAt('203.0.113.8'), 14, 'eva@mail.test')
    expect(answersForUnknown).toEqual(answersForKnown)
  })
})

describe('guessing from many IP addresses', () => {
  /** Sends ten wrong passwords from each of ten IP addresses. */
  async function floodFromEverywhere(address = email) {
    for (let index = 0; index < 100; index += 1)
      expect(
        await attempt(clientAt(`203.0.113.${index % 10}`), 'Kiosko-0000', address),
      ).toMatchObject({ status: 401 })
    await extendWaitingTimes()
  }

  test('is delayed for the account as a whole, but not on the owner’s devices and not for others', async () => {
    const ana = await shop.creator(email)
    await shop.creator('eva@mail.test')

    await floodFromEverywhere()

    expect(await attempt(clientAt('198.51.100.1'), PASSWORD)).toMatchObject({
      status: 429,
      retryAfter: 1,
    })
    expect(await attempt(ana, PASSWORD)).toMatchObject({ ok: true })
    expect(await attempt(clientAt('198.51.100.1'), PASSWORD, 'eva@mail.test')).toMatchObject({
      ok: true,
    })
    await passTime(3600)
    expect(await attempt(clientAt('198.51.100.1'), PASSWORD)).toMatchObject({ ok: true })
  })

  test('does not keep out an owner on a new device who has chosen a new password by email', async () => {
    await shop.creator(email)
    await floodFromEverywhere()
    const newDevice = clientAt('198.51.100.1')
    await newDevice.call(recoverPassword, { body: { email } })
    const token = await shop.waitForLinkToken(email, 'reset')
    const password = 'Otra-Puerta-27'
    await newDevice.call(resetPassword, { body: { token, password, confirm_password: password } })

    expect(await attempt(newDevice, password)).toMatchObject({ ok: true })
  })
})

test('a known device of an attacker gives no extra login attempts at the accounts of others', async () => {
  await shop.creator(email)
  const thief = await shop.creator('thief@mail.test')
  thief.headers['x-forwarded-for'] = '203.0.113.7'
  for (let index = 0; index < 30; index += 1)
    expect(await attempt(thief, 'Kiosko-0000', `a${index}@mail.test`)).toMatchObject({
      status: 401,
    })

  expect(await attempt(thief, 'Kiosko-0000')).toMatchObject({ status: 429 })
  expect(await attempt(clientAt('203.0.113.7'), 'Kiosko-0000')).toMatchObject({ status: 429 })
  expect(await attempt(thief, PASSWORD, 'thief@mail.test')).toMatchObject({ ok: true })
})

describe('waiting time of throttled logins', () => {
  test('a login with the right password succeeds after the waiting time and resets the count', async () => {
    await shop.creator(email)
    const client = clientAt('203.0.113.7')
    for (let index = 0; index < 10; index += 1) await attempt(client, 'Kiosko-0000')

    await passTime(1)
    expect(await attempt(client, PASSWORD)).toMatchObject({ ok: true })
    expect(await shop.db.select().from(rateLimits)).not.toContainEqual(
      expect.objectContaining({ key: expect.stringMatching(/^failed_login:/) }),
    )
  })

  test('each refused login attempt doubles the waiting time, up to a minute', async () => {
    await shop.creator(email)
    const client = clientAt('203.0.113.7')
    for (let index = 0; index < 10; index += 1) await attempt(client, 'Kiosko-0000')
    const waitingSeconds = []
    for (let index = 0; index < 8; index += 1) {
      await extendWaitingTimes()
      const refused = await client.request('/api/public/auth/login', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-recaptcha-token': await client.solveCaptcha('login_form'),
        },
        body: JSON.stringify({ email, password: PASSWORD }),
      })
      await refused.text()
      waitingSeconds.push(refused.headers.get('retry-after'))
    }
    expect(waitingSeconds).toEqual(['1', '2', '4', '8', '16', '32', '60', '60'])
  })
})

test('logins beyond the length of the hashing queue answer 503 with Retry-After', async () => {
  const otherApp = await createTestApp()
  const answers = await Promise.all(
    Array.from({ length: 90 }, async (_, index) => {
      const client = otherApp.visitor()
      const captcha = await client.solveCaptcha('login_form')
      return async () => {
        const reply = await client.request('/api/public/auth/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-recaptcha-token': captcha },
          body: JSON.stringify({ email: `a${index}@mail.test`, password: 'Kiosko-0000' }),
        })
        await reply.text()
        return { status: reply.status, retryAfter: reply.headers.get('retry-after') }
      }
    }),
  ).then(sends => Promise.all(sends.map(send => send())))

  const refusedAnswers = answers.filter(({ status }) => status === 503)
  expect(refusedAnswers.length).toBeGreaterThan(0)
  expect(refusedAnswers.every(({ retryAfter }) => retryAfter === '2')).toBe(true)
  expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(50)
  // Only attempts whose password was verified are counted.
  const countedAttempts = await otherApp.db
    .select()
    .from(rateLimits)
    .where(sql`${rateLimits.key} like 'failed_login:%' and ${rateLimits.count} > 0`)
  expect(countedAttempts).toHaveLength(90 - refusedAnswers.length)
  expect(await otherApp.db.$count(users)).toBe(0)
  await otherApp.close()
})

test('a forged X-Forwarded-For header is ignored unless a proxy is trusted', async () => {
  const otherApp = await createTestApp({ RATE_LIMIT_FACTOR: '1' })
  await otherApp.reset()
  await otherApp.creator(email)
  const attemptFrom = (ip: string) =>
    otherApp
      .visitor({ 'x-forwarded-for': ip })
      .call(login, { body: { email, password: 'Kiosko-0000' } })
  for (let index = 0; index < 10; index += 1)
    expect(await attemptFrom(`203.0.113.${index}`)).toMatchObject({ status: 401 })
  await otherApp.db.update(rateLimits).set({ notBefore: sql`now() + interval '30 seconds'` })
  expect(await attemptFrom('203.0.113.99')).toMatchObject({ status: 429 })
  await otherApp.close()
})
