import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { rateLimits, users } from '#server/db/schema/index.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'

/** Limits as an installation has them, with addresses that visitors choose. */
let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const email = 'ana@mail.test'
const at = (ip: string) => shop.visitor({ 'x-forwarded-for': ip })
/** Captchas come from elsewhere: they have a limit of their own. */
const attempt = async (person: ApiClient, password: string, address = email) => {
  const captcha = await at(`198.18.0.${randomInt(250)}`).solve('login_form')
  return person.call(login, { body: { email: address, password }, captcha })
}
/** Time goes by for every counter. */
const wait = (seconds: number) =>
  shop.db.update(rateLimits).set({
    notBefore: sql`${rateLimits.notBefore} - ${seconds} * interval '1 second'`,
    resetAt: sql`${rateLimits.resetAt} - ${seconds} * interval '1 second'`,
  })
/** A wait as long as the answer takes would make the next try one that waited. */
const holdClock = () =>
  shop.db
    .update(rateLimits)
    .set({ notBefore: sql`now() + interval '30 seconds'` })
    .where(sql`${rateLimits.notBefore} is not null`)

async function flood(person: ApiClient, tries: number, address = email) {
  const answers = []
  for (let index = 0; index < tries; index += 1) {
    answers.push(await attempt(person, `Kiosko-${1000 + index}`, address))
    if (index >= 9) await holdClock()
  }
  return answers
}

describe('a hundred wrong log-ins', () => {
  test('are slowed down from the eleventh on, and the owner still gets in', async () => {
    const ana = await shop.creator(email)
    ana.headers['x-forwarded-for'] = '203.0.113.7'
    const thief = at('203.0.113.7')

    const answers = await flood(thief, 100)

    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(401))
    expect(answers.slice(10).map(({ status }) => status)).toEqual(Array(90).fill(429))
    // At once: from a device that signed in before, even on the thief's own address; from another address.
    expect(await attempt(ana, PASSWORD)).toMatchObject({ ok: true })
    expect(await attempt(at('198.51.100.1'), PASSWORD)).toMatchObject({ ok: true })
    // From that very address, without such a device: within the quarter of an hour.
    const stranger = at('203.0.113.7')
    expect(await attempt(stranger, PASSWORD)).toMatchObject({ status: 429 })
    await wait(900)
    expect(await attempt(stranger, PASSWORD)).toMatchObject({ ok: true })
  })

  test('at the same moment are counted before they are judged', async () => {
    await shop.creator(email)
    const thief = at('203.0.113.7')
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) => attempt(thief, `Kiosko-${1000 + index}`)),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('for an address that nobody has are answered alike', async () => {
    await shop.creator(email)
    const known = await flood(at('203.0.113.7'), 14)
    const unknown = await flood(at('203.0.113.8'), 14, 'eva@mail.test')
    expect(unknown).toEqual(known)
  })
})

test('a device of one’s own opens no more guesses at others than the address has', async () => {
  await shop.creator(email)
  const thief = await shop.creator('thief@mail.test')
  thief.headers['x-forwarded-for'] = '203.0.113.7'
  for (let index = 0; index < 30; index += 1)
    expect(await attempt(thief, 'Kiosko-0000', `a${index}@mail.test`)).toMatchObject({
      status: 401,
    })

  expect(await attempt(thief, 'Kiosko-0000')).toMatchObject({ status: 429 })
  expect(await attempt(at('203.0.113.7'), 'Kiosko-0000')).toMatchObject({ status: 429 })
  expect(await attempt(thief, PASSWORD, 'thief@mail.test')).toMatchObject({ ok: true })
})

describe('who waits as told is judged again', () => {
  test('after one second with the right password they are in, and the count begins anew', async () => {
    await shop.creator(email)
    const person = at('203.0.113.7')
    for (let index = 0; index < 10; index += 1) await attempt(person, 'Kiosko-0000')

    await wait(1)
    expect(await attempt(person, PASSWORD)).toMatchObject({ ok: true })
    expect(await shop.db.select().from(rateLimits)).not.toContainEqual(
      expect.objectContaining({ key: expect.stringMatching(/^failed_login:/) }),
    )
  })

  test('each refusal doubles what the next one is told, up to a minute', async () => {
    await shop.creator(email)
    const person = at('203.0.113.7')
    for (let index = 0; index < 10; index += 1) await attempt(person, 'Kiosko-0000')
    const waits = []
    for (let index = 0; index < 8; index += 1) {
      await holdClock()
      const refused = await person.request('/api/public/auth/login', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-recaptcha-token': await person.solve('login_form'),
        },
        body: JSON.stringify({ email, password: PASSWORD }),
      })
      await refused.text()
      waits.push(refused.headers.get('retry-after'))
    }
    expect(waits).toEqual(['1', '2', '4', '8', '16', '32', '60', '60'])
  })
})

test('a flood of log-ins finds a queue with an end, told to come back', async () => {
  const own = await createTestApp()
  const answers = await Promise.all(
    Array.from({ length: 90 }, async (_, index) => {
      const person = own.visitor()
      const captcha = await person.solve('login_form')
      return async () => {
        const reply = await person.request('/api/public/auth/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-recaptcha-token': captcha },
          body: JSON.stringify({ email: `a${index}@mail.test`, password: 'Kiosko-0000' }),
        })
        await reply.text()
        return { status: reply.status, retryAfter: reply.headers.get('retry-after') }
      }
    }),
  ).then(sends => Promise.all(sends.map(send => send())))

  const busy = answers.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy.every(({ retryAfter }) => retryAfter === '2')).toBe(true)
  expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(50)
  // What could not be judged does not count against anybody.
  const counted = await own.db
    .select()
    .from(rateLimits)
    .where(sql`${rateLimits.key} like 'failed_login:%' and ${rateLimits.count} > 0`)
  expect(counted).toHaveLength(90 - busy.length)
  expect(await own.db.$count(users)).toBe(0)
  await own.close()
})

test('without a proxy of ours, an address that a visitor makes up counts for nothing', async () => {
  const own = await createTestApp({ RATE_LIMIT_FACTOR: '1' })
  await own.reset()
  await own.creator(email)
  const from = (ip: string) =>
    own.visitor({ 'x-forwarded-for': ip }).call(login, { body: { email, password: 'Kiosko-0000' } })
  for (let index = 0; index < 10; index += 1)
    expect(await from(`203.0.113.${index}`)).toMatchObject({ status: 401 })
  await own.db.update(rateLimits).set({ notBefore: sql`now() + interval '30 seconds'` })
  expect(await from('203.0.113.99')).toMatchObject({ status: 429 })
  await own.close()
})
