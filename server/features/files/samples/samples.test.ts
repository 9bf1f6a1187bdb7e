import { createHash, randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { takeDownProduct } from '#contract/admin/products.ts'
import { changeProductFile, listProductFiles } from '#contract/files/product-files.ts'
import { deleteProduct, setProductState } from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { checkStorage } from '#server/features/invariants/rules/storage-rules.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { productFiles, productSamples, products } from '#server/db/schema/index.ts'
import { addFile, publishChanges, replaceFile } from '#tools/api-client/product-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { listStoredFileNames, readUsedBytes } from '#tools/test-app/product-uploads.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { trashOrphans } from '../orphan-cleanup/orphan-cleanup.ts'

const FIXTURES = new URL('../../../../tools/fixtures/samples/', import.meta.url)

const readPdf = async (name: string) =>
  new File([await readFile(new URL(`pdf/${name}.pdf`, FIXTURES))], `${name}.pdf`, {
    type: 'application/pdf',
  })
const readMp3 = async (name: string) =>
  new File([gunzipSync(await readFile(new URL(`mp3/${name}.mp3.gz`, FIXTURES)))], `${name}.mp3`, {
    type: 'audio/mpeg',
  })
const createWave = () =>
  new File([Buffer.from('RIFF0000WAVEfmt '), Buffer.alloc(5000, 1)], 'audio.wav', {
    type: 'audio/wav',
  })

const shop = useTestApp()
let seller: SignedInUser
let product: { id: number }
let book: File
beforeEach(async () => {
  seller = await shop.seller()
  book = await readPdf('9-pages')
  product = await shop.publish(seller, { file: book })
})

const own = () => ({ id: product.id })
const list = async () => expectOk(await seller.call(listProductFiles, { params: own() })).files
const change = (slot: number, body: { offersSample?: boolean; isHidden?: boolean }) =>
  seller.call(changeProductFile, { params: { ...own(), slot }, body })
const publish = () => publishChanges(seller, product.id)
async function replace(slot: number, file: File): Promise<void> {
  await replaceFile(seller, { ...own(), slot }, file)
  await publish()
}
const readSamples = async () =>
  expectOk(await shop.visitor().call(getPublicProduct, { params: own() })).fileList.map(
    ({ sample }) => sample,
  )
const statusOf = async (url: string) => (await shop.visitor().request(url)).status

/** Offers the sample of the first file, waits until it is cut, and publishes it. */
async function offer(): Promise<{ slot: number; url: string }> {
  const [file] = await list()
  expectOk(await change(file!.id, { offersSample: true }))
  await shop.waitForJobs()
  expect(await readSamples()).toEqual([null])
  expect((await list())[0]!.sample).toMatchObject({ state: 'ready', url: null })
  await publish()
  const [sample] = await readSamples()
  return { slot: file!.id, url: sample!.url }
}

/** Stores a sample of the first file, as if it had been offered and cut. */
async function insertStoredSample(): Promise<{ slot: number; url: string; bytes: Buffer }> {
  const [file] = await list()
  const bytes = await readFile(new URL('pdf/3-pages.pdf', FIXTURES))
  const storageKey = `${seller.id}/${randomUUID()}`
  await writeFile(`${shop.folder}/storage/files/${storageKey}`, bytes)
  await shop.db.insert(productSamples).values({
    slotId: file!.id,
    productId: product.id,
    fileId: await findFileId(file!.id),
    storageKey,
    mime: 'application/pdf',
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    length: 3,
  })
  const [sample] = await readSamples()
  return { slot: file!.id, url: sample!.url, bytes }
}

async function findFileId(slotId: number): Promise<number> {
  const [file] = await shop.db
    .select({ id: productFiles.id })
    .from(productFiles)
    .where(eq(productFiles.slotId, slotId))
  return file!.id
}

describe('the sample of a file', () => {
  test('the sample of a file is cut after its seller offers it, and shown to everybody without an order', async () => {
    // The page is cached without the sample.
    expect(await readSamples()).toEqual([null])

    const { url } = await offer()

    expect(await readSamples()).toEqual([{ url, length: 3, sizeBytes: expect.any(Number) }])
    expect((await list())[0]!.sample).toEqual({ state: 'ready', refusal: null, length: 3, url })
    const reply = await shop.visitor().request(url)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('application/pdf')
    expect(Buffer.from(await reply.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
    expect(await readUsedBytes(seller)).toBe(book.size)
  })

  test('the sample of a file is sent as what it is and nothing else, whole and in parts', async () => {
    const { url, bytes } = await insertStoredSample()

    const whole = await shop.visitor().request(url)
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename=9-pages.pdf',
      'content-security-policy': "frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=300',
    })

    const part = await shop.visitor().request(url, { headers: { range: 'bytes=5-9' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 5-9/${bytes.length}`,
    ])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(5, 10))
    const beyond = await shop.visitor().request(url, { headers: { range: 'bytes=9999999-' } })
    expect(beyond.status).toBe(416)
    const head = await shop.visitor().request(url, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(bytes.length))
  })

  test('the sample of an MP3 is audio', async () => {
    product = await shop.publish(seller, { file: await readMp3('30-seconds') })

    const { url } = await offer()

    const reply = await shop.visitor().request(url)
    expect(reply.headers.get('content-type')).toBe('audio/mpeg')
    expect(reply.headers.get('content-security-policy')).toBe('sandbox')
    expect((await readSamples())[0]).toMatchObject({ length: 15 })
  })

  test.each([
    ['a password', () => readPdf('encrypted'), 'encrypted'],
    ['too short audio', () => readMp3('10-seconds'), 'too_short'],
  ])('the sample of a file is refused for %s', async (_, createFile, refusal) => {
    product = await shop.publish(seller, { file: await createFile() })
    const [file] = await list()
    expectOk(await change(file!.id, { offersSample: true }))
    await shop.waitForJobs()

    expect((await list())[0]!.sample).toEqual({
      state: 'refused',
      refusal,
      length: null,
      url: null,
    })
    expect(await readSamples()).toEqual([null])
  })

  test('a sample is refused for a file that is neither PDF nor MP3', async () => {
    product = await shop.publish(seller, { file: createWave() })
    const [file] = await list()

    expect(await change(file!.id, { offersSample: true })).toMatchObject({
      status: 409,
      code: 'ERROR_SAMPLE_TYPE',
    })
  })

  test('the sample of a file is cut anew from the next version, and the one before is deleted', async () => {
    const { slot, url } = await insertStoredSample()

    await replace(slot, await readMp3('61-seconds'))
    expect(await statusOf(url)).toBe(404)
    await shop.waitForJobs()

    const [sample] = await readSamples()
    expect(sample).toMatchObject({ length: 30 })
    expect(sample!.url).not.toBe(url)
    expect(await statusOf(sample!.url)).toBe(200)
    // The new version and its sample: nobody has bought the first version.
    expect(await listStoredFileNames(shop, 'files')).toHaveLength(2)
  })

  test('the sample of a file says in words that the next version has none', async () => {
    const { slot } = await insertStoredSample()

    await replace(slot, createWave())
    await shop.waitForJobs()

    expect((await list())[0]!.sample).toMatchObject({ state: 'refused', refusal: 'type' })
    expect(await listStoredFileNames(shop, 'files')).toHaveLength(1)
  })

  test('the sample of a file is deleted when its seller ends the offer', async () => {
    const { slot, url } = await insertStoredSample()

    expectOk(await change(slot, { offersSample: false }))
    expect(await statusOf(url)).toBe(200)
    expect((await list())[0]!.sample).toBeNull()
    await publish()
    await shop.waitForJobs()

    expect(await statusOf(url)).toBe(404)
    expect(await readSamples()).toEqual([null])
    expect((await list())[0]!.sample).toBeNull()
    expect(await listStoredFileNames(shop, 'files')).toHaveLength(1)
  })

  test('the sample of a hidden file is not shown, and is there again when the file is', async () => {
    const { slot, url } = await insertStoredSample()
    // A buyer, for whom the hidden file is kept.
    await shop.order(shop.visitor(), [{ id: product.id }])
    await addFile(seller, product.id, createWave())

    expectOk(await change(slot, { isHidden: true }))
    expect(await statusOf(url)).toBe(200)
    await publish()
    expect(await statusOf(url)).toBe(404)
    await shop.waitForJobs()
    expect(await listStoredFileNames(shop, 'files')).toHaveLength(2)

    expectOk(await change(slot, { isHidden: false }))
    await publish()
    await shop.waitForJobs()
    expect(await statusOf(url)).toBe(200)
  })

  test.each(['paused', 'archived'] as const)(
    'the sample of a product that is %s is not shown',
    async state => {
      const { url } = await insertStoredSample()
      expectOk(await seller.call(setProductState, { params: own(), body: { state } }))

      expect(await statusOf(url)).toBe(404)
      expect((await list())[0]!.sample).toMatchObject({ state: 'ready', url: null })
      if (state === 'paused') expect(await readSamples()).toEqual([null])

      expectOk(await seller.call(setProductState, { params: own(), body: { state: 'on_sale' } }))
      expect(await statusOf(url)).toBe(200)
    },
  )

  test('the sample of a product that an admin took down is not shown', async () => {
    const { url } = await insertStoredSample()
    const admin = await createAdmin(shop)

    expectOk(
      await admin.call(takeDownProduct, { params: own(), body: { reason: 'Es de otra persona.' } }),
    )

    expect(await statusOf(url)).toBe(404)
  })

  test('the sample of a file is deleted with its product', async () => {
    const { url } = await insertStoredSample()

    expectOk(await seller.call(deleteProduct, { params: own() }))
    await shop.waitForJobs()

    expect(await statusOf(url)).toBe(404)
    expect(await listStoredFileNames(shop, 'files')).toEqual([])
    expect(await shop.db.$count(productSamples)).toBe(0)
  })

  test('the sample of a file is no orphan of the storage, and of a lost row one that can be restored', async () => {
    await insertStoredSample()
    const storage = await createDiskStorage(`${shop.folder}/storage`)
    const context = { db: shop.db, storage, log: pino({ level: 'silent' }) }
    const inTwoDays = new Date(Date.now() + 2 * DAY_MS)

    expect(await trashOrphans(context, inTwoDays)).toEqual({ files: 0, images: 0 })

    await shop.db.delete(productSamples)
    expect(await trashOrphans(context, inTwoDays)).toEqual({ files: 1, images: 0 })
  })

  test('the sample of a file is checked by the invariants of the storage', async () => {
    await insertStoredSample()
    const storage = await createDiskStorage(`${shop.folder}/storage`)
    expect(await checkStorage(shop.db.$client, storage)).toEqual([])

    const [sample] = await shop.db.select().from(productSamples)
    await storage.remove(sample!.storageKey!)

    expect(await checkStorage(shop.db.$client, storage)).toMatchObject([
      { name: 'file_missing', count: 1 },
    ])
  })
})

test('the sample of a deleted product is deleted by the schedule', async () => {
  const { url } = await insertStoredSample()
  await shop.db.update(products).set({ deletedAt: new Date(), listed: false })

  expect(await statusOf(url)).toBe(404)
  await shop.runSchedule('enqueue_samples')

  await expect.poll(() => listStoredFileNames(shop, 'files')).toHaveLength(1)
})

test('whoever does not own the product cannot offer a sample', async () => {
  const other = await shop.seller()
  const [file] = await list()

  const reply = await other.call(changeProductFile, {
    params: { ...own(), slot: file!.id },
    body: { offersSample: true },
  })

  expect(reply).toMatchObject({ status: 404, code: 'ERROR_PRODUCT_NOT_FOUND' })
})
