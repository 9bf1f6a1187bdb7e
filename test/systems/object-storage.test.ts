import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { unzipSync } from 'fflate'
import { readConfig } from '#server/config.ts'
import { checkInvariants } from '#server/features/invariants/check.ts'
import { openStorage, openStorageForReading } from '#server/integrations/storage/open-storage.ts'
import { products } from '#server/db/schema/index.ts'
import { addFile, publishChanges } from '#tools/api-client/product-files.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { describeStorage } from '#tools/object-storage/storage-suite.ts'
import { type SwiftServer, startSwift } from '#tools/object-storage/swift-server.ts'
import { createPaidOrder } from '#tools/test-app/sample-order.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let swift: SwiftServer
let folder: string
let buckets = 0
beforeAll(async () => {
  swift = await startSwift()
  folder = await mkdtemp(join(tmpdir(), 'kiosko-storage-'))
}, 120_000)
afterAll(async () => {
  await swift.stop()
  await rm(folder, { recursive: true })
})

async function createSettings(): Promise<Record<string, string>> {
  buckets += 1
  return { DATA_DIR: folder, ...(await swift.createBucket(`bucket-${buckets}`)) }
}

describe('the storage in a bucket', () => {
  describeStorage(async () => openStorage(readConfig(await createSettings())))

  test('the storage in a bucket is read by a process that writes nothing', async () => {
    const settings = await createSettings()
    const storage = await openStorage(readConfig(settings))
    await storage.putImage('cover/320.webp', Buffer.from('x'))

    const reader = await openStorageForReading(readConfig(settings))

    expect(await reader.findImages('cover')).toEqual(['320.webp'])
    expect(await reader.fileSize('7/a')).toBeUndefined()
  })

  test('the storage in a bucket ends multipart uploads a day after they were begun', async () => {
    const settings = await createSettings()
    const Bucket = settings['S3_BUCKET']
    await swift.client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'files/7/a' }))
    const storage = await openStorage(readConfig(settings))

    const count = async () =>
      (await swift.client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.length ?? 0

    await storage.removeStaleUploads()
    expect(await count()).toBe(1)
    await storage.removeStaleUploads(new Date(Date.now() + 25 * 3_600_000))

    expect(await count()).toBe(0)
  })
})

describe('a marketplace with a bucket', () => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await createTestApp(await createSettings())
    await shop.reset()
  })
  afterAll(() => shop.close())

  /** Pays an order of a product and returns its token. */
  async function buy({ id }: { id: number }): Promise<string> {
    const { preferenceId, token } = await shop.order(shop.visitor(), [{ id }])
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    return token
  }

  test('a marketplace with a bucket sells a file, which the buyer downloads from the bucket by a link for five minutes', async () => {
    const token = await buy(await shop.upload(await shop.seller()))
    const { items } = await shop.waitForOrderState(token, 'approved')

    const redirect = await fetch(items[0]!.downloadUrl!, { redirect: 'manual' })
    const link = new URL(redirect.headers.get('location')!)
    const file = await fetch(link)
    const part = await fetch(items[0]!.downloadUrl!, { headers: { range: 'bytes=5-9' } })

    expect(redirect.status).toBe(302)
    expect(redirect.headers.get('cache-control')).toBe('private, no-store')
    expect(link.origin).toBe(swift.endpoint)
    expect(link.searchParams.get('X-Amz-Expires')).toBe('300')
    expect(file.status).toBe(200)
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename=/)
    const bytes = Buffer.from(await file.arrayBuffer())
    expect(bytes.subarray(0, 4).toString()).toBe('PK\x05\x06')
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(5, 10))).toBe(true)
    link.searchParams.delete('X-Amz-Signature')
    expect((await fetch(link)).status).toBe(403)
  })

  test('a marketplace with a bucket counts a download once whose line breaks every hour, although nobody knows what was sent', async () => {
    const token = await buy(await shop.upload(await shop.seller()))
    const readItem = async () => (await shop.waitForOrderState(token, 'approved')).items[0]!
    const { downloadUrl } = await readItem()
    const getLink = async (start: number) => {
      const headers = { range: `bytes=${start}-` }
      return (await fetch(downloadUrl!, { headers, redirect: 'manual' })).status
    }

    for (const start of [0, 5, 10, 15, 20, 25, 30]) expect(await getLink(start)).toBe(302)

    expect((await readItem()).downloadsLeft).toBe(9)
    expect(await getLink(0)).toBe(302)
    expect((await readItem()).downloadsLeft).toBe(8)
  })

  test('a marketplace with a bucket sends all files of an order in one archive, which reads only the requested bytes of the bucket', async () => {
    const seller = await shop.seller()
    const { id } = await shop.upload(seller, { file: createPdfFile(100_000, 'uno.pdf') })
    await addFile(seller, id, createPdfFile(200_000, 'dos.pdf'))
    await publishChanges(seller, id)
    const { archive } = await shop.waitForOrderState(await buy({ id }), 'approved')
    const read = async (range: string) =>
      Buffer.from(await (await fetch(archive!.downloadUrl, { headers: { range } })).arrayBuffer())

    const parts = [await read('bytes=0-149999'), await read('bytes=150000-')]

    const unpacked = unzipSync(Buffer.concat(parts))
    expect(Object.entries(unpacked).map(([name, { length }]) => [name, length > 99_000])).toEqual([
      ['uno.pdf', true],
      ['dos.pdf', true],
    ])
  })

  test('a marketplace with a bucket shows covers', async () => {
    const product = await shop.upload(await shop.seller())

    const cover = await fetch(new URL(product.imageFile, shop.origin))

    expect(cover.status).toBe(200)
    expect(cover.headers.get('content-type')).toBe('image/webp')
  })
})

test('files that were copied from the disk by their paths are sold from the bucket', async () => {
  const shop = await createTestApp()
  const bucketSettings = await swift.createBucket('moved')
  const { s3 } = readConfig({ DATA_DIR: folder, ...bucketSettings })
  const root = join(shop.folder, 'storage')
  try {
    await shop.reset()
    const { token } = await createPaidOrder(shop)
    const { items } = await shop.waitForOrderState(token, 'approved')
    for (const part of ['files', 'images'])
      for (const entry of await readdir(join(root, part), {
        recursive: true,
        withFileTypes: true,
      })) {
        const path = join(entry.parentPath, entry.name)
        const object = { Bucket: s3!.bucket, Key: relative(root, path) }
        if (entry.isFile())
          await swift.client.send(new PutObjectCommand({ ...object, Body: await readFile(path) }))
      }
    await rm(root, { recursive: true })

    const moved = await shop.startSecondApp({ s3 })

    const download = await fetch(moved.origin + new URL(items[0]!.downloadUrl!).pathname)
    expect(new URL(download.url).origin).toBe(swift.endpoint)
    expect((await download.text()).startsWith('%PDF')).toBe(true)
    const storage = await openStorageForReading({ ...shop.config, s3 })
    expect(await checkInvariants({ database: shop.database, storage })).toEqual([])
    await moved.close()
  } finally {
    await shop.close()
  }
})

test('a product is refused with 503 while the bucket cannot be reached, and leaves nothing', async () => {
  const settings = await createSettings()
  const port = await findFreePort()
  const shop = await createTestApp({ ...settings, S3_ENDPOINT: `http://127.0.0.1:${port}` })
  try {
    await shop.reset()
    const seller = await shop.seller()

    await expect(shop.upload(seller)).rejects.toThrow('503 ERROR_SERVICE_UNAVAILABLE')

    expect(await shop.db.$count(products)).toBe(0)
    expect(await readdir(join(folder, 'temp'))).toEqual([])
    expect((await fetch(`${shop.origin}/readyz`)).status).toBe(503)
  } finally {
    await shop.close()
  }
})

test('a bucket that accepts connections and never answers is given up', async () => {
  const settings = await createSettings()
  const silent = createServer().listen(0, '127.0.0.1')
  const connections: Socket[] = []
  silent.on('connection', connection => connections.push(connection.resume()))
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const shop = await createTestApp({ ...settings, S3_ENDPOINT: `http://127.0.0.1:${port}` })
  try {
    await shop.reset()

    const seller = await shop.seller()
    expect((await fetch(`${shop.origin}/readyz`)).status).toBe(503)

    await expect(shop.upload(seller)).rejects.toThrow('503 ERROR_SERVICE_UNAVAILABLE')

    expect(await shop.db.$count(products)).toBe(0)
    expect(await readdir(join(folder, 'temp'))).toEqual([])
  } finally {
    await shop.close()
    for (const connection of connections) connection.destroy()
    silent.close()
  }
}, 180_000)
