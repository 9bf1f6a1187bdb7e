import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import PdfDocument from 'pdfkit'
import { beforeEach, describe, expect, test } from 'vitest'
import { getPublicProduct } from '#contract/catalog/products.ts'
import { jobs } from '#server/db/schema/index.ts'
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

/** Reads the pages after the first, cached response and the job that counts them. */
async function readPages(id: number) {
  const read = async () =>
    expectOk(await shop.visitor().call(getPublicProduct, { params: { id: String(id) } })).files
      .pages
  await read()
  await shop.waitForJobs()
  return read()
}

describe('the pages of a file', () => {
  test.each([1, 3, 120])('the pages of a PDF with %d pages are counted', async pages => {
    const { id } = await publishProduct(seller, { file: await createPdf(pages) })

    await expect.poll(() => readPages(id)).toBe(pages)
  })

  test('the pages of a PDF that only its owner may change are counted', async () => {
    const file = await createPdf(3, { ownerPassword: 'secreto' })
    const { id } = await publishProduct(seller, { file })

    await expect.poll(() => readPages(id)).toBe(3)
  })

  test('the pages of a PDF without types and without a table of its objects are counted', async () => {
    const page = '<</Parent 2 0 R/MediaBox[0 0 9 9]>>'
    const bodies = ['<</Pages 2 0 R>>', '<</Kids 5 0 R/Count 2>>', page, page, '[3 0 R 4 0 R]']
    const objects = bodies.map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`)
    const file = new File(
      ['%PDF-1.7\n', ...objects, 'trailer\n<</Root 1 0 R>>\n%%EOF\n'],
      'libro.pdf',
    )
    const { id } = await publishProduct(seller, { file })

    await expect.poll(() => readPages(id)).toBe(2)
  })

  test.each([
    ['an encrypted PDF', () => createPdf(3, { userPassword: 'secreto' })],
    ['a broken PDF', () => new File(['%PDF-1.7\nnothing else'], 'libro.pdf')],
    ['a truncated PDF', async () => new File([(await createPdf(9)).slice(0, 600)], 'libro.pdf')],
  ])('the pages of %s are unknown, and it is published nevertheless', async (_, createFile) => {
    const { id } = await publishProduct(seller, { file: await createFile() })

    expect(await readPages(id)).toBeNull()
  })
})

test.each([
  ['a table of two thousand million objects', null, createHugeTable],
  ['a table of deflated zeros', null, createDeflatedTable],
  ['a page tree of many levels', null, () => createDeepPages(500)],
  ['tables that name each other', null, createRing],
  ['nested streams of objects', null, () => createNestedStreams(500)],
])('a PDF with %s ends neither the worker nor its other jobs', async (_, pages, createFile) => {
  const hostile = await publishProduct(seller, { file: createFile() })
  const ordinary = await publishProduct(seller, { file: await createPdf(3) })

  await expect.poll(() => readPages(ordinary.id)).toBe(3)

  expect(await readPages(hostile.id)).toBe(pages)
  const rows = await shop.db.select().from(jobs).where(eq(jobs.kind, 'count_pages'))
  expect(rows.map(({ state }) => state)).toEqual(['done', 'done'])
})
