import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getCaptchaChallenge } from '#contract/captcha.ts'
import { login } from '#contract/accounts/sessions.ts'
import { recoverPassword } from '#contract/accounts/passwords.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

/** What the verifier answers next, and what it was asked. */
let answer: (asked: URLSearchParams) => { status?: number; body?: string; hang?: boolean }
const asked: URLSearchParams[] = []
let verifier: Server
let shop: TestApp

beforeAll(async () => {
  verifier = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const form = new URLSearchParams(body)
      asked.push(form)
      const { status = 200, body: text = '', hang } = answer(form)
      if (hang) return
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    })
  })
  await new Promise<void>(resolve => verifier.listen(0, '127.0.0.1', resolve))
  const { port } = verifier.address() as AddressInfo
  shop = await createTestApp({
    CAPTCHA_PROVIDER: 'recaptcha',
    CAPTCHA_SITE_KEY: 'the-site-key',
    RECAPTCHA_SECRET: 'the-secret-key',
    RECAPTCHA_MIN_SCORE: '0.6',
    RECAPTCHA_VERIFY_URL: `http://127.0.0.1:${port}/siteverify`,
  })
})
beforeEach(async () => {
  asked.length = 0
  answer = () => ({ body: JSON.stringify(good) })
  await shop.reset()
})
afterAll(async () => {
  await shop.close()
  verifier.closeAllConnections()
  verifier.close()
})

const good = { success: true, score: 0.9, action: 'recover_password_form', hostname: '127.0.0.1' }
let tokens = 0
const fresh = () => `token-of-the-browser-${(tokens += 1)}`
const send = (captcha = fresh()) =>
  shop.visitor().call(recoverPassword, { body: { email: 'ana@mail.test' }, captcha })
const REFUSED = { status: 403, code: 'ERROR_CAPTCHA_FAILED' }

test('a person is let through, and the verifier is asked with the secret and the address', async () => {
  const captcha = fresh()
  expect(await send(captcha)).toMatchObject({ status: 202 })
  expect(Object.fromEntries(asked[0]!)).toEqual({
    secret: 'the-secret-key',
    response: captcha,
    remoteip: '127.0.0.1',
  })
})

test('a browser learns the public key, and not the secret', async () => {
  const learnt = await shop.visitor().call(getCaptchaChallenge, { query: { action: 'login_form' } })
  expect(learnt).toMatchObject({ body: { siteKey: 'the-site-key' } })
  expect(JSON.stringify(learnt)).not.toContain('the-secret-key')
})

describe('a verdict', () => {
  test.each([
    ['at the threshold', { score: 0.6 }, 202],
    ['under the threshold', { score: 0.59 }, 403],
    ['without a score', { score: undefined }, 403],
    ['of no success', { success: false }, 403],
    ['for another action', { action: 'login_form' }, 403],
    ['without an action', { action: undefined }, 403],
    ['for another host', { hostname: 'evil.test' }, 403],
    ['without a host', { hostname: undefined }, 403],
  ])('%s', async (_, change, status) => {
    answer = () => ({ body: JSON.stringify({ ...good, ...change }) })
    expect((await send()).status).toBe(status)
  })

  test.each([
    ['a failure of the verifier', { status: 500, body: JSON.stringify(good) }],
    ['a redirect', { status: 302, body: '' }],
    ['a page', { body: '<html>' }],
    ['nothing', { body: '' }],
    ['a word for a yes', { body: JSON.stringify({ ...good, success: 'true' }) }],
    ['a list', { body: '[]' }],
  ])('that is %s is a no', async (_, reply) => {
    answer = () => reply
    expect(await send()).toMatchObject(REFUSED)
  })

  test('that does not come in time is a no', async () => {
    answer = () => ({ hang: true })
    expect(await send()).toMatchObject(REFUSED)
  })
})

test('a token is good once, also when the verifier forgets, and among ten at the same moment', async () => {
  const captcha = fresh()
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(captcha)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(asked).toHaveLength(1)
  expect(await send(captcha)).toMatchObject(REFUSED)
})

test.each([
  ['none', ' '],
  ['a word too long', 'x'.repeat(9000)],
])('of a token that is %s nobody is asked', async (_, captcha) => {
  const body = { email: 'ana@mail.test', password: 'Kiosko-0000' }
  expect(
    await shop.visitor().call(login, { body, captcha: captcha.trim() || 'x'.repeat(9000) }),
  ).toMatchObject(REFUSED)
  expect(asked).toEqual([])
})
