import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { getUser } from '#contract/accounts/user.ts'
import { register, resendVerification } from '#contract/accounts/registration.ts'
import { ENDPOINTS } from '#contract/index.ts'
import { type Endpoint, buildPath, getSuccessStatus } from '#contract/core/endpoint.ts'
import { users } from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { PASSWORD } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

const form = {
  email: 'ana@mail.test',
  password: PASSWORD,
  confirm_password: PASSWORD,
  tyc: true as const,
}
const mutating = ENDPOINTS.filter(
  ({ endpoint }) =>
    endpoint.method !== 'GET' &&
    endpoint.method !== 'HEAD' &&
    !endpoint.path.endsWith('/webhook') &&
    !endpoint.oneClick,
)

/** Requests as the page of another site can send them, with the cookies of the visitor. */
const evil = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
const attempts: ((origin: string) => RequestInit)[] = [
  () => ({ headers: { ...evil, 'content-type': 'application/json' }, body: '{}' }),
  () => ({ headers: evil }),
  () => ({ headers: { origin: 'null', 'content-type': 'application/json' }, body: '{}' }),
  origin => ({
    headers: { origin: `${origin}.evil.test`, 'content-type': 'application/json' },
    body: '{}',
  }),
  () => ({ headers: { 'content-type': 'text/plain' }, body: '{}' }),
  () => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' }),
]

/** @returns the status and error code of the answer to each attempt */
async function callFromOtherSite(seller: ApiClient, endpoint: Endpoint): Promise<unknown[]> {
  const path = `/api${buildPath(endpoint, { id: 1, token: 'x', username: 'x' })}`
  const answers = []
  for (const attempt of attempts) {
    const init = { method: endpoint.method, ...attempt(shop.origin) }
    const answer = await seller.request(path, init)
    answers.push([answer.status, ((await answer.json()) as { code: string }).code])
  }
  return answers
}

/** Finds the first endpoint of which a call from another site changes the database. */
async function findChangingEndpoint(seller: ApiClient): Promise<string | undefined> {
  for (const { endpoint } of mutating) {
    const before = await shop.dumpDatabase()
    await callFromOtherSite(seller, endpoint)
    if ((await shop.dumpDatabase()) !== before) return `${endpoint.method} ${endpoint.path}`
  }
  return undefined
}

describe('a cross-site request', () => {
  test('the cross-site tests cover every endpoint that changes something', () => {
    expect(mutating.length).toBeGreaterThan(20)
  })

  test('the check of cross-site requests leaves out only the call of mail programs to unsubscribe, whose URL has a secret', () => {
    const oneClick = ENDPOINTS.filter(({ endpoint }) => endpoint.oneClick)
    expect(oneClick.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).toEqual([
      'POST /public/emails/:token/:topic',
    ])
  })

  test('a request from a page of another site gets 403 from every endpoint, and changes nothing', async () => {
    const seller = await shop.seller()
    // The first request of a session stores the address of its browser.
    expectOk(await seller.call(getUser, {}))
    const before = await shop.dumpDatabase()

    const answers: Record<string, unknown[]> = {}
    for (const { endpoint } of mutating)
      answers[`${endpoint.method} ${endpoint.path}`] = await callFromOtherSite(seller, endpoint)

    const refused = attempts.map(() => [403, 'ERROR_CROSS_SITE_REQUEST'])
    expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map(name => [name, refused])))
    // If something was changed, the calls are repeated one by one, so that the failure names the endpoint.
    if ((await shop.dumpDatabase()) !== before)
      expect(await findChangingEndpoint(seller)).toBeUndefined()
    expect(await shop.dumpDatabase()).toBe(before)
  })

  test('a file upload to an endpoint that takes no files answers 403', async () => {
    const seller = await shop.seller()
    const send = (path: string) => {
      const body = new FormData()
      body.set('file', new File(['x'], 'x.txt'))
      return seller.request(path, { method: 'POST', body })
    }
    expect((await send('/api/auth/logout')).status).toBe(403)
    expect((await send('/api/nowhere')).status).toBe(404)
  })

  test('a request without an Origin header answers 403', async () => {
    const answer = await fetch(`${shop.origin}/api/auth/logout`, { method: 'POST' })
    expect(answer.status).toBe(403)
  })
})

describe('a captcha', () => {
  const guarded = ENDPOINTS.filter(
    ({ endpoint }) => endpoint.captcha && !endpoint.captcha.isOnDemand,
  )

  test.each(guarded.map(({ endpoint }) => [endpoint.captcha!.action, endpoint] as const))(
    'a call with the captcha action %s answers 403 without a captcha',
    async (_, endpoint) => {
      const seller = await shop.seller()
      const answer = await seller.request(`/api${buildPath(endpoint, { id: 1 })}`, {
        method: endpoint.method,
        ...(endpoint.form
          ? { body: new FormData() }
          : endpoint.body
            ? { headers: { 'content-type': 'application/json' }, body: '{}' }
            : {}),
      })
      expect([answer.status, await answer.json()]).toMatchObject([
        403,
        { code: 'ERROR_CAPTCHA_FAILED' },
      ])
      expect(answer.status).not.toBe(getSuccessStatus(endpoint))
    },
  )

  test('a captcha is accepted once among ten simultaneous requests', async () => {
    const captcha = await shop.visitor().solveCaptcha('verify_email_form')
    const send = () =>
      shop.visitor().call(resendVerification, { body: { email: 'a@b.co' }, captcha })

    const answers = await Promise.all(Array.from({ length: 10 }, send))

    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'ERROR_CAPTCHA_FAILED')).toHaveLength(9)
  })

  test('a captcha for another action is refused', async () => {
    const captcha = await shop.visitor().solveCaptcha('login_form')
    expect(await shop.visitor().call(register, { body: form, captcha })).toMatchObject({
      status: 403,
      code: 'ERROR_CAPTCHA_FAILED',
    })
    expect(await shop.db.select().from(users)).toEqual([])
  })

  test.each([
    ['an empty text', ''],
    ['a word', 'hola'],
    ['a long word', 'x'.repeat(10_000)],
    ['an empty JSON object', Buffer.from('{}').toString('base64')],
  ])('a captcha that is %s is refused', async (_, captcha) => {
    expect(
      await shop
        .visitor()
        .call(login, { body: { email: 'a@b.co', password: 'x' }, captcha: captcha || ' ' }),
    ).toMatchObject({ status: 403, code: 'ERROR_CAPTCHA_FAILED' })
  })

  test('a captcha with a changed action, date or signature is refused', async () => {
    const answer = await fetch(`${shop.origin}/api/public/captcha/challenge?action=login_form`)
    const challenge = (await answer.json()) as {
      parameters: { data: { action: string }; expiresAt: number }
      signature: string
    }
    const solution = await solveChallenge({ challenge: challenge as never, deriveKey })
    const edits = [
      { ...challenge, parameters: { ...challenge.parameters, data: { action: 'register_form' } } },
      {
        ...challenge,
        parameters: { ...challenge.parameters, expiresAt: challenge.parameters.expiresAt + 3600 },
      },
      { ...challenge, signature: '0'.repeat(64) },
    ]
    for (const edited of edits) {
      const captcha = Buffer.from(JSON.stringify({ challenge: edited, solution })).toString(
        'base64',
      )
      expect(await shop.visitor().call(register, { body: form, captcha })).toMatchObject({
        status: 403,
      })
      expect(await shop.visitor().call(login, { body: form, captcha })).toMatchObject({
        status: 403,
      })
    }
  })
})

test('a session that outlives the suspension of its account is refused everything, with the reason', async () => {
  const seller = await shop.seller()
  // A sign-in at the moment of the suspension can open a session after the others were ended.
  await shop.db.update(users).set({ suspendedAt: new Date(), suspensionReason: 'Fraude' })

  expect(await seller.call(getUser, {})).toMatchObject({
    status: 403,
    code: 'ERROR_USER_SUSPENDED',
    reason: 'Fraude',
  })
})

describe('error responses', () => {
  test('an unknown API path answers 404 with an error code', async () => {
    const answer = await shop.visitor({ 'accept-language': 'en' }).request('/api/nothing/here')
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { code: 'UNKNOWN_ERROR', message: 'Unknown error' },
    ])
  })

  test.each([
    ['malformed JSON', { body: '{"email":', headers: { 'content-type': 'application/json' } }],
    [
      'U+0000 in a text',
      {
        body: JSON.stringify({ products: [{ id: 1 }], payerEmail: 'a\u0000@b.co' }),
        headers: { 'content-type': 'application/json' },
      },
    ],
    [
      'an id above 2^31',
      {
        body: JSON.stringify({ products: [{ id: 4_294_967_296 }], payerEmail: 'a@b.co' }),
        headers: { 'content-type': 'application/json' },
      },
    ],
  ])('a request with %s answers 400 without a stack trace or SQL', async (_, init) => {
    const answer = await shop
      .visitor()
      .request('/api/public/mercadopago/createPreference', { method: 'POST', ...init })
    expect(answer.status).toBe(400)
    expect(await answer.text()).not.toMatch(/at \w|select|node_modules|\/server\//i)
  })

  test('every endpoint that needs a session answers 401 without one', async () => {
    for (const { endpoint } of ENDPOINTS.filter(
      ({ endpoint: { access } }) => access !== 'public',
    )) {
      const answer = await shop
        .visitor()
        .request(`/api${buildPath(endpoint, { id: 1, username: 'x' })}`, {
          method: endpoint.method,
          ...(endpoint.body && { headers: { 'content-type': 'application/json' }, body: '{}' }),
        })
      expect([endpoint.path, answer.status]).toEqual([endpoint.path, 401])
    }
  })
})
