import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount, getUser } from '#contract/accounts/user.ts'
import { UNFINISHED_UPLOADS, listUploads } from '#contract/files/uploads.ts'
import { jobs, uploads } from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import {
  cancelTusUpload,
  readTusOffset,
  readUploads,
  sendTusChunk,
  startTusUpload,
  uploadResumably,
} from '#tools/api-client/resumable-uploads.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import { listStoredFileNames, readUsedBytes } from '#tools/test-app/product-uploads.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { removeLostUploads } from './end-upload.ts'
import { takeUpload } from './take-upload.ts'

const MB = 1024 * 1024
const QUOTA = 70 * MB
const MAX_BYTES = 60 * MB

let shop: TestApp
let seller: ApiClient
let sellerId: number
beforeAll(async () => {
  shop = await createTestApp({
    SELLER_QUOTA_BYTES: String(QUOTA),
    PRODUCT_FILE_MAX_BYTES: String(MAX_BYTES),
  })
})
beforeEach(async () => {
  await shop.reset()
  seller = await shop.creator()
  sellerId = expectOk(await seller.call(getUser, {})).id
})
afterAll(() => shop.close())

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer())
const take = (id: string, owner = sellerId) =>
  runTransaction(shop.db, tx => takeUpload(tx, owner, id))
const incomingFiles = () => readdir(join(shop.folder, 'storage/uploads'))

describe('a file that is sent in chunks', () => {
  test('a file that is sent in chunks becomes the checked file of one product, with the digests of its bytes', async () => {
    const file = createPdfFile(20 * MB, 'curso completo.pdf')
    const bytes = await bytesOf(file)

    const answer = await uploadResumably(seller, file)
    await shop.waitForJobs()
    const [upload] = await readUploads(seller)
    const [first, second] = await Promise.all([take(upload!.id), take(upload!.id)])

    expect(answer).toMatchObject({ status: 204, offset: file.size })
    expect(upload).toMatchObject({
      fileName: 'curso completo.pdf',
      sizeBytes: file.size,
      receivedBytes: file.size,
      state: 'ready',
      refusal: null,
    })
    expect(first).toMatchObject({
      clientName: 'curso completo.pdf',
      type: 'pdf',
      mime: 'application/pdf',
      sizeBytes: file.size,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      crc32: crc32(bytes),
    })
    expect(new Set([first.wasTaken, second.wasTaken])).toEqual(new Set([false, true]))
    expect({ ...second, wasTaken: first.wasTaken }).toEqual(first)
    expect(existsSync(join(shop.folder, 'storage/files', first.storageKey))).toBe(true)
    expect(await incomingFiles()).toEqual([])
    expect(await readUsedBytes(seller)).toBe(file.size)
    expect(await readUploads(seller)).toEqual([])
  })

  test('a file that is sent in chunks goes on after a cut in the middle of a chunk, with the bytes that had arrived', async () => {
    const file = createPdfFile(12 * MB)
    const bytes = await bytesOf(file)
    const { path } = await startTusUpload(seller, file)

    await sendAndCut(path, bytes.subarray(0, 8 * MB), 3 * MB)
    const cut = await readTusOffset(seller, path)
    const wrong = await sendTusChunk(seller, path, 0, bytes.subarray(0, 8 * MB))
    for (let at = cut.offset; at < bytes.length;)
      at = (await sendTusChunk(seller, path, at, bytes.subarray(at, at + 8 * MB))).offset
    await shop.waitForJobs()

    expect(cut.status).toBe(200)
    expect(cut.offset).toBeGreaterThan(2 * MB)
    expect(cut.offset).toBeLessThanOrEqual(3 * MB)
    expect(wrong).toMatchObject({ status: 409, code: 'INVALID_DATA' })
    const { sha256 } = await take(path.split('/').at(-1)!)
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  test('a file that is sent in chunks is appended to by one request at a time, and its bytes stay right', async () => {
    const file = createPdfFile(9 * MB)
    const bytes = await bytesOf(file)
    const { path } = await startTusUpload(seller, file)
    const chunk = bytes.subarray(0, 8 * MB)

    const answers = await Promise.all([
      sendTusChunk(seller, path, 0, chunk),
      sendTusChunk(seller, path, 0, chunk),
    ])
    await sendTusChunk(seller, path, chunk.length, bytes.subarray(chunk.length))
    await shop.waitForJobs()

    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['204', '409'])
    const { sha256 } = await take(path.split('/').at(-1)!)
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  test('a file that is sent in chunks goes on after the process that received it was killed, at once or with its last byte', async () => {
    const file = createPdfFile(MB)
    const bytes = await bytesOf(file)
    const { path } = await startTusUpload(seller, file)
    const id = path.split('/').at(-1)!
    const lease = { lockToken: crypto.randomUUID(), lockedUntil: sql`now() + interval '1 second'` }

    await shop.db.update(uploads).set(lease).where(eq(uploads.id, id))
    await shop.app.worker.stop()
    const answer = await sendTusChunk(seller, path, 0, bytes)
    // The bytes were stored, and the process was killed before it could say so.
    await shop.db.update(uploads).set({ state: 'receiving', receivedBytes: 0, storageKey: null })
    await shop.db.delete(jobs)
    const afterwards = await readTusOffset(seller, path)
    shop.app.worker.start()
    await shop.waitForJobs()

    expect(answer).toMatchObject({ status: 204, offset: file.size })
    expect(afterwards).toMatchObject({ status: 200, offset: file.size })
    expect(await take(id)).toMatchObject({ sizeBytes: file.size })
  })
})

describe('an upload is refused', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

  test.each([
    ['a type that products have not', 'virus.exe', 1000, 400, 'ERROR_UPLOADING_PRODUCT_FILE'],
    ['no bytes', 'libro.pdf', 0, 400, 'ERROR_FILE_EMPTY'],
    ['more bytes than a file may have', 'libro.pdf', MAX_BYTES + 1, 413, 'ERROR_UPLOADING_FILES'],
    ['a name that is too long', `${'a'.repeat(252)}.pdf`, 1000, 400, 'INVALID_DATA'],
  ])('an upload is refused at its start if it has %s', async (_, name, size, status, code) => {
    expect(await startTusUpload(seller, { name, size })).toMatchObject({ status, code })
    expect(await readUploads(seller)).toEqual([])
  })

  test('an upload is refused by its first chunk if its content is not what its name says, and gives its bytes back', async () => {
    const { path } = await startTusUpload(seller, { name: 'libro.pdf', size: 30 * MB })
    const chunk = new Uint8Array(Buffer.concat([png, randomBytes(MB)]))

    const answer = await sendTusChunk(seller, path, 0, chunk)
    const again = await readTusOffset(seller, path)
    await shop.waitForJobs()

    expect(answer).toMatchObject({ status: 400, code: 'ERROR_UPLOADING_PRODUCT_FILE' })
    expect(again.status).toBe(400)
    expect(await readUploads(seller)).toMatchObject([
      { state: 'refused', refusal: 'ERROR_UPLOADING_PRODUCT_FILE' },
    ])
    expect(await readUsedBytes(seller)).toBe(0)
    expect(await incomingFiles()).toEqual([])
    await expect(take(path.split('/').at(-1)!)).rejects.toThrow('ERROR_UPLOADING_PRODUCT_FILE')
    expect(await cancelTusUpload(seller, path)).toMatchObject({ status: 204 })
  })

  test('an upload is refused by its whole content if only that shows its type, and leaves nothing', async () => {
    const noArchive = new File([randomBytes(MB)], 'plantillas.zip')

    expect(await uploadResumably(seller, noArchive)).toMatchObject({ status: 204 })
    await shop.waitForJobs()

    expect(await readUploads(seller)).toMatchObject([{ state: 'refused' }])
    expect(await readUsedBytes(seller)).toBe(0)
    expect(await listStoredFileNames(shop, 'files')).toEqual([])
  })

  test('an upload is refused if another site or a call of another kind sends it', async () => {
    const { path } = await startTusUpload(seller, { name: 'libro.pdf', size: 100 })
    const send = (url: string, headers: Record<string, string>) =>
      seller.request(url, {
        method: url === path ? 'PATCH' : 'POST',
        headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', ...headers },
        body: new Uint8Array(10),
      })
    const chunk = { 'content-type': 'application/offset+octet-stream' }

    const refused = [
      await send(path, { ...chunk, origin: 'https://evil.test' }),
      await send(path, { 'content-type': 'text/plain' }),
      await send('/api/uploads', chunk),
      await send('/api/auth/logout', chunk),
    ]

    for (const answer of refused) {
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'ERROR_CROSS_SITE_REQUEST' })
    }
    expect((await send(path, { ...chunk, 'tus-resumable': '0.2' })).status).toBe(400)
  })

  test('an upload is refused if its name or its fingerprint cannot be stored, and its name is kept as it is shown', async () => {
    const nul = await startTusUpload(seller, { name: 'a\0b.pdf', size: 100 })
    expect(nul).toMatchObject({ status: 400, code: 'INVALID_DATA' })

    expect(await startTusUpload(seller, { name: 'a\u202Efdp.pdf', size: 100 })).toMatchObject({
      status: 201,
    })
    const { uploads } = expectOk(await seller.call(listUploads, {}))
    expect(uploads.map(({ fileName }) => fileName)).toEqual(['afdp.pdf'])
  })

  test('an upload is refused if anybody but its seller sends it', async () => {
    const { path } = await startTusUpload(seller, { name: 'libro.pdf', size: 100 })
    const other = await shop.creator()

    expect(await readTusOffset(other, path)).toMatchObject({ status: 404 })
    expect(await sendTusChunk(other, path, 0, new Uint8Array(10))).toMatchObject({
      status: 404,
      code: 'ERROR_UPLOAD_NOT_FOUND',
    })
    expect(await cancelTusUpload(other, path)).toMatchObject({ status: 404 })
    await expect(take(path.split('/').at(-1)!, sellerId + 1)).rejects.toThrow('NOT_FOUND')
    await expect(take(path.split('/').at(-1)!)).rejects.toThrow('ERROR_UPLOAD_BUSY')
  })
})

describe('the quota of uploads', () => {
  test('40 simultaneous starts leave as many unfinished uploads as a seller can have', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => startTusUpload(seller, { name: 'a.pdf', size: 1000 })),
    )

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(UNFINISHED_UPLOADS)
    expect(answers.filter(({ code }) => code === 'ERROR_TOO_MANY_UPLOADS')).toHaveLength(37)
    expect(await readUsedBytes(seller)).toBe(UNFINISHED_UPLOADS * 1000)
  })

  test('40 simultaneous uploads into room for 7 give 7, each of which is ready', async () => {
    const file = createPdfFile(10 * MB)

    // Each goes on trying while others are unfinished, as browsers do.
    const answers = await Promise.all(
      Array.from({ length: 40 }, async () => {
        for (;;) {
          const answer = await uploadResumably(seller, file)
          if (answer.code !== 'ERROR_TOO_MANY_UPLOADS') return answer
        }
      }),
    )
    await shop.waitForJobs()

    expect(answers.filter(({ status }) => status === 204)).toHaveLength(7)
    expect(answers.filter(({ code }) => code === 'ERROR_DIRECTORY_SIZE_EXCEEDED')).toHaveLength(33)
    const ready = (await readUploads(seller)).filter(({ state }) => state === 'ready')
    expect(ready).toHaveLength(7)
    expect(await readUsedBytes(seller)).toBe(7 * file.size)
  })

  test('an upload that expires, is cancelled or whose account is closed gives its bytes back and is removed', async () => {
    const file = createPdfFile(MB)
    const bytes = await bytesOf(file)
    const expired = await startTusUpload(seller, { name: 'a.pdf', size: 3 * MB })
    await sendTusChunk(seller, expired.path, 0, bytes)
    await uploadResumably(seller, file)
    await shop.waitForJobs()
    await shop.db.update(uploads).set({ expiresAt: sql`now() - interval '1 second'` })
    await shop.runSchedule('expire_uploads')
    await shop.waitForJobs()
    expect(await readUploads(seller)).toEqual([])
    expect(await readUsedBytes(seller)).toBe(0)
    expect(await listStoredFileNames(shop, 'files')).toEqual([])

    const cancelled = await startTusUpload(seller, { name: 'b.pdf', size: 3 * MB })
    await sendTusChunk(seller, cancelled.path, 0, bytes)
    expect(await cancelTusUpload(seller, cancelled.path)).toMatchObject({ status: 204 })
    expect(await readTusOffset(seller, cancelled.path)).toMatchObject({ status: 404 })
    expect(await readUsedBytes(seller)).toBe(0)

    const taken = await uploadResumably(seller, file)
    await shop.waitForJobs()
    const { storageKey } = await take(taken.path.split('/').at(-1)!)
    const open = await startTusUpload(seller, { name: 'c.pdf', size: 3 * MB })
    await sendTusChunk(seller, open.path, 0, bytes)
    expectOk(await seller.call(deleteAccount, { body: { password: PASSWORD } }))
    await shop.waitForJobs()
    expect(await shop.db.$count(uploads)).toBe(0)
    expect(await incomingFiles()).toEqual([])
    expect(await listStoredFileNames(shop, 'files')).toEqual([storageKey.split('/')[1]])
  })
})

test('bytes of uploads without a row are removed, unless the database is a wrong one', async () => {
  const storage = await createDiskStorage(join(shop.folder, 'storage'))
  const { path } = await startTusUpload(seller, { name: 'a.pdf', size: 1000 })
  const create = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => storage.incoming.create(crypto.randomUUID(), 10)),
    )
  // Each file was changed before the date with which the storage is asked.
  const listIds = () => storage.incoming.listIds(new Date(Date.now() + 1000))
  const context = {
    db: shop.db,
    storage: { ...storage, incoming: { ...storage.incoming, listIds } },
    log: pino({ level: 'silent' }),
  }

  await create(11)
  await removeLostUploads(context)
  expect(await incomingFiles()).toHaveLength(12)

  for (const id of (await incomingFiles()).slice(0, 5))
    if (!path.endsWith(id)) await storage.incoming.discard(id)
  await removeLostUploads(context)
  expect(await incomingFiles()).toEqual([path.split('/').at(-1)])
})

/** Sends the head of a chunk and some of its bytes, and closes the connection once the server has them. */
async function sendAndCut(path: string, chunk: Uint8Array, bytes: number): Promise<void> {
  const url = new URL(path, seller.origin)
  const call = request(url, {
    method: 'PATCH',
    headers: {
      origin: seller.origin,
      cookie: [...seller.cookies].map(pair => pair.join('=')).join('; '),
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': chunk.length,
    },
  })
  call.on('error', () => undefined)
  call.write(chunk.subarray(0, bytes))
  const stored = join(shop.folder, 'storage/uploads', path.split('/').at(-1)!)
  await expect.poll(async () => (await stat(stored)).size).toBeGreaterThan(2 * MB)
  call.destroy()
}
