import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { desc, eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { daysAgo } from '#contract/core/time.ts'
import { downloadGrants, downloads, grantFiles, productFiles } from '#server/db/schema/index.ts'
import { addFile, publishChanges, replaceFile } from '#tools/api-client/product-files.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { createZipFile } from '#tools/api-client/sample-files.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const MB = 1024 ** 2

const shop = useTestApp({ resetBefore: 'file' })
const files = [
  createZipFile(200_000, 'Guía.zip'),
  createZipFile(24 * MB, 'GUÍA.zip'),
  createZipFile(50_000, 'Ñandú.zip'),
]
let seller: ApiClient
let productId: number
beforeAll(async () => {
  seller = await shop.seller()
  productId = (await shop.upload(seller, { name: 'Pan: todo', file: files[0]! })).id
  for (const file of files.slice(1)) await addFile(seller, productId, file)
  if (files.length > 1) await publishChanges(seller, productId)
})

/** Buys products and returns the token of the paid order. */
async function buy(ids = [productId]): Promise<string> {
  const products = ids.map(id => ({ id }))
  const order = await shop.order(shop.visitor(), products, `${randomUUID()}@mail.test`)
  await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(order.token, 'approved')
  return order.token
}

const readArchive = async (token: string) => (await shop.readOrder(token)).archive!

async function download(url: string, headers: Record<string, string> = {}) {
  const reply = await fetch(url, { headers, redirect: 'manual' })
  const body = Buffer.from(await reply.arrayBuffer())
  return { status: reply.status, headers: reply.headers, body }
}
const readCode = ({ body }: { body: Buffer }) => JSON.parse(body.toString()).code as string

/** Reads how often each file of an order can still be downloaded. */
const readLeft = async (token: string) =>
  (await shop.readOrder(token)).items.flatMap(item => item.files.map(file => file.downloadsLeft))

describe('the archive of an order', () => {
  test('the archive of an order has all files in the sequence of their seller, and counts as a download of each', async () => {
    const token = await buy()
    const archive = await readArchive(token)

    const { status, headers, body } = await download(archive.downloadUrl)

    expect(status).toBe(200)
    expect(archive).toMatchObject({ files: 3, sizeBytes: body.length, downloadsLeft: 10 })
    expect(headers.get('content-length')).toBe(String(body.length))
    expect(headers.get('content-type')).toBe('application/zip')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="Pan todo.zip"/)
    expect(headers.get('cache-control')).toContain('no-store')
    const unpacked = Object.entries(unzipSync(body))
    expect(unpacked.map(([name]) => name)).toEqual(['Guía.zip', 'GUÍA (2).zip', 'Ñandú.zip'])
    for (const [index, [, content]] of unpacked.entries())
      expect(Buffer.from(content).equals(Buffer.from(await files[index]!.arrayBuffer()))).toBe(true)
    expect(await readLeft(token)).toEqual([9, 9, 9])
    expect((await readArchive(token)).downloadsLeft).toBe(9)
  })

  test('the archive of an order of several products has a folder for each', async () => {
    const other = await shop.upload(seller, { name: 'Otro', file: createZipFile(1000, 'Guía.zip') })
    const token = await buy([productId, other.id])

    const { headers, body } = await download((await readArchive(token)).downloadUrl)

    const { number } = await shop.readOrder(token)
    expect(headers.get('content-disposition')).toBe(`attachment; filename=${number}.zip`)
    expect(Object.keys(unzipSync(body))).toEqual([
      'Pan todo/Guía.zip',
      'Pan todo/GUÍA (2).zip',
      'Pan todo/Ñandú.zip',
      'Otro/Guía.zip',
    ])
  })

  test('the archive is offered for several files, and not for one', async () => {
    const single = await shop.publish(seller)

    expect((await shop.readOrder(await buy([single.id]))).archive).toBeNull()
    expect((await shop.readOrder(await buy())).archive).toMatchObject({ files: 3 })
  })
})

describe('a download of the archive', () => {
  test('a download of the archive continues at any byte at no cost, also after days', async () => {
    const token = await buy()
    const { downloadUrl, sizeBytes } = await readArchive(token)
    const first = await download(downloadUrl, { range: 'bytes=0-299999' })
    const etag = first.headers.get('etag')!
    await shop.db.update(downloads).set({ at: daysAgo(5) })

    const rest = await download(downloadUrl, { range: 'bytes=300000-', 'if-range': etag })

    expect([first.status, rest.status]).toEqual([206, 206])
    expect(rest.headers.get('content-range')).toBe(`bytes 300000-${sizeBytes - 1}/${sizeBytes}`)
    const unpacked = unzipSync(Buffer.concat([first.body, rest.body]))
    expect(unpacked['Ñandú.zip']).toHaveLength(files[2]!.size)
    expect(await readLeft(token)).toEqual([9, 9, 9])
    expect((await download(downloadUrl)).body.length).toBe(sizeBytes)
    expect(await readLeft(token)).toEqual([8, 8, 8])
  })

  test('a download of the archive in twenty parallel parts is counted once for each file', async () => {
    const token = await buy()
    const { downloadUrl, sizeBytes } = await readArchive(token)
    const step = Math.ceil(sizeBytes / 20)
    const ranges = Array.from({ length: 20 }, (_, n) => `bytes=${n * step}-${(n + 1) * step - 1}`)

    const replies = await Promise.all(
      ranges.toReversed().map(range => download(downloadUrl, { range })),
    )

    const whole = Buffer.concat(replies.toReversed().map(({ body }) => body))
    expect(Object.keys(unzipSync(whole))).toHaveLength(3)
    expect(await readLeft(token)).toEqual([9, 9, 9])
  })

  test('a download of the archive that breaks gives back what was not sent of each file', async () => {
    const token = await buy()
    const { downloadUrl } = await readArchive(token)
    const abort = new AbortController()
    const reply = await fetch(downloadUrl, { signal: abort.signal })
    await reply.body!.getReader().read()
    abort.abort()

    const readUnsent = async () => {
      const newestFirst = desc(grantFiles.grantId)
      const rows = await shop.db.select().from(grantFiles).orderBy(newestFirst, grantFiles.fileId)
      return rows.slice(0, files.length).map(({ unsentBytes }) => unsentBytes)
    }
    await expect.poll(async () => (await readUnsent())[2]).toBe(files[2]!.size)
    expect((await readUnsent())[1]).toBeGreaterThan(5 * MB)
    expect(await readLeft(token)).toEqual([9, 9, 9])
  })

  test('a download of the archive that is asked for by its head, or for a part of another archive, is not counted or begins anew', async () => {
    const token = await buy()
    const { downloadUrl, sizeBytes } = await readArchive(token)

    const head = await fetch(downloadUrl, { method: 'HEAD' })
    const tail = await download(downloadUrl, { range: 'bytes=-22' })
    const beyond = await download(downloadUrl, { range: `bytes=${sizeBytes}-` })
    const leftBefore = await readLeft(token)
    const other = await download(downloadUrl, { range: 'bytes=9-', 'if-range': '"another"' })

    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(sizeBytes)])
    expect([tail.status, tail.body.subarray(0, 4).toString('hex')]).toEqual([206, '504b0506'])
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${sizeBytes}`,
    ])
    expect(leftBefore).toEqual([10, 10, 10])
    expect([other.status, other.body.length]).toEqual([200, sizeBytes])
  })

  test('a download of the archive is refused as a whole if one of the files has no download left', async () => {
    const token = await buy()
    const { downloadUrl } = await readArchive(token)
    const { items } = await shop.readOrder(token)
    for (let n = 0; n < 10; n += 1) await download(items[0]!.files[2]!.downloadUrl!)

    const reply = await download(downloadUrl)

    expect([reply.status, readCode(reply)]).toEqual([410, 'ERROR_MISSING_OR_EXPIRED_TOKEN'])
    expect(await readLeft(token)).toEqual([10, 10, 0])
    expect((await readArchive(token)).downloadsLeft).toBe(0)
  })

  test('a download of the archive never continues with other files: a replaced file ends it', async () => {
    const { id } = await shop.publish(seller)
    await addFile(seller, id, files[0]!)
    await publishChanges(seller, id)
    const token = await buy([id])
    const former = await readArchive(token)
    const { items } = await shop.readOrder(token)
    const newFile = createZipFile(70_000, 'Nueva.zip')
    await replaceFile(seller, { id, slot: items[0]!.files[0]!.id }, newFile)
    await publishChanges(seller, id)

    const reply = await download(former.downloadUrl, { range: 'bytes=1000-' })
    const navigation = await shop.app.server.inject({
      url: former.downloadUrl,
      headers: { 'sec-fetch-mode': 'navigate' },
    })
    const { body } = await download((await readArchive(token)).downloadUrl)

    expect([reply.status, readCode(reply)]).toEqual([409, 'ERROR_ORDER_FILES_CHANGED'])
    expect([navigation.statusCode, navigation.headers.location]).toEqual([302, `/order/${token}`])
    expect(unzipSync(body)['Nueva.zip']).toHaveLength(newFile.size)
  })

  test('a download of the archive is refused as that of a single file: expired, refunded, closed, with a wrong link', async () => {
    const token = await buy()
    const { downloadUrl } = await readArchive(token)
    const statusOf = async (url = downloadUrl) => (await download(url)).status
    const [grant] = await shop.db.select().from(downloadGrants).orderBy(desc(downloadGrants.id))
    const changeGrants = (changes: Partial<typeof downloadGrants.$inferInsert>) =>
      shop.db.update(downloadGrants).set(changes).where(eq(downloadGrants.id, grant!.id))

    await changeGrants({ expiresAt: daysAgo(1) })
    expect(await statusOf()).toBe(410)
    expect((await fetch(downloadUrl, { method: 'HEAD' })).status).toBe(410)
    await changeGrants({ expiresAt: daysAgo(-1), closedAt: new Date(), closedReason: 'refunded' })
    expect(await statusOf()).toBe(403)
    expect((await shop.readOrder(token)).archive).toBeNull()
    expect(await statusOf(downloadUrl.replace(token, 'x'))).toBe(404)
  })

  test('a download of the archive does not count if the bytes of a file are missing', async () => {
    const token = await buy()
    const { downloadUrl } = await readArchive(token)
    const [last] = await shop.db
      .select()
      .from(productFiles)
      .where(eq(productFiles.fileName, 'Ñandú.zip'))
    const path = join(shop.folder, 'storage/files', last!.storageKey)
    await rename(path, `${path}.away`)

    expect((await download(downloadUrl)).status).toBe(500)
    expect(await readLeft(token)).toEqual([10, 10, 10])

    await rename(`${path}.away`, path)
    expect((await download(downloadUrl)).status).toBe(200)
  })
})
