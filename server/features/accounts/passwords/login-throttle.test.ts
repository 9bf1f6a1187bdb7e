import { randomInt } from 'node:crypto'
import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recoverPassword, resetPassword } from '#contract/accounts/passwords.ts'
import { completeStepWithEmailCode, getSecondStep } from '#contract/accounts/second-step.ts'
import { listSecurityEvents, login } from '#contract/accounts/sessions.ts'
import { getUser } from '#contract/accounts/user.ts'
import { rateLimits, users } from '#server/db/schema/index.ts'
import { createRateLimiter } from '#server/http/rate-limit/limiter.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { createProtectedAccount, sendCode, showCode } from '#tools/test-app/second-factors.ts'

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

  test('only ten of 25 simultaneous login attempts are verified', async () => {
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
  async function floodFromEverywhere() {
    for (let index = 0; index < 100; index += 1)
      expect(await attempt(clientAt(`203.0.113.${index % 10}`), 'Kiosko-0000')).toMatchObject({
        status: 401,
      })
  }
  /** Fails to sign in to an account as often as is possible before an emailed code is required. */
  async function recordFailures(address = email): Promise<void> {
    const secret = shop.config.orderTokenKey
    const limiter = createRateLimiter({ db: shop.db, factor: 1, secret })
    const limit = { name: 'account_failed_login', max: 100, seconds: 3600 }
    await limiter.consume(limit, address)
    await shop.db
      .update(rateLimits)
      .set({ count: limit.max })
      .where(and(like(rateLimits.key, `${limit.name}:%`), eq(rateLimits.count, 1)))
  }
  /** Reads the newest code that was emailed to the owner. */
  async function readCode(): Promise<string> {
    await shop.waitForJobs()
    const mails = await shop.listMails(email)
    const codes = mails
      .toSorted((a, b) => a.date.localeCompare(b.date))
      .flatMap(({ text }) => /\b[\dA-Z]{5}-[\dA-Z]{5}\b/.exec(text)?.[0] ?? [])
    return codes.at(-1)!
  }
  const sendEmailCode = (device: ApiClient, emailCode: string) =>
    device.call(completeStepWithEmailCode, { body: { emailCode } })

  test('guessing from many IP addresses makes new devices need an emailed code, but not the owner’s devices and not others', async () => {
    const ana = await shop.creator(email)
    await shop.creator('eva@mail.test')

    await floodFromEverywhere()

    expect(await attempt(clientAt('198.51.100.1'), PASSWORD)).toMatchObject({
      ok: true,
      body: { email, secondStep: { methods: ['email_code'] } },
    })
    expect(await attempt(ana, PASSWORD)).toMatchObject({ ok: true, body: { id: ana.id, email } })
    expect(await attempt(clientAt('198.51.100.1'), PASSWORD, 'eva@mail.test')).toMatchObject({
      body: { id: expect.any(Number) },
    })
    await passTime(3600)
    expect(await attempt(clientAt('198.51.100.1'), PASSWORD)).toMatchObject({
      body: { id: ana.id },
    })
  })

  test('the owner’s new device is not kept out while one wrong password a minute arrives', async () => {
    const ana = await shop.creator(email)
    await recordFailures()
    const newDevice = clientAt('198.51.100.1')
    for (let minute = 0; minute < 10; minute += 1) {
      await attempt(clientAt(`192.0.2.${minute}`), 'Kiosko-0000')
      await passTime(60)
    }
    await attempt(clientAt('192.0.2.100'), 'Kiosko-0000')

    await attempt(newDevice, PASSWORD)
    const signedIn = await sendEmailCode(newDevice, await readCode())

    expect(signedIn).toMatchObject({ ok: true, body: { id: ana.id, email } })
    expect(await newDevice.call(getUser, {})).toMatchObject({ ok: true })
    // The device is known now, so the password is enough.
    expect(await attempt(newDevice, PASSWORD)).toMatchObject({ body: { id: ana.id } })
  })

  test('guessing from many IP addresses gets the same answers for a right and a wrong password and for an unknown email', async () => {
    await shop.creator(email)
    await recordFailures()
    await recordFailures('eva@mail.test')
    async function guess(password: string, address: string) {
      const device = clientAt('198.51.100.1')
      const first = await attempt(device, password, address)
      const step = await device.call(getSecondStep, {})
      const codes = []
      for (let index = 0; index < 6; index += 1)
        codes.push(await sendEmailCode(device, '00000-00000'))
      return JSON.parse(
        JSON.stringify({ first, step, codes })
          .replaceAll(address, 'the email')
          .replace(/"\d{4}-[^"]*Z"/g, '"a time"'),
      ) as unknown
    }

    const right = await guess(PASSWORD, email)

    expect(right).toMatchObject({
      first: { status: 200 },
      step: { body: { methods: ['email_code'] } },
      codes: [
        ...Array.from({ length: 5 }, () => ({ code: 'ERROR_SECOND_FACTOR_CODE' })),
        { code: 'ERROR_SECOND_STEP_EXPIRED' },
      ],
    })
    expect(await guess('Kiosko-0000', email)).toEqual(right)
    expect(await guess(PASSWORD, 'eva@mail.test')).toEqual(right)
    await shop.waitForJobs()
    expect(await shop.listMails(email)).toHaveLength(1)
    expect(await shop.listMails('eva@mail.test')).toEqual([])
  })

  test('a right password gets no more attempts than a wrong one from the same IP address', async () => {
    await shop.creator(email)
    await recordFailures()
    const thief = clientAt('203.0.113.7')
    for (let index = 0; index < 10; index += 1) await attempt(thief, PASSWORD)
    await extendWaitingTimes()

    expect(await attempt(thief, PASSWORD)).toMatchObject({ status: 429 })
    await shop.waitForJobs()
    expect(await shop.listMails(email)).toHaveLength(5)
  })

  test('an emailed code works once, and only in the browser that asked for it', async () => {
    const ana = await shop.creator(email)
    await recordFailures()
    const newDevice = clientAt('198.51.100.1')
    const other = clientAt('198.51.100.2')
    await attempt(other, 'Kiosko-0000')
    await attempt(newDevice, PASSWORD)
    const code = await readCode()
    const sameStep = clientAt('198.51.100.3')
    for (const [name, value] of newDevice.cookies) sameStep.cookies.set(name, value)

    expect(await sendEmailCode(other, code)).toMatchObject({ code: 'ERROR_SECOND_FACTOR_CODE' })
    expect(await sendEmailCode(newDevice, '00000-00000')).toMatchObject({
      code: 'ERROR_SECOND_FACTOR_CODE',
    })
    expect(await sendEmailCode(newDevice, code)).toMatchObject({ ok: true })
    expect(await sendEmailCode(sameStep, code)).toMatchObject({
      code: 'ERROR_SECOND_STEP_EXPIRED',
    })
    const { events } = expectOk(await ana.call(listSecurityEvents, {}))
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['sign_in_code_requested', 'second_factor_failed']),
    )
  })

  test('a code of a second factor completes the sign-in only after the emailed code', async () => {
    const { email: address, secret } = await createProtectedAccount(shop)
    await shop.db.update(users).set({ email }).where(eq(users.email, address))
    await recordFailures()
    const newDevice = clientAt('198.51.100.1')
    await attempt(newDevice, PASSWORD)

    expect(await sendCode(newDevice, showCode(secret))).toMatchObject({
      code: 'ERROR_SECOND_STEP_EXPIRED',
    })
    expect(await sendEmailCode(newDevice, await readCode())).toMatchObject({
      ok: true,
      body: { secondStep: { methods: ['totp', 'recovery_code'] } },
    })
    expect(await newDevice.call(getUser, {})).toMatchObject({ status: 401 })
    expect(await sendCode(newDevice, showCode(secret))).toMatchObject({ ok: true })
  })

  test('guessing from many IP addresses does not keep out an owner on a new device who has chosen a new password by email', async () => {
    await shop.creator(email)
    await recordFailures()
    const newDevice = clientAt('198.51.100.1')
    await attempt(newDevice, PASSWORD)
    await newDevice.call(recoverPassword, { body: { email } })
    const token = await shop.waitForLinkToken(email, 'reset')
    const password = 'Otra-Puerta-27'
    await newDevice.call(resetPassword, { body: { token, password, confirm_password: password } })

    expect(await newDevice.call(getSecondStep, {})).toMatchObject({
      code: 'ERROR_SECOND_STEP_EXPIRED',
    })
    expect(await attempt(newDevice, password)).toMatchObject({
      ok: true,
      body: { id: expect.any(Number) },
    })
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

  test('a refused login attempt does not lengthen the wait, and a verified one doubles it, up to a minute', async () => {
    await shop.creator(email)
    const client = clientAt('203.0.113.7')
    for (let index = 0; index < 10; index += 1) await attempt(client, 'Kiosko-0000')
    const readWait = async () => {
      const [row] = await shop.db
        .select({
          seconds: sql<number>`ceil(extract(epoch from ${rateLimits.notBefore} - now()))::int`,
          notBefore: rateLimits.notBefore,
        })
        .from(rateLimits)
        .where(sql`${rateLimits.key} like 'failed_login:%'`)
      return row!
    }
    const waitingSeconds = []
    for (let index = 0; index < 8; index += 1) {
      await passTime(60)
      await attempt(client, 'Kiosko-0000')
      waitingSeconds.push((await readWait()).seconds)
    }
    const before = await readWait()
    const refused = [await attempt(client, PASSWORD), await attempt(client, PASSWORD)]

    expect(waitingSeconds).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
    expect(refused).toMatchObject([{ status: 429 }, { status: 429 }])
    expect((await readWait()).notBefore).toEqual(before.notBefore)
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
