import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login, logout } from '#contract/accounts/sessions.ts'
import { signInWithPasskey, startPasskeySignIn } from '#contract/accounts/passkeys.ts'
import { getUser } from '#contract/accounts/user.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { updateProduct } from '#contract/products/products.ts'
import { createPreference, getOrder } from '#contract/orders/orders.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import {
  PASSWORD,
  expectOk,
  linkMercadoPago,
  publishProduct,
  registerCreator,
} from '#tools/api-client/creator.ts'
import { startCaddy } from '#tools/cluster/caddy.ts'
import type { Proxy } from '#tools/cluster/proxy.ts'
import { startPgBouncer } from '#tools/cluster/pgbouncer.ts'
import { type SwiftServer, startSwift } from '#tools/object-storage/swift-server.ts'
import { addSoftwarePasskey } from '#tools/test-app/second-factors.ts'
import { type TestServer, startTestServer } from '#tools/test-app/test-server.ts'
import { buildIfNeeded } from '../../scripts/build.ts'

/**
 * Two web processes and two workers on one PostgreSQL database, reached through PgBouncer in transaction mode, and one
 * bucket. Caddy sends each request to the other process than the one before.
 */
let swift: SwiftServer
let server: TestServer
let pgBouncer: Awaited<ReturnType<typeof startPgBouncer>>
let caddy: Proxy
beforeAll(async () => {
  await buildIfNeeded()
  swift = await startSwift()
  server = await startTestServer({
    ...(await swift.createBucket('processes')),
    RATE_LIMIT_FACTOR: '1',
    TRUST_PROXY: 'loopback',
  })
  pgBouncer = await startPgBouncer(server.databaseUrl)
  const throughPooler = { DATABASE_URL: pgBouncer.url, DATABASE_DIRECT_URL: server.databaseUrl }
  const start = (ROLE: string) => server.startAnother({ ROLE, ...throughPooler })
  const web = [await start('web'), await start('web')]
  await start('worker')
  await start('worker')
  const upstreams = web.map(({ origin }) => new URL(origin).host)
  caddy = await startCaddy(server.origin, upstreams, caddyfile =>
    caddyfile.replace('least_conn', 'round_robin'),
  )
}, 240_000)
afterAll(async () => {
  await caddy.stop()
  await server.close()
  await pgBouncer.stop()
  await swift.stop()
})

test('four processes behave as one', async () => {
  const email = 'seller@creators.test'
  const seller = new ApiClient(server.origin)
  const readMail = (address: string) => server.waitForMailText(address)

  // Captcha, emails, sessions, the link to MercadoPago and the upload begin in one process and end in the other.
  await registerCreator(seller, email, readMail)
  await linkMercadoPago(seller)
  const { id } = await publishProduct(seller, { name: 'Zamba 0' })

  // Both processes answer a stranger from their caches, and the seller reads each change at once.
  const stranger = new ApiClient(server.origin)
  const readName = async (person: ApiClient) =>
    expectOk(await person.call(getPublicProduct, { params: { id } })).name
  for (let change = 1; change <= 10; change += 1) {
    for (let read = 0; read < 4; read += 1) await readName(stranger)
    const form = { name: `Zamba ${change}` }
    expectOk(await seller.call(updateProduct, { params: { id }, form }))
    const names = []
    for (let read = 0; read < 4; read += 1) names.push(await readName(seller))
    expect(new Set(names)).toEqual(new Set([`Zamba ${change}`]))
  }

  // A repeated order is the same order, and a worker delivers the file from the bucket.
  const buyer = new ApiClient(server.origin)
  const body = { products: [{ id }], payerEmail: 'buyer@mail.test' }
  const idempotencyKey = randomUUID()
  const pages = []
  for (let n = 0; n < 3; n += 1)
    pages.push(expectOk(await buyer.call(createPreference, { body, idempotencyKey })).init_point)
  expect(new Set(pages).size).toBe(1)
  const preferenceId = new URL(pages[0]!).searchParams.get('pref_id')!
  await server.provider.pay({ preferenceId, outcome: 'approved' })
  const token = /\/order\/([\w.~-]+)/.exec(await readMail('buyer@mail.test'))![1]!
  const { items } = expectOk(await buyer.call(getOrder, { params: { token }, query: {} }))
  for (let n = 0; n < 2; n += 1) {
    const file = await fetch(items[0]!.downloadUrl!)
    expect(new URL(file.url).origin).toBe(swift.endpoint)
    expect((await file.text()).startsWith('%PDF')).toBe(true)
  }

  // A passkey's challenge of one process is answered at the other.
  const { authenticator } = await addSoftwarePasskey(seller)
  const browser = new ApiClient(server.origin)
  const passkey = authenticator.get(expectOk(await browser.call(startPasskeySignIn, {})))
  expectOk(await browser.call(signInWithPasskey, { body: { passkey } }))
  for (let n = 0; n < 2; n += 1)
    expect(expectOk(await browser.call(getUser, {}))).toMatchObject({ email })

  // A session that ends in one process has ended in the other.
  const cookies = new Map(browser.cookies)
  expectOk(await browser.call(logout, {}))
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  for (let n = 0; n < 2; n += 1)
    expect(await browser.call(getUser, {})).toMatchObject({ status: 401 })

  // The two processes count attempts together: 30 in all, of which the seller has used some.
  const statuses = []
  for (let n = 0; n < 31; n += 1) {
    const account = { email: `nobody${n}@mail.test`, password: PASSWORD }
    statuses.push((await new ApiClient(server.origin).call(login, { body: account })).status)
  }
  expect(statuses.at(-1)).toBe(429)

  await server.waitForJobs()
  expect(await server.runCommand('invariants')).toMatchObject({ code: 0 })
}, 180_000)
