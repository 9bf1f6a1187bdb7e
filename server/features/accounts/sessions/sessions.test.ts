import { register, verifyAccount } from '#contract/accounts/registration.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changePassword } from '#contract/accounts/passwords.ts'
import {
  closeOtherSessions,
  listSecurityEvents,
  listSessions,
  login,
  logout,
} from '#contract/accounts/sessions.ts'
import { getUser } from '#contract/accounts/user.ts'
import { devices, securityEvents, sessions, users } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { parseUserAgent, maskIp } from './user-agent.ts'

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

const browser = (userAgent = FIREFOX, ip = '203.0.113.7') =>
  shop.visitor({ 'user-agent': userAgent, 'x-forwarded-for': ip })
const signIn = (person: ApiClient) => person.call(login, { body: { email, password: PASSWORD } })
const sessionOf = ({ cookies }: ApiClient) =>
  [...cookies].find(([name]) => name.startsWith('session'))?.[1]

describe('the devices that are signed in', () => {
  test('are listed with where they were last used, the newest use first', async () => {
    await shop.creator(email)
    await shop.db.delete(sessions)
    const laptop = browser()
    await signIn(laptop)
    const phone = browser(IPHONE, '2001:db8:1:2::9')
    await signIn(phone)

    expect(expectOk(await phone.call(listSessions, {})).sessions).toMatchObject([
      { current: true, browser: 'Safari', system: 'iOS', place: '2001:db8:1:x' },
      { current: false, browser: 'Firefox', system: 'Linux', place: '203.0.113.x' },
    ])

    // The laptop moves to another network.
    laptop.headers['x-forwarded-for'] = '198.51.100.20'
    await laptop.call(getUser, {})
    expect(expectOk(await phone.call(listSessions, {})).sessions[0]).toMatchObject({
      browser: 'Firefox',
      place: '198.51.100.x',
    })
  })

  test('are signed out together, all but one’s own', async () => {
    const ana = await shop.creator(email)
    const others = [browser(), browser(IPHONE)]
    for (const other of others) await signIn(other)

    expect(await ana.call(closeOtherSessions, {})).toMatchObject({ status: 204 })

    expect(expectOk(await ana.call(listSessions, {})).sessions).toMatchObject([{ current: true }])
    for (const other of others) expect(await other.call(getUser, {})).toMatchObject({ status: 401 })
  })

  test('one’s own list shows nobody else’s', async () => {
    await shop.creator('eva@mail.test')
    const ana = await shop.creator(email)
    expect(expectOk(await ana.call(listSessions, {})).sessions).toHaveLength(1)
  })
})

describe('a session', () => {
  test.each([
    ['30 days without use', 'last_used_at', "interval '30 days 1 minute'", 401],
    ['29 days without use', 'last_used_at', "interval '29 days'", 200],
    ['90 days after it began', 'created_at', "interval '90 days 1 minute'", 401],
    ['89 days after it began', 'created_at', "interval '89 days'", 200],
  ])('%s', async (_, column, age, status) => {
    const ana = await shop.creator(email)
    await shop.db.execute(sql.raw(`update sessions set ${column} = now() - ${age}`))
    expect((await ana.call(getUser, {})).status).toBe(status)
    if (status === 401) expect(expectOk(await signInAnew(ana)).sessions).toHaveLength(1)
  })

  async function signInAnew(person: ApiClient) {
    await signIn(person)
    return person.call(listSessions, {})
  }

  test('has another id after each log-in: one that was planted before is nobody’s', async () => {
    const ana = await shop.creator(email)
    const planted = sessionOf(ana)
    await signIn(ana)
    expect(sessionOf(ana)).not.toBe(planted)
    const thief = shop.visitor()
    for (const [name] of ana.cookies)
      if (name.startsWith('session')) thief.cookies.set(name, planted!)
    expect(await thief.call(getUser, {})).toMatchObject({ status: 401 })
  })

  test('travels in a cookie that no script and no other site sees', async () => {
    await shop.creator(email)
    const person = browser()
    const reply = await person.request('/api/public/auth/login', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-recaptcha-token': await person.solve('login_form'),
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

test('on https the cookies are bound to the host and the secure channel', async () => {
  const own = await createTestApp({ PUBLIC_ORIGIN: 'https://tienda.test' })
  await own.reset()
  const visitor = own.visitor({ origin: 'https://tienda.test' })
  const form = { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
  expectOk(await visitor.call(register, { body: form }))
  const mail = await own.mailTo(email)
  const token = /https:\/\/tienda\.test\/verify\/([\w-]+)/.exec(mail.text)![1]!
  expectOk(await visitor.call(verifyAccount, { params: { token } }))
  const reply = await visitor.request('/api/public/auth/login', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-recaptcha-token': await visitor.solve('login_form'),
    },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  await reply.text()
  for (const name of ['__Host-session', '__Host-device']) {
    const cookie = reply.headers.getSetCookie().find(line => line.startsWith(`${name}=`))
    expect(cookie, name).toMatch(/Path=\/;.*HttpOnly; Secure; SameSite=Lax/)
    expect(cookie, name).not.toMatch(/Domain/i)
  }
  await own.close()
})

describe('a device that is new to an account', () => {
  test('is told by mail, once; the first one of all is not', async () => {
    const ana = await shop.creator(email)
    await signIn(ana)
    const phone = browser(IPHONE, '198.51.100.20')
    await signIn(phone)
    await phone.call(logout, {})
    await signIn(phone)
    await shop.workDone()

    const mails = (await shop.mailsTo(email)).filter(({ subject }) =>
      /Alguien ingresó/.test(subject),
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain('Safari · iOS')
    expect(mails[0]!.text).toContain('198.51.100.x')
    expect(mails[0]!.text).toContain(`${shop.origin}/dashboard/security`)
    expect(mails[0]!.text).not.toContain('198.51.100.20')
  })

  test('is known by a cookie of ours only; one made up is replaced', async () => {
    await shop.creator(email)
    const person = browser()
    const name = `device_${shop.config.port}`
    person.cookies.set(name, 'made-up-by-somebody')
    await signIn(person)
    expect(person.cookies.get(name)).not.toBe('made-up-by-somebody')
    const stored = JSON.stringify(await shop.db.select().from(devices))
    expect(stored).not.toContain(person.cookies.get(name))
  })

  test('keeps its cookie for the next person who signs in there', async () => {
    await shop.creator(email)
    await shop.creator('eva@mail.test')
    const shared = browser()
    await signIn(shared)
    const name = `device_${shop.config.port}`
    const cookie = shared.cookies.get(name)
    await shared.call(login, { body: { email: 'eva@mail.test', password: PASSWORD } })
    expect(shared.cookies.get(name)).toBe(cookie)
  })
})

describe('what happened to an account', () => {
  test('is written down, and shown to its owner alone', async () => {
    const ana = await shop.creator(email)
    await shop.creator('eva@mail.test')
    await browser().call(login, { body: { email, password: 'Kiosko-0000' } })
    await signIn(browser(IPHONE))
    await ana.call(changePassword, {
      body: { currentPassword: PASSWORD, newPassword: 'Otra-Clave-77' },
    })

    const { events } = expectOk(await ana.call(listSecurityEvents, {}))
    expect(events.map(({ kind }) => kind)).toEqual([
      'password_changed',
      'signed_in_new_device',
      'sign_in_failed',
      'signed_in',
      'verified',
      'registered',
    ])
    expect(events[2]).toMatchObject({ browser: 'Firefox', system: 'Linux', place: '203.0.113.x' })
  })

  test('shows the newest thirty', async () => {
    const ana = await shop.creator(email)
    const [user] = await shop.db.select().from(users)
    const many = Array.from({ length: 40 }, () => ({ userId: user!.id, kind: 'signed_out' }))
    await shop.db.insert(securityEvents).values(many)
    const { events } = expectOk(await ana.call(listSecurityEvents, {}))
    expect(events).toHaveLength(30)
    expect(events.every(({ kind }) => kind === 'signed_out')).toBe(true)
  })
})

describe('what a browser tells of itself', () => {
  test.each([
    [FIREFOX, 'Firefox', 'Linux'],
    [IPHONE, 'Safari', 'iOS'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
      'Microsoft Edge',
      'Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
      'Chrome',
      'Android',
    ],
    ['node', null, null],
    ['', null, null],
    ['<script>alert(1)</script>', null, null],
  ])('%j', (userAgent, name, system) =>
    expect(parseUserAgent(userAgent)).toEqual({ browser: name, system }),
  )
})

describe('where somebody was, without which machine', () => {
  test.each([
    ['203.0.113.7', '203.0.113.x'],
    ['::ffff:203.0.113.7', '203.0.113.x'],
    ['2001:db8:1:2', '2001:db8:1:x'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:x'],
    ['2001:db8::1', '2001:db8:0:x'],
  ])('%s is %s', (ip, place) => expect(maskIp(ip)).toBe(place))
})
