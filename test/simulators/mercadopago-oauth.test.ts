import { expect, test } from 'vitest'
import { CALLBACK_URL, startTestSimulator, createPkcePair, SELLER_ID } from './test-simulator.ts'

test('the consent page redirects with a code and the state, and the code is exchanged for tokens', async () => {
  await using provider = await startTestSimulator()

  const back = await provider.authorize({ user_id: String(SELLER_ID), decision: 'allow' })
  const reply = await provider.redeem(back.get('code')!)

  expect(back.get('state')).toBe('a-state')
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({
    access_token: expect.stringMatching(/^APP_USR-7001-\d{6}-[0-9a-f]+-2147483647$/),
    token_type: 'bearer',
    expires_in: 15_552_000,
    scope: 'offline_access read write',
    user_id: SELLER_ID,
    refresh_token: expect.stringMatching(/^TG-/),
    live_mode: true,
  })
})

test('the consent page redirects with an error and without a code if the seller denies', async () => {
  await using provider = await startTestSimulator()

  const back = await provider.authorize({ user_id: String(SELLER_ID), decision: 'deny' })

  expect(Object.fromEntries(back)).toMatchObject({ error: 'access_denied', state: 'a-state' })
  expect(back.has('code')).toBe(false)
})

test('the consent page creates an account for the choice "new"', async () => {
  await using provider = await startTestSimulator()
  const before = (await provider.send('GET', '/control/sellers')).body.sellers

  const back = await provider.authorize({ user_id: 'new', decision: 'allow' })
  const { body } = await provider.redeem(back.get('code')!)

  expect(before).toHaveLength(12)
  expect(before.map((seller: { userId: number }) => seller.userId)).not.toContain(body.user_id)
})

test('the consent page lists the twelve default sellers and is in the browser’s language', async () => {
  await using provider = await startTestSimulator()
  const address = `${provider.origin}/authorization?client_id=7001&response_type=code&redirect_uri=${CALLBACK_URL}`

  const reply = await fetch(address, { headers: { 'accept-language': 'en-GB,en;q=0.9' } })
  const page = await reply.text()

  expect(page).toContain('<html lang="en">')
  expect(page.match(/<option value="\d+"/g)).toHaveLength(12)
  expect(page).toContain('<option value="new">')
})

test('the consent page does not redirect to an unregistered redirect URI', async () => {
  await using provider = await startTestSimulator()
  const query = `client_id=7001&response_type=code&redirect_uri=${CALLBACK_URL}/else`

  const reply = await provider.submit(`/authorization?${query}`, { decision: 'allow' })

  expect(reply.status).toBe(400)
  expect(reply.headers.get('location')).toBeNull()
})

test('the token route rejects a code without the matching PKCE verifier', async () => {
  await using provider = await startTestSimulator()
  const choice = { user_id: String(SELLER_ID), decision: 'allow' }

  const wrong = await provider.authorize(choice, createPkcePair().challenge)
  const missing = await provider.authorize(choice, createPkcePair().challenge)

  const verifier = createPkcePair().verifier
  expect(await provider.redeem(wrong.get('code')!, { code_verifier: verifier })).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  })
  expect(await provider.redeem(missing.get('code')!)).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  })
})

test('an authorization code works once and for ten minutes', async () => {
  let now = Date.now()
  await using provider = await startTestSimulator({ now: () => now })
  const choice = { user_id: String(SELLER_ID), decision: 'allow' }
  const used = (await provider.authorize(choice)).get('code')!
  const late = (await provider.authorize(choice)).get('code')!

  await provider.redeem(used)
  const again = await provider.redeem(used)
  now += 10 * 60_000
  const afterwards = await provider.redeem(late)

  expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(afterwards).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('a refresh token works once and returns a new refresh token', async () => {
  await using provider = await startTestSimulator()
  const first = await provider.link()

  const second = await provider.refresh(first.refresh_token)
  const repeated = await provider.refresh(first.refresh_token)
  const third = await provider.refresh(second.body.refresh_token)

  expect(second).toMatchObject({ status: 200, body: { user_id: SELLER_ID } })
  expect(second.body.refresh_token).not.toBe(first.refresh_token)
  expect(repeated).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(third.status).toBe(200)
})

test.each([
  ['a wrong client secret', { client_secret: 'guess' }, 'invalid_client'],
  ['an unknown grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
  ['no grant type', { grant_type: undefined }, 'invalid_request'],
  ['another redirect URI', { redirect_uri: 'http://localhost/else' }, 'invalid_grant'],
  ['an extra field', { hello: 'world' }, 'invalid_request'],
])('the token route rejects a request with %s', async (_name, change, error) => {
  await using provider = await startTestSimulator()
  const back = await provider.authorize({ user_id: String(SELLER_ID), decision: 'allow' })

  const reply = await provider.redeem(back.get('code')!, change)

  expect(reply).toMatchObject({ status: 400, body: { error, status: 400, cause: [] } })
})

test('revoking the marketplace’s access invalidates all tokens of a seller until the account is linked again', async () => {
  await using provider = await startTestSimulator()
  const tokens = await provider.link()
  const preference = await provider.sell(tokens)
  const read = (headers: Record<string, string>) =>
    provider.send('GET', `/checkout/preferences/${preference.id}`, undefined, headers)

  await provider.send('POST', '/control/revoke', { userId: SELLER_ID })

  expect(await read(provider.as(tokens))).toMatchObject({ status: 401 })
  expect(await provider.refresh(tokens.refresh_token)).toMatchObject({
    status: 400,
    body: { error: 'unauthorized_client' },
  })
  expect(await read(provider.as(await provider.link()))).toMatchObject({ status: 200 })
})

test('an expired access token is rejected, and the refresh token returns a new one', async () => {
  await using provider = await startTestSimulator()
  const tokens = await provider.link()
  const search = '/checkout/preferences/search'

  await provider.send('POST', '/control/expire-token', { userId: SELLER_ID })
  const expired = await provider.send('GET', search, undefined, provider.as(tokens))
  const { body: fresh } = await provider.refresh(tokens.refresh_token)
  const renewed = await provider.send('GET', search, undefined, provider.as(fresh))

  expect(expired.status).toBe(401)
  expect(renewed.status).toBe(200)
})
