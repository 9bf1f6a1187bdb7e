import { readdir, stat } from 'node:fs/promises'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getUser } from '#contract/accounts/user.ts'
import { uploadPicture } from '#contract/profiles.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { startTusUpload, uploadResumably } from '#tools/api-client/resumable-uploads.ts'
import { createCoverImage, createZipFile } from '#tools/api-client/sample-files.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

/** The clients of the tests choose their IP addresses. */
let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ TRUST_PROXY: 'loopback' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

let stalled: ClientRequest[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const request of stalled) request.destroy()
  stalled = []
})

/**
 * Begins to upload a profile picture and never ends. Resolves as soon as the upload is answered or its connection
 * closed.
 */
function stallUpload(client: ApiClient): {
  request: ClientRequest
  end: Promise<number | 'closed'>
  /** The text of the answer. */
  text: Promise<string>
} {
  const request = httpRequest(`${shop.origin}/api/profile/picture`, {
    method: 'POST',
    headers: {
      origin: shop.origin,
      ...client.headers,
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'multipart/form-data; boundary=x',
      'transfer-encoding': 'chunked',
    },
  })
  stalled.push(request)
  const end = new Promise<number | 'closed'>(resolve => {
    request.on('response', response => resolve(response.statusCode!))
    request.on('error', () => resolve('closed'))
  })
  const text = new Promise<string>(resolve => {
    request.on('response', response => void readText(response).then(resolve))
  })
  request.write(
    '--x\r\ncontent-disposition: form-data; name="picture_file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n',
  )
  return { request, end, text }
}

/** Begins to send a chunk of a file, of which a byte arrives, and never ends. Returns when the chunk is answered. */
async function stallChunk(client: ApiClient): Promise<{ end: Promise<unknown> }> {
  const { path } = await startTusUpload(client, { name: 'a.zip', size: 50_000 })
  const request = httpRequest(shop.origin + path, {
    method: 'PATCH',
    headers: {
      origin: shop.origin,
      ...client.headers,
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'application/offset+octet-stream',
      'content-length': 50_000,
      'tus-resumable': '1.0.0',
      'upload-offset': 0,
    },
  })
  stalled.push(request)
  const end = new Promise(resolve => {
    request.on('response', response => resolve(response.statusCode))
    request.on('error', () => resolve('closed'))
  })
  await new Promise(resolve => request.write('P', resolve))
  return { end }
}

const uploadWholePicture = async (client: ApiClient) =>
  client.call(uploadPicture, { form: {}, files: { picture_file: await createCoverImage() } })

test('many stalled uploads of one seller do not keep another seller from uploading', async () => {
  const [ana, eva] = [await shop.creator(), await shop.creator()]
  const ends = Array.from({ length: 67 }, () => stallUpload(ana).end)

  // One upload runs and 64 wait, so two of the 67 are refused.
  expect(await Promise.race(ends)).toBe(503)
  expectOk(await uploadWholePicture(eva))
})

test('a refused upload is told when to try again', async () => {
  const ana = await shop.creator()
  const ends = Array.from({ length: 67 }, () => stallUpload(ana).end)
  await Promise.race(ends)

  const refused = await ana.request('/api/profile/picture', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x--\r\n',
  })

  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 'ERROR_SERVICE_UNAVAILABLE' })
})

test('uploads of closed connections make room, also those that were waiting', async () => {
  const ana = await shop.creator()
  const ends = Array.from({ length: 67 }, () => stallUpload(ana).end)
  await Promise.race(ends)

  for (const request of stalled) request.destroy()

  await vi.waitFor(async () => expectOk(await uploadWholePicture(ana)), 15_000)
})

test('an upload that hardly sends data is closed, and those that wait behind it go on', async () => {
  const ana = await shop.creator()
  await vi.waitFor(async () => expectOk(await uploadWholePicture(ana)), 15_000)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const slow = [stallUpload(ana), stallUpload(ana)]
  const waiting = uploadWholePicture(ana)
  let isClosed = false
  void Promise.all(slow.map(({ end }) => end)).then(() => (isClosed = true))

  await vi.waitFor(() => {
    vi.advanceTimersByTime(20_000)
    expect(isClosed).toBe(true)
  }, 15_000)

  expectOk(await waiting)
})

/** Creates sellers who each have an IP address of their own, except that three share each of the first addresses. */
async function createSellers(count: number): Promise<ApiClient[]> {
  const sellers: ApiClient[] = []
  for (let index = 0; index < count; index += 1) {
    const seller = await shop.creator()
    seller.headers['x-forwarded-for'] = `203.0.113.${Math.floor(index / 3)}`
    sellers.push(seller)
  }
  return sellers
}

test('a chunk of a file does not wait for the slow chunks of nine other sellers', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const sellers = await createSellers(9)
  const other = await shop.creator()
  other.headers['x-forwarded-for'] = '198.51.100.1'
  const endings: unknown[] = []
  for (const seller of sellers) {
    const { end } = await stallChunk(seller)
    void end.then(ending => endings.push(ending))
  }

  expect(await uploadResumably(other, createZipFile(50_000))).toMatchObject({ status: 204 })

  expect(endings).toEqual([])
})

/** Counts the bytes of all uploads that are not stored yet. */
async function countTemporaryBytes(): Promise<number> {
  const folder = join(shop.folder, 'storage', 'temp')
  const sizes = await Promise.all(
    (await readdir(folder)).map(name =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Sends a part of each upload and waits until the server has received it. `expect.poll` is not used, because it
 * advances the faked clock whenever it waits, so that on a slow machine more time would pass than the test counts.
 * @param isOver stops waiting, when an upload is ended
 */
async function sendParts(
  uploads: { request: ClientRequest }[],
  bytes: number,
  isOver = () => false,
): Promise<void> {
  const received = (await countTemporaryBytes()) + uploads.length * bytes
  for (const { request } of uploads) request.write(Buffer.alloc(bytes))
  await waitForBytes(received, isOver)
}

async function waitForBytes(count: number, isOver = () => false): Promise<void> {
  while (!isOver() && (await countTemporaryBytes()) < count) await setTimeout(10)
}

test('slow uploads from four accounts at one address leave slots for the others', async () => {
  const sellers = await createSellers(3)
  const fourth = await shop.creator()
  fourth.headers['x-forwarded-for'] = '203.0.113.0'
  const other = await shop.creator()
  other.headers['x-forwarded-for'] = '198.51.100.1'
  const slow = [...sellers, fourth].flatMap(seller => [stallUpload(seller), stallUpload(seller)])
  const endings: unknown[] = []
  for (const { request, end } of slow) {
    void end.then(status => endings.push(status))
    request.write(Buffer.alloc(1000))
  }
  await expect.poll(countTemporaryBytes, { timeout: 15_000 }).toBeGreaterThanOrEqual(3000)
  expectOk(await other.call(getUser, {}))

  expectOk(await uploadWholePicture(other))
  expect(endings).toEqual([])
})

test('the slowest of eight slow uploads is ended while another seller waits, and leaves nothing behind', async () => {
  const sellers = await createSellers(8)
  const other = await shop.creator()
  other.headers['x-forwarded-for'] = '198.51.100.1'
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const slow = sellers.map(stallUpload)
  const endings: unknown[] = []
  for (const { end } of slow) void end.then(status => endings.push(status))
  const [slowest, ...others] = slow
  await sendParts(slow, 1000)

  const waiting = uploadWholePicture(other)
  const isOver = () => endings.length > 0
  while (!isOver()) {
    await sendParts(slow, 40_000, isOver)
    await sendParts(others, 20_000, isOver)
    vi.advanceTimersByTime(5000)
  }
  expectOk(await waiting)

  expect(endings).toEqual([429])
  expect(JSON.parse(await slowest!.text)).toMatchObject({ code: 'ERROR_UPLOAD_TOO_SLOW' })
  for (const { request } of slow) request.destroy()
  await expect.poll(countTemporaryBytes, { timeout: 15_000 }).toBe(0)
})

test('a slow upload is received to its end while nobody waits', async () => {
  const [seller] = await createSellers(1)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const upload = stallUpload(seller!)
  const picture = await createCoverImage()
  upload.request.write(Buffer.from(await picture.arrayBuffer()))
  // If some of it arrived later, a part would count as received before it is, and be missing in its period.
  await waitForBytes(picture.size)
  const endings: unknown[] = []
  void upload.end.then(status => endings.push(status))
  for (let check = 0; check < 20; check += 1) {
    await sendParts([upload], 20_000, () => endings.length > 0)
    expect(endings).toEqual([])
    vi.advanceTimersByTime(5000)
  }
  upload.request.end('\r\n--x--\r\n')

  expect(await upload.end).toBeLessThan(400)
})
