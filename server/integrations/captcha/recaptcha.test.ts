import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getCaptchaChallenge } from '#contract/accounts/captcha.ts'
import { login } from '#contract/accounts/sessions.ts'
import { recoverPassword } from '#contract/accounts/passwords.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

/** The next reply of the local server that replaces Google's verifier, and the requests that the server received. */
let reply: (form: URLSearchParams) => { status?: number; body?: string; hang?: boolean }
const requests: URLSearchParams[] = []
let verifier: Server
let shop: TestApp

beforeAll(async () => {
  verifier = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const form = new URLSearchParams(body)
      requests.push(form)
      const { status = 200, body: text = '', hang } = reply(form)
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
  requests.length = 0
  reply = () => ({ body: JSON.stringify(VALID_VERDICT) })
  await shop.reset()
})
afterAll(async () => {
  await shop.close()
  verifier.closeAllConnections()
  verifier.close()
})

const VALID_VERDICT = {
  success: true,
  score: 0.9,
  action: 'recover_password_form',
  hostname: '127.0.0.1',
}
let tokens = 0
const newToken = () => `token-of-the-browser-${(tokens += 1)}`
const send = (captcha = newToken()) =>
  shop.visitor().call(recoverPassword, { body: { email: 'ana@mail.test' }, captcha })
const REFUSED = { status: 403, code: 'ERROR_CAPTCHA_FAILED' }

test('a valid token is accepted, and the verifier gets the secret key and the IP address', async () => {
  const captcha = newToken()
  expect(await send(captcha)).toMatchObject({ status: 202 })
  expect(Object.fromEntries(requests[0]!)).toEqual({
    secret: 'the-secret-key',
    response: captcha,
    remoteip: '127.0.0.1',
  })
})

test('a browser receives the site key but not the secret key', async () => {
  const challenge = await shop
    .visitor()
    .call(getCaptchaChallenge, { query: { action: 'login_form' } })
  expect(challenge).toMatchObject({ body: { siteKey: 'the-site-key' } })
  expect(JSON.stringify(challenge)).not.toContain('the-secret-key')
})

describe('reCAPTCHA verdict', () => {
  test.each([
    ['a score at the threshold', 202, { score: 0.6 }],
    ['a score below the threshold', 403, { score: 0.59 }],
    ['no score', 403, { score: undefined }],
    ['success: false', 403, { success: false }],
    ['another action', 403, { action: 'login_form' }],
    ['no action', 403, { action: undefined }],
    ['another host name', 403, { hostname: 'evil.test' }],
    ['no host name', 403, { hostname: undefined }],
  ])('a request whose reCAPTCHA verdict has %s is answered with %d', async (_, status, change) => {
    reply = () => ({ body: JSON.stringify({ ...VALID_VERDICT, ...change }) })
    expect((await send()).status).toBe(status)
  })

  test.each([
    ['a status 500', { status: 500, body: JSON.stringify(VALID_VERDICT) }],
    ['a redirect', { status: 302, body: '' }],
    ['an HTML page', { body: '<html>' }],
    ['an empty body', { body: '' }],
    [
      'a string instead of a boolean',
      { body: JSON.stringify({ ...VALID_VERDICT, success: 'true' }) },
    ],
    ['an array', { body: '[]' }],
  ])('a token is rejected if the verifier answers with %s', async (_, invalidReply) => {
    reply = () => invalidReply
    expect(await send()).toMatchObject(REFUSED)
  })

  test('a token is rejected if the verifier does not answer in time', async () => {
    reply = () => ({ hang: true })
    expect(await send()).toMatchObject(REFUSED)
  })
})

test('a token is accepted only once, even in ten simultaneous requests and if the verifier would accept it again', async () => {
  const captcha = newToken()
  const results = await Promise.all(Array.from({ length: 10 }, () => send(captcha)))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(requests).toHaveLength(1)
  expect(await send(captcha)).toMatchObject(REFUSED)
})

test.each([
  ['an empty token', ' '],
  ['an overlong token', 'x'.repeat(9000)],
])('a captcha with %s is rejected without asking the verifier', async (_, captcha) => {
  const body = { email: 'ana@mail.test', password: 'Kiosko-0000' }
  expect(await shop.visitor().call(login, { body, captcha })).toMatchObject(REFUSED)
  expect(requests).toEqual([])
})
