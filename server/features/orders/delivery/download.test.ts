import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resendOrders } from '#contract/orders.ts'
import { downloads, grants, jobs } from '#server/db/schema/index.ts'
import { pdfFile } from '#tools/api-client/sample-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

const SIZE = 100_000

let shop: TestApp
let url: string
let token: string
let bytes: Buffer
beforeAll(async () => {
  shop = await createTestApp()
})
beforeEach(async () => {
  await shop.reset()
  const seller = await shop.seller()
  const file = pdfFile(SIZE)
  bytes = Buffer.from(await file.arrayBuffer())
  const product = await shop.publish(seller, { file })
  const order = await shop.order(shop.visitor(), [{ id: product.id }])
  token = order.token
  await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
  url = (await shop.becomes(token, 'approved')).items[0]!.downloadUrl!
})
afterAll(() => shop.close())

/** The whole answer: a body that nobody reads would keep its connection. */
async function get(headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers, redirect: 'manual' })
  const body = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: answer.headers, body }
}
const part = async (range: string) => {
  const answer = await get({ range })
  return {
    status: answer.status,
    range: answer.headers.get('content-range'),
    bytes: answer.body,
  }
}
const left = async () => (await shop.look(token)).items[0]!.downloadsLeft

test('a file is sent so that no browser runs it', async () => {
  const { headers } = await get()
  expect(headers.get('content-disposition')).toMatch(/^attachment;/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe('sandbox')
  expect(headers.get('cache-control')).toContain('no-store')
})

test('ten downloads are allowed and the eleventh is 410, also of twenty at once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => get()))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 410)).toHaveLength(10)
  expect(await left()).toBe(0)
})

test('a download that goes on where it stopped counts once', async () => {
  const first = await part('bytes=0-999')
  const rest = await part(`bytes=1000-`)

  expect([first.status, rest.status]).toEqual([206, 206])
  expect(first.range).toBe(`bytes 0-999/${bytes.length}`)
  expect(Buffer.concat([first.bytes, rest.bytes]).equals(bytes)).toBe(true)
  expect(await left()).toBe(9)
})

test('a middle without a beginning counts too', async () => {
  await part('bytes=1000-1999')
  expect(await left()).toBe(9)
})

test('one that was begun more than an hour ago counts again', async () => {
  await part('bytes=0-0')
  await shop.db.update(downloads).set({ at: new Date(Date.now() - 3_700_000) })
  await part('bytes=1-1')
  expect(await left()).toBe(8)
})

test('asking for the head counts nothing', async () => {
  const answer = await fetch(url, { method: 'HEAD' })
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  expect(await left()).toBe(10)
})

test.each([
  ['bytes=-5', 206],
  ['bytes=99999999-', 416],
  ['bytes=5-1', 416],
  ['lines=1-2', 200],
  ['bytes=0-1,5-6', 200],
])('a range of %s answers %d', async (range, status) =>
  expect((await part(range)).status).toBe(status),
)

test('a range of another version is the whole file', async () => {
  const answer = await get({ range: 'bytes=0-9', 'if-range': '"another"' })
  expect([answer.status, answer.body.length]).toEqual([200, bytes.length])
})

test('30 days later it is 410, and a person is sent to the order instead', async () => {
  await shop.db.update(grants).set({ expiresAt: new Date(Date.now() - 1000) })

  const answer = await get()
  expect(answer.status).toBe(410)
  expect(JSON.parse(answer.body.toString())).toMatchObject({
    code: 'ERROR_MISSING_OR_EXPIRED_TOKEN',
  })
  // Not by fetch, which says of itself that it is no navigation.
  const person = await shop.app.server.inject({ url, headers: { 'sec-fetch-mode': 'navigate' } })
  expect([person.statusCode, person.headers.location]).toEqual([302, `/order/${token}`])
})

test('a fresh link by mail refills what was used up; another address gets none', async () => {
  await shop.db.update(grants).set({ downloadsLeft: 0 })
  expect(
    await shop.visitor().call(resendOrders, { body: { email: 'stranger@mail.test' } }),
  ).toMatchObject({ status: 202 })
  expect(
    await shop.visitor().call(resendOrders, { body: { email: 'buyer@mail.test' } }),
  ).toMatchObject({ status: 202 })

  const mail = await shop.mailTo('buyer@mail.test', /enlaces|links/)
  expect(mail.text).toContain(`/order/${token}`)
  expect(await left()).toBe(10)
  expect(await shop.mailsTo('stranger@mail.test')).toEqual([])
})

test('nothing is sent without the right link', async () => {
  const other = new URL(url)
  const [item] = other.pathname.split('/').slice(-1)
  const wrong = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
  for (const path of [
    `/api/public/download/${wrong}/${item}`,
    `/api/public/download/${token}/999`,
    `/api/public/download/x/${item}`,
  ])
    expect((await fetch(`${shop.origin}${path}`)).status).toBe(404)
  await shop.db
    .update(grants)
    .set({ closedAt: new Date(), closedReason: 'refunded' })
    .where(eq(grants.id, 1))
  expect((await get()).status).toBe(403)
})

test('the request for fresh links is the same work for every address, and only a buyer hears of it', async () => {
  await shop.workDone()
  const before = (await shop.mailsTo('buyer@mail.test')).length
  await shop.app.worker.stop()
  const last = (await shop.db.select().from(jobs)).length

  for (const email of ['buyer@mail.test', 'stranger@mail.test'])
    expectOk(await shop.visitor().call(resendOrders, { body: { email } }))

  const asked = (await shop.db.select().from(jobs).orderBy(jobs.id)).slice(last)
  expect(asked.map(({ kind }) => kind)).toEqual(['resend_orders', 'resend_orders'])
  shop.app.worker.start()
  await expect.poll(async () => (await shop.mailsTo('buyer@mail.test')).length).toBe(before + 1)
  await shop.workDone()
  expect(await shop.mailsTo('stranger@mail.test')).toEqual([])
})
