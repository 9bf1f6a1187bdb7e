import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS, daysAgo } from '#contract/core/time.ts'
import { resendOrderLinks } from '#contract/orders/orders.ts'
import { downloads, downloadGrants, grantFiles, jobs } from '#server/db/schema/index.ts'
import { setDownloadsLeft } from '#tools/test-app/orders/set-downloads-left.ts'
import { createZipFile } from '#tools/api-client/sample-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const SIZE = 100_000

const shop = useTestApp()
let url: string
let token: string
let bytes: Buffer
beforeEach(async () => {
  const seller = await shop.seller()
  const file = createZipFile(SIZE)
  bytes = Buffer.from(await file.arrayBuffer())
  const product = await shop.upload(seller, { file })
  const order = await shop.order(shop.visitor(), [{ id: product.id }])
  token = order.token
  await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
  url = (await shop.waitForOrderState(token, 'approved')).items[0]!.downloadUrl!
})

/** Downloads a file and reads the whole body, since an unread body would keep its connection open. */
async function download(headers: Record<string, string> = {}) {
  const reply = await fetch(url, { headers, redirect: 'manual' })
  const body = Buffer.from(await reply.arrayBuffer())
  return { status: reply.status, headers: reply.headers, body }
}
const downloadRange = async (range: string) => {
  const reply = await download({ range })
  return {
    status: reply.status,
    range: reply.headers.get('content-range'),
    bytes: reply.body,
  }
}
const downloadsLeft = async () => (await shop.readOrder(token)).items[0]!.downloadsLeft

test('a downloaded file has headers that keep browsers from running or caching it', async () => {
  const { headers } = await download()
  expect(headers.get('content-disposition')).toMatch(/^attachment;/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe('sandbox')
  expect(headers.get('cache-control')).toContain('no-store')
})

test('ten of twenty concurrent downloads succeed and the others reply 410', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => download()))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(replies.filter(({ status }) => status === 410)).toHaveLength(10)
  expect(await downloadsLeft()).toBe(0)
})

test('a download that is resumed by a range request counts once', async () => {
  const first = await downloadRange('bytes=0-999')
  const remainder = await downloadRange(`bytes=1000-`)

  expect([first.status, remainder.status]).toEqual([206, 206])
  expect(first.range).toBe(`bytes 0-999/${bytes.length}`)
  expect(Buffer.concat([first.bytes, remainder.bytes]).equals(bytes)).toBe(true)
  expect(await downloadsLeft()).toBe(9)
})

test('a range request without an earlier download counts as a download', async () => {
  await downloadRange('bytes=1000-1999')
  expect(await downloadsLeft()).toBe(9)
})

test('a part that is requested again counts as another download after a day only', async () => {
  await download()
  await shop.db.update(downloads).set({ at: new Date(Date.now() - DAY_MS + 60_000) })
  await downloadRange('bytes=1-1')
  expect(await downloadsLeft()).toBe(9)

  await shop.db.update(downloads).set({ at: daysAgo(1) })
  await downloadRange('bytes=1-1')
  expect(await downloadsLeft()).toBe(8)
})

test('what is missing of a download can be requested after days at no cost, and the first byte not again', async () => {
  await downloadRange('bytes=0-999')
  await shop.db.update(downloads).set({ at: daysAgo(5) })

  await downloadRange('bytes=1000-')
  expect(await downloadsLeft()).toBe(9)

  await downloadRange('bytes=0-999')
  expect(await downloadsLeft()).toBe(8)
})

test('a download does not count if the file is missing or cannot be read', async () => {
  const files = join(shop.folder, 'storage', 'files')
  const hidden = join(shop.folder, 'hidden')
  await rename(files, hidden)
  await mkdir(files)
  expect((await download()).status).toBe(500)
  const [seller] = await readdir(hidden)
  const [name] = await readdir(join(hidden, seller!))
  // A folder in the place of the file can be accessed, but not read.
  await mkdir(join(files, seller!, name!), { recursive: true })
  expect((await download()).status).toBe(500)
  expect(await downloadsLeft()).toBe(10)

  await rm(files, { recursive: true })
  await rename(hidden, files)
  expect((await download()).status).toBe(200)
  expect(await downloadsLeft()).toBe(9)
})

test('forty resumptions of a download cost one download', async () => {
  const step = Math.floor(bytes.length / 40)
  const parts = []
  for (let start = 0; start < bytes.length; start += step)
    parts.push((await downloadRange(`bytes=${start}-${start + step - 1}`)).bytes)

  expect(Buffer.concat(parts).equals(bytes)).toBe(true)
  expect(await downloadsLeft()).toBe(9)
})

test('twenty parallel ranges of a download manager cost one download, in whatever sequence they arrive', async () => {
  const step = Math.ceil(bytes.length / 20)
  const ranges = Array.from({ length: 20 }, (_, n) => `bytes=${n * step}-${(n + 1) * step - 1}`)

  const replies = await Promise.all(ranges.toReversed().map(downloadRange))

  expect(Buffer.concat(replies.toReversed().map(reply => reply.bytes)).equals(bytes)).toBe(true)
  expect(await downloadsLeft()).toBe(9)
})

test('ranges never give more bytes than the downloads of a grant and one more', async () => {
  let givenBytes = 0
  let last = await downloadRange('bytes=1-')
  for (let n = 0; n < 40 && last.status === 206; n += 1) {
    givenBytes += last.bytes.length
    last = await downloadRange('bytes=1-')
  }

  expect(last.status).toBe(410)
  expect(givenBytes).toBeGreaterThan(10 * (bytes.length - 1))
  expect(givenBytes).toBeLessThanOrEqual(11 * bytes.length)
  expect(await downloadsLeft()).toBe(0)
})

test('simultaneous ranges do not give more bytes either', async () => {
  const replies = await Promise.all(Array.from({ length: 40 }, () => downloadRange('bytes=1-')))

  const given = replies.filter(({ status }) => status === 206)
  expect(given).toHaveLength(11)
  expect(replies.filter(({ status }) => status === 410)).toHaveLength(29)
})

test('a download whose connection breaks again and again is resumed at no cost', async () => {
  const size = 24 * 1024 * 1024
  const seller = await shop.seller()
  const product = await shop.upload(seller, { file: createZipFile(size) })
  const order = await shop.order(shop.visitor(), [{ id: product.id }])
  await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
  const [item] = (await shop.waitForOrderState(order.token, 'approved')).items
  const findUse = async () =>
    (await shop.db.select().from(grantFiles).orderBy(desc(grantFiles.grantId)))[0] ?? {
      downloads: 0,
      unsentBytes: 0,
    }
  const breakAfterFirstBytes = async (range: string) => {
    const abort = new AbortController()
    const reply = await fetch(item!.downloadUrl!, { headers: { range }, signal: abort.signal })
    const { value } = await reply.body!.getReader().read()
    abort.abort()
    expect([reply.status, value!.length > 0]).toEqual([206, true])
  }

  // Ten downloads that were counted as complete would be far more than the bytes of one.
  for (let n = 0; n < 10; n += 1) {
    const { unsentBytes } = await findUse()
    await breakAfterFirstBytes(`bytes=${n}-`)
    const sent = async () => unsentBytes + (n === 0 ? size : 0) - (await findUse()).unsentBytes
    await expect.poll(sent).toBeLessThan(size / 5)
  }
  expect((await findUse()).downloads).toBe(1)
})

test('a continued download ends with the expiry or the refund of the order', async () => {
  await downloadRange('bytes=0-999')
  expect((await downloadRange('bytes=1000-1999')).status).toBe(206)

  await shop.db.update(downloadGrants).set({ expiresAt: new Date(Date.now() - 1000) })
  expect((await downloadRange('bytes=2000-2999')).status).toBe(410)
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(410)

  await shop.db.update(downloadGrants).set({
    expiresAt: new Date(Date.now() + 60_000),
    closedAt: new Date(),
    closedReason: 'refunded',
  })
  expect((await downloadRange('bytes=2000-2999')).status).toBe(403)
})

test('a HEAD request does not open the file', async () => {
  const files = join(shop.folder, 'storage', 'files')
  const hidden = join(shop.folder, 'hidden')
  await rename(files, hidden)
  const reply = await fetch(url, { method: 'HEAD' })
  await rename(hidden, files)

  expect([reply.status, reply.headers.get('content-length')]).toEqual([200, String(bytes.length)])
})

test('a HEAD request does not count as a download', async () => {
  const reply = await fetch(url, { method: 'HEAD' })
  expect([reply.status, reply.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  expect(await downloadsLeft()).toBe(10)
})

test.each([
  ['bytes=-5', 206],
  ['bytes=99999999-', 416],
  ['bytes=5-1', 416],
  ['lines=1-2', 200],
  ['bytes=0-1,5-6', 200],
])('a download request for the range %s is answered with %d', async (range, status) =>
  expect((await downloadRange(range)).status).toBe(status),
)

test('a range request with an If-Range for another version replies the whole file', async () => {
  const reply = await download({ range: 'bytes=0-9', 'if-range': '"another"' })
  expect([reply.status, reply.body.length]).toEqual([200, bytes.length])
})

test('an expired grant replies 410, and a browser navigation is redirected to the order', async () => {
  await shop.db.update(downloadGrants).set({ expiresAt: new Date(Date.now() - 1000) })

  const reply = await download()
  expect(reply.status).toBe(410)
  expect(JSON.parse(reply.body.toString())).toMatchObject({
    code: 'ERROR_MISSING_OR_EXPIRED_TOKEN',
  })
  // Fastify's `inject` sends this request, since `fetch` cannot send `sec-fetch-mode: navigate`.
  const navigation = await shop.app.server.inject({
    url,
    headers: { 'sec-fetch-mode': 'navigate' },
  })
  expect([navigation.statusCode, navigation.headers.location]).toEqual([302, `/order/${token}`])
})

test('requesting links by mail refills used-up downloads, and an email without orders gets no mail', async () => {
  await setDownloadsLeft(shop.db, 0)
  expect(
    await shop.visitor().call(resendOrderLinks, { body: { email: 'stranger@mail.test' } }),
  ).toMatchObject({ status: 202 })
  expect(
    await shop.visitor().call(resendOrderLinks, { body: { email: 'buyer@mail.test' } }),
  ).toMatchObject({ status: 202 })

  const mail = await shop.waitForMail('buyer@mail.test', /enlaces|links/)
  await shop.waitForJobs()
  const newToken = /\/order\/([\w-]+)/.exec(mail.text)![1]!
  expect(newToken).not.toBe(token)
  expect((await shop.readOrder(newToken)).items[0]!.downloadsLeft).toBe(10)
  expect(await shop.listMails('stranger@mail.test')).toEqual([])
})

test('a download with a wrong token or item replies 404, and one with a closed grant 403', async () => {
  const other = new URL(url)
  const [item] = other.pathname.split('/').slice(-1)
  const forgedToken = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
  for (const path of [
    `/api/public/download/${forgedToken}/${item}`,
    `/api/public/download/${token}/999999`,
    `/api/public/download/x/${item}`,
  ])
    expect((await fetch(`${shop.origin}${path}`)).status).toBe(404)
  await shop.db
    .update(downloadGrants)
    .set({ closedAt: new Date(), closedReason: 'refunded' })
    .where(eq(downloadGrants.orderItemId, Number(item)))
  expect((await download()).status).toBe(403)
})

test('requesting links enqueues the same job for every email, but only buyers get a mail', async () => {
  await shop.waitForJobs()
  const mailCount = (await shop.listMails('buyer@mail.test')).length
  await shop.app.worker.stop()
  const jobCount = (await shop.db.select().from(jobs)).length

  for (const email of ['buyer@mail.test', 'stranger@mail.test'])
    expectOk(await shop.visitor().call(resendOrderLinks, { body: { email } }))

  const enqueuedJobs = (await shop.db.select().from(jobs).orderBy(jobs.id)).slice(jobCount)
  expect(enqueuedJobs.map(({ kind }) => kind)).toEqual(['resend_order_links', 'resend_order_links'])
  shop.app.worker.start()
  await expect
    .poll(async () => (await shop.listMails('buyer@mail.test')).length)
    .toBe(mailCount + 1)
  await shop.waitForJobs()
  expect(await shop.listMails('stranger@mail.test')).toEqual([])
})
