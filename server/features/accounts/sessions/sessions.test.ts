import { register, verifyAccount } from '#contract/accounts/registration.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changePassword } from '#contract/accounts/passwords.ts'
import {
  closeOtherSessions,
  confirmIdentity,
  listSecurityEvents,
  listSessions,
  login,
  logout,
} from '#contract/accounts/sessions.ts'
import { deleteAccount, getUser, requestEmailChange } from '#contract/accounts/user.ts'
import { devices, securityEvents, sessions, users } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ TRUST_PROXY: 'loopback' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const email = 'ana@mail.test'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

const browserWith = (userAgent = FIREFOX, ip = '203.0.113.7') =>
  shop.visitor({ 'user-agent': userAgent, 'x-forwarded-for': ip })
const signIn = (person: ApiClient) => person.call(login, { body: { email, password: PASSWORD } })
const sessionOf = ({ cookies }: ApiClient) =>
  [...cookies].find(([name]) => name.startsWith('session'))?.[1]

describe('session list', () => {
  test('sessions are listed with the masked IP address of their last use, the most recently used first', async () => {
    await shop.creator(email)
    await shop.db.delete(sessions)
    const laptop = browserWith()
    await signIn(laptop)
    const phone = browserWith(IPHONE, '2001:db8:1:2::9')
    await signIn(phone)

    expect(expectOk(await phone.call(listSessions, {})).sessions).toMatchObject([
      { current: true, browser: 'Safari', system: 'iOS', place: '2001:db8:1:x' },
      { current: false, browser: 'Firefox', system: 'Linux', place: '203.0.113.x' },
    ])

    // The laptop's IP address changes.
    laptop.headers['x-forwarded-for'] = '198.51.100.20'
    await laptop.call(getUser, {})
    expect(expectOk(await phone.call(listSessions, {})).sessions[0]).toMatchObject({
      browser: 'Firefox',
      place: '198.51.100.x',
    })
  })

  test('a user can end all other sessions', async () => {
    const ana = await shop.creator(email)
    const others = [browserWith(), browserWith(IPHONE)]
    for (const other of others) await signIn(other)

    expect(await ana.call(closeOtherSessions, {})).toMatchObject({ status: 204 })

    expect(expectOk(await ana.call(listSessions, {})).sessions).toMatchObject([{ current: true }])
    for (const other of others) expect(await other.call(getUser, {})).toMatchObject({ status: 401 })
  })

  test('a user sees only their own sessions', async () => {
    await shop.creator('eva@mail.test')
    const ana = await shop.creator(email)
    expect(expectOk(await ana.call(listSessions, {})).sessions).toHaveLength(1)
  })
})

describe('session', () => {
  test.each([
    ['unused for 30 days', 'has expired', 'last_used_at', "interval '30 days 1 minute'", 401],
    ['unused for 29 days', 'is active', 'last_used_at', "interval '29 days'", 200],
    ['created 90 days ago', 'has expired', 'created_at', "interval '90 days 1 minute'", 401],
    ['created 89 days ago', 'is active', 'created_at', "interval '89 days'", 200],
  ])(
    'a session that was %s %s (limits: 30 days without use, 90 days in total)',
    async (_, __, column, age, status) => {
      const ana = await shop.creator(email)
      await shop.db.execute(sql.raw(`update sessions set ${column} = now() - ${age}`))
      expect((await ana.call(getUser, {})).status).toBe(status)
      if (status === 401) expect(expectOk(await signInAgain(ana)).sessions).toHaveLength(1)
    },
  )

  async function signInAgain(person: ApiClient) {
    await signIn(person)
    return person.call(listSessions, {})
  }

  test('login replaces the session token, so a planted session cookie is useless', async () => {
    const ana = await shop.creator(email)
    const plantedToken = sessionOf(ana)
    await signIn(ana)
    expect(sessionOf(ana)).not.toBe(plantedToken)
    const thief = shop.visitor()
    for (const [name] of ana.cookies)
      if (name.startsWith('session')) thief.cookies.set(name, plantedToken!)
    expect(await thief.call(getUser, {})).toMatchObject({ status: 401 })
  })

  test('session and device cookies are HttpOnly and SameSite=Lax', async () => {
    await shop.creator(email)
    const person = browserWith()
    const reply = await person.request('/api/public/auth/login', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-recaptcha-token': await person.solveCaptcha('login_form'),
      },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    await reply.text()
    const cookies = reply.headers.getSetCookie()
    for (const name of ['session', 'device']) {
      const cookie = cookies.find(line => line.startsWith(name))
      expect(cookie, name).toMatch(/HttpOnly/)
      expect(cookie, name).toMatch(/SameSite=Lax/)
      expect(cookie, name).toMatch(/Path=\//)
    }
  })
})

test('the session and device cookies on https are Secure and have the __Host- prefix', async () => {
  const otherApp = await createTestApp({ PUBLIC_ORIGIN: 'https://tienda.test' })
  await otherApp.reset()
  const visitor = otherApp.visitor({ origin: 'https://tienda.test' })
  const form = { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
  expectOk(await visitor.call(register, { body: form }))
  const mail = await otherApp.waitForMail(email)
  const token = /https:\/\/tienda\.test\/verify\/([\w-]+)/.exec(mail.text)![1]!
  expectOk(await visitor.call(verifyAccount, { params: { token } }))
  // Another browser signs in, since the one that registered is signed in already.
  const laptop = otherApp.visitor({ origin: 'https://tienda.test' })
  const reply = await laptop.request('/api/public/auth/login', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-recaptcha-token': await laptop.solveCaptcha('login_form'),
    },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  await reply.text()
  for (const name of ['__Host-session', '__Host-device']) {
    const cookie = reply.headers.getSetCookie().find(line => line.startsWith(`${name}=`))
    expect(cookie, name).toMatch(/Path=\/;.*HttpOnly; Secure; SameSite=Lax/)
    expect(cookie, name).not.toMatch(/Domain/i)
  }
  await otherApp.close()
})

describe('new device', () => {
  test('the first sign-in on each further device of an account sends one email', async () => {
    const ana = await shop.creator(email)
    await signIn(ana)
    const phone = browserWith(IPHONE, '198.51.100.20')
    await signIn(phone)
    await phone.call(logout, {})
    await signIn(phone)
    await shop.waitForJobs()

    const mails = (await shop.listMails(email)).filter(({ subject }) =>
      /Ingresaron a tu cuenta/.test(subject),
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain('Safari · iOS')
    expect(mails[0]!.text).toContain('198.51.100.x')
    expect(mails[0]!.text).toContain(`${shop.origin}/dashboard/security`)
    expect(mails[0]!.text).not.toContain('198.51.100.20')
  })

  test('a device cookie that the server did not issue is replaced', async () => {
    await shop.creator(email)
    const person = browserWith()
    const name = `device_${shop.config.port}`
    person.cookies.set(name, 'made-up-by-somebody')
    await signIn(person)
    expect(person.cookies.get(name)).not.toBe('made-up-by-somebody')
    const stored = JSON.stringify(await shop.db.select().from(devices))
    expect(stored).not.toContain(person.cookies.get(name))
  })

  test('a shared browser gets another cookie for its next user, and stays known to both', async () => {
    await shop.creator(email)
    await shop.creator('eva@mail.test')
    const eva = { body: { email: 'eva@mail.test', password: PASSWORD } }
    const shared = browserWith()
    const name = `device_${shop.config.port}`
    const cookies = new Set<string | undefined>()
    await signIn(shared)
    cookies.add(shared.cookies.get(name))
    await shared.call(login, eva)
    cookies.add(shared.cookies.get(name))
    await signIn(shared)
    await shared.call(login, eva)
    cookies.add(shared.cookies.get(name))
    await shop.waitForJobs()

    expect(cookies.size).toBe(2)
    const subjects = [...(await shop.listMails(email)), ...(await shop.listMails('eva@mail.test'))]
    expect(subjects.filter(({ subject }) => /Ingresaron a tu cuenta/.test(subject))).toHaveLength(2)
  })
})

describe('security log', () => {
  test('security events are logged and shown only to the owner of the account', async () => {
    const ana = shop.visitor()
    await shop.register(ana, email)
    await shop.register(shop.visitor(), 'eva@mail.test')
    await browserWith().call(login, { body: { email, password: 'Kiosko-0000' } })
    await signIn(browserWith(IPHONE))
    await ana.call(changePassword, {
      body: { currentPassword: PASSWORD, newPassword: 'Otra-Clave-77' },
    })

    const { events } = expectOk(await ana.call(listSecurityEvents, {}))
    expect(events.map(({ kind }) => kind)).toEqual([
      'password_changed',
      'signed_in_new_device',
      'sign_in_failed',
      // One from the form, and one from the verification in the browser that registered.
      'signed_in',
      'signed_in',
      'verified',
      'registered',
    ])
    expect(events[2]).toMatchObject({ browser: 'Firefox', system: 'Linux', place: '203.0.113.x' })
  })

  test.each<[change: string, attempt: (ana: ApiClient) => Promise<unknown>]>([
    [
      'a proof of identity',
      ana => ana.call(confirmIdentity, { body: { password: 'Kiosko-0000' } }),
    ],
    [
      'a change of the password',
      ana =>
        ana.call(changePassword, {
          body: { currentPassword: 'Kiosko-0000', newPassword: 'Otra-Clave-77' },
        }),
    ],
    [
      'a change of the email',
      ana =>
        ana.call(requestEmailChange, {
          body: { newEmail: 'eva@mail.test', password: 'Kiosko-0000' },
        }),
    ],
    ['closing the account', ana => ana.call(deleteAccount, { body: { password: 'Kiosko-0000' } })],
  ])('a wrong password for %s by a signed-in browser is logged', async (_change, attempt) => {
    const ana = await shop.creator(email)

    expect(await attempt(ana)).toMatchObject({
      code: 'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD',
    })

    const { events } = expectOk(await ana.call(listSecurityEvents, {}))
    expect(events[0]).toMatchObject({ kind: 'identity_proof_failed' })
  })

  test('the newest thirty security events are listed', async () => {
    const ana = await shop.creator(email)
    const [user] = await shop.db.select().from(users)
    const newEvents = Array.from({ length: 40 }, () => ({ userId: user!.id, kind: 'signed_out' }))
    await shop.db.insert(securityEvents).values(newEvents)
    const { events } = expectOk(await ana.call(listSecurityEvents, {}))
    expect(events).toHaveLength(30)
    expect(events.every(({ kind }) => kind === 'signed_out')).toBe(true)
  })
})

test('the cookies of a session that has ended are deleted by the next answer', async () => {
  const ana = await shop.creator()
  const names = [...ana.cookies.keys()].filter(name => /^(session|signed_in)/.test(name))
  expect(names).toHaveLength(2)
  await shop.db.delete(sessions)

  expect(await ana.call(getUser, {})).toMatchObject({ status: 401 })

  expect([...ana.cookies.keys()].filter(name => names.includes(name))).toEqual([])
})

test('signing out deletes the stored pages of the browser, but not its cart', async () => {
  const ana = await shop.creator()
  const reply = await ana.request('/api/auth/logout', { method: 'POST' })
  expect(reply.headers.get('clear-site-data')).toBe('"cache"')
})
