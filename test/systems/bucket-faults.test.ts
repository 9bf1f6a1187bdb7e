import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { getProfile } from '#contract/profiles.ts'
import { readConfig } from '#server/config.ts'
import { openStorage } from '#server/integrations/storage/open-storage.ts'
import { type Storage, StorageUnavailableError } from '#server/integrations/storage/storage.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type FaultyBucket, startFaultyBucket } from '#tools/object-storage/faulty-bucket.ts'
import { type SwiftServer, startSwift } from '#tools/object-storage/swift-server.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

const BUCKET = 'faults'
/** Two parts and a rest. */
const FILE_BYTES = 21_000_001
const always = { kind: 'status 500', times: Number.POSITIVE_INFINITY } as const

let swift: SwiftServer
let bucket: FaultyBucket
let folder: string
let settings: Record<string, string>
beforeAll(async () => {
  swift = await startSwift()
  bucket = await startFaultyBucket(swift.endpoint)
  folder = await mkdtemp(join(tmpdir(), 'kiosko-bucket-'))
  settings = {
    DATA_DIR: folder,
    ...(await swift.createBucket(BUCKET)),
    S3_ENDPOINT: bucket.endpoint,
  }
}, 120_000)
afterAll(async () => {
  await bucket.close()
  await swift.stop()
  await rm(folder, { recursive: true })
})
beforeEach(() => bucket.setFaults())

describe('a large file in a bucket', () => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openStorage(readConfig(settings))
  })

  async function upload() {
    const key = `7/${randomUUID()}`
    const staged = await storage.stageUpload()
    const { sha256 } = await staged.write(Readable.from([randomBytes(FILE_BYTES)]), FILE_BYTES)
    const commit = async () => {
      try {
        await staged.commit(key)
      } finally {
        await staged.discard()
      }
    }
    return { key, sha256, committed: commit() }
  }

  async function digest(key: string): Promise<string> {
    const hash = createHash('sha256')
    for await (const chunk of await storage.read(key)) hash.update(chunk as Buffer)
    return hash.digest('hex')
  }

  const listParts = (requests: string[]) =>
    requests.flatMap(name => /^PUT .*partNumber=(\d+)/.exec(name)?.[1] ?? [])

  async function listLeftovers() {
    const [{ Uploads = [] }, { Contents = [] }] = await Promise.all([
      swift.client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET })),
      swift.client.send(new ListObjectsV2Command({ Bucket: BUCKET })),
    ])
    return { uploads: Uploads.length, objects: Contents.map(({ Key }) => Key) }
  }

  test('a large file in a bucket is sent in parts', async () => {
    const { key, sha256, committed } = await upload()
    await committed

    expect(listParts(bucket.forwarded).toSorted()).toEqual(['1', '2', '3'])
    expect(await digest(key)).toBe(sha256)
    await storage.remove(key)
  })

  test('a large file in a bucket is whole although a part had to be sent twice', async () => {
    bucket.setFaults({ method: 'PUT', url: /partNumber=2/, kind: 'status 500', times: 1 })

    const { key, sha256, committed } = await upload()
    await committed

    expect(listParts(bucket.failed)).toEqual(['2'])
    expect(await digest(key)).toBe(sha256)
    await storage.remove(key)
  })

  test.each([
    ['a part', 'PUT', /partNumber=2/],
    ['its completion', 'POST', /uploadId=/],
  ])('a large file in a bucket leaves nothing if %s fails twice', async (_, method, url) => {
    bucket.setFaults({ method, url, ...always })

    const { committed } = await upload()

    await expect(committed).rejects.toThrow(StorageUnavailableError)
    expect(bucket.failed).toHaveLength(2)
    expect(await listLeftovers()).toEqual({ uploads: 0, objects: [] })
  })

  test('a large file in a bucket leaves parts for the daily cleanup if the upload cannot be ended either', async () => {
    bucket.setFaults(
      { method: 'PUT', url: /partNumber=2/, ...always },
      { method: 'DELETE', url: /uploadId=/, ...always },
    )

    const { committed } = await upload()

    await expect(committed).rejects.toThrow(StorageUnavailableError)
    expect((await listLeftovers()).uploads).toBe(1)
    bucket.setFaults()
    await storage.removeStaleUploads(new Date(Date.now() + 25 * 3_600_000))
    expect(await listLeftovers()).toEqual({ uploads: 0, objects: [] })
  })
})

describe('images in a bucket that fails', () => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await createTestApp(settings)
    await shop.reset()
  })
  afterAll(() => shop.close())

  test('images in a bucket that fails are answered with 503 if the bucket closes the connection before the body', async () => {
    const { id, imageFile } = await shop.upload(await shop.seller())
    bucket.setFaults({ ...always, method: 'GET', url: /\/images\//, kind: 'no body' })

    const image = await fetch(new URL(imageFile, shop.origin))
    const preview = await fetch(`${shop.origin}/og/product/${id}.jpg`)

    expect([image.status, preview.status]).toEqual([503, 503])
    expect(image.headers.get('cache-control')).toBe('no-store')
    bucket.setFaults()
    expect((await fetch(new URL(imageFile, shop.origin))).status).toBe(200)
  })

  test('images in a bucket that fails do not keep other link previews waiting', async () => {
    const { id } = await shop.upload(await shop.seller())
    bucket.setFaults({ ...always, method: 'GET', url: /\/images\//, kind: 'no answer' })
    const over = new AbortController()
    const waiting = fetch(`${shop.origin}/og/product/${id}.jpg`, { signal: over.signal })
    await expect.poll(() => bucket.failed.length).toBe(1)

    // A seller without products has a preview without a cover.
    const seller = await shop.seller()
    const { username } = expectOk(await seller.call(getProfile, {}))
    const preview = await fetch(`${shop.origin}/og/profile/${username}.jpg`, {
      signal: AbortSignal.timeout(5000),
    })

    expect(preview.status).toBe(200)
    over.abort()
    await expect(waiting).rejects.toThrow('abort')
  })
})
