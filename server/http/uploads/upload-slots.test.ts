import { type ClientRequest, request as httpRequest } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { uploadPicture } from '#contract/profiles.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createCoverImage } from '#tools/api-client/sample-files.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

let stalled: ClientRequest[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const request of stalled) request.destroy()
  stalled = []
})

/** Begins to upload a profile picture and never ends. Resolves as soon as the upload is answered or its connection closed. */
function stallUpload(client: ApiClient): {
  request: ClientRequest
  end: Promise<number | 'closed'>
} {
  const request = httpRequest(`${shop.origin}/api/profile/picture`, {
    method: 'POST',
    headers: {
      origin: shop.origin,
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
  request.write(
    '--x\r\ncontent-disposition: form-data; name="picture_file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n',
  )
  return { request, end }
}

const uploadWholePicture = async (client: ApiClient) =>
  client.call(uploadPicture, { form: {}, files: { picture_file: await createCoverImage() } })

test('many stalled uploads of one seller do not keep another seller from uploading', async () => {
  const [ana, eva] = [await shop.creator(), await shop.creator()]
  const ends = Array.from({ length: 67 }, () => stallUpload(ana).end)

  // Two uploads run and 64 wait, so one of the 67 is refused.
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
