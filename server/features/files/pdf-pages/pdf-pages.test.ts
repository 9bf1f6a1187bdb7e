import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import PdfDocument from 'pdfkit'
import { beforeEach, describe, expect, test } from 'vitest'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { jobs, productFiles } from '#server/db/schema/index.ts'
import {
  closeInfectedOrdersJob,
  expireSellerPreferencesJob,
} from '#server/features/orders/job-kinds.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { expectOk, publishProduct } from '#tools/api-client/creator.ts'
import {
  createDeepPages,
  createDeflatedTable,
  createHugeTable,
  createNestedStreams,
  createRing,
} from '#tools/api-client/hostile-files.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { countPages } from './count-pages.ts'
import { cutSampleJob } from '../samples/job.ts'
import { countPagesJob } from './job.ts'
import { storePdfPages } from './pdf-pages.ts'

const shop = useTestApp()
let seller: Awaited<ReturnType<TestApp['seller']>>
beforeEach(async () => {
  seller = await shop.seller()
})

async function createPdf(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<File> {
  const pdf = new PdfDocument({ ...options, autoFirstPage: false })
  for (let page = 1; page <= pages; page += 1) pdf.addPage().text(`Página ${page}`)
  pdf.end()
  return new File([new Uint8Array(await buffer(pdf))], 'libro.pdf', { type: 'application/pdf' })
}

function createPdfWithoutTypes(): File {
  const page = '<</Parent 2 0 R/MediaBox[0 0 9 9]>>'
  const bodies = ['<</Pages 2 0 R>>', '<</Kids 5 0 R/Count 2>>', page, page, '[3 0 R 4 0 R]']
  const objects = bodies.map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`)
  return new File(['%PDF-1.7\n', ...objects, 'trailer\n<</Root 1 0 R>>\n%%EOF\n'], 'libro.pdf')
}

const readBytes = async (createFile: () => File | Promise<File>) => (await createFile()).bytes()

async function findStorageKey(productId: number): Promise<string> {
  const [file] = await shop.db
    .select({ storageKey: productFiles.storageKey })
    .from(productFiles)
    .where(eq(productFiles.productId, productId))
  return file!.storageKey
}

/** Reads the pages after the first, cached response and the job that counts them. */
async function readPages(id: number) {
  const read = async () =>
    expectOk(await shop.visitor().call(getPublicProduct, { params: { id: String(id) } })).files
      .pages
  await read()
  await shop.waitForJobs()
  return read()
}

test.each([
  ['of 1 page', 1, () => createPdf(1)],
  ['of 3 pages', 3, () => createPdf(3)],
  ['of 120 pages', 120, () => createPdf(120)],
  ['that only its owner may change', 3, () => createPdf(3, { ownerPassword: 'secreto' })],
  ['without types and without a table of its objects', 2, createPdfWithoutTypes],
])('the pages of a PDF %s are counted', async (_, pages, createFile) => {
  expect(await countPages(await readBytes(createFile))).toBe(pages)
})

test.each([
  ['a broken PDF', () => new File(['%PDF-1.7\nnothing else'], 'libro.pdf')],
  ['a truncated PDF', async () => new File([(await createPdf(9)).slice(0, 600)], 'libro.pdf')],
])('the pages of %s are not counted', async (_, createFile) => {
  await expect(countPages(await readBytes(createFile))).rejects.toThrow()
})

describe('the pages of a published file', () => {
  test('the pages of a published PDF are counted', async () => {
    const { id } = await publishProduct(seller, { file: await createPdf(3) })

    await expect.poll(() => readPages(id)).toBe(3)
  })

  test('the pages of an encrypted PDF are unknown, and it is published nevertheless', async () => {
    const file = await createPdf(3, { userPassword: 'secreto' })
    const { id } = await publishProduct(seller, { file })

    expect(await readPages(id)).toBeNull()
  })
})

test('a PDF with a table of deflated zeros ends neither the worker nor its other jobs', async () => {
  const hostile = await shop.publish(seller, { file: createDeflatedTable() })
  const ordinary = await shop.publish(seller, { file: await createPdf(3) })
  for (const { id } of [hostile, ordinary])
    await enqueue(shop.db, countPagesJob, { storageKey: await findStorageKey(id) })

  // The process of the hostile file can use up its 20 seconds on a busy machine.
  await expect.poll(() => readPages(ordinary.id), { timeout: 45_000 }).toBe(3)

  expect(await readPages(hostile.id)).toBeNull()
  const rows = await shop.db.select().from(jobs).where(eq(jobs.kind, countPagesJob.kind))
  expect(rows.map(({ state }) => state)).toEqual(['done', 'done'])
})

test.each([
  ['a table of two thousand million objects', createHugeTable],
  ['a page tree of many levels', () => createDeepPages(500)],
  ['tables that name each other', createRing],
  ['nested streams of objects', () => createNestedStreams(500)],
])('the pages of a PDF with %s stay unknown', async (_, createFile) => {
  const { id } = await shop.publish(seller, { file: createFile() })
  const storage = await createDiskStorage(`${shop.folder}/storage`)

  await storePdfPages({ db: shop.db, storage }, await findStorageKey(id))

  expect(await readPages(id)).toBeNull()
})

test('the pages of files are counted where nothing that ends money or access waits', () => {
  const urgent = [expireSellerPreferencesJob, closeInfectedOrdersJob].map(({ lane }) => lane)

  expect(urgent).not.toContain(countPagesJob.lane)
  expect(urgent).not.toContain(cutSampleJob.lane)
})
