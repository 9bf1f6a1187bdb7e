import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import PdfDocument from 'pdfkit'
import { beforeEach, describe, expect, test } from 'vitest'
import { getPublicProduct } from '#contract/catalog/products.ts'
import { jobs } from '#server/db/schema/index.ts'
import { expectOk, publishProduct } from '#tools/api-client/creator.ts'
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
    expectOk(await shop.visitor().call(getPublicProduct, { params: { id: String(id) } })).file.pages
  await read()
  await shop.waitForJobs()
  return read()
}

describe('the pages of a file', () => {
  test.each([1, 3, 120])('of a PDF with %d pages are counted', async pages => {
    const { id } = await publishProduct(seller, { file: await createPdf(pages) })

    await expect.poll(() => readPages(id)).toBe(pages)
  })

  test.each([
    ['an encrypted PDF', () => createPdf(3, { userPassword: 'secreto' })],
    ['a broken PDF', () => new File(['%PDF-1.7\nnothing else'], 'libro.pdf')],
    ['a truncated PDF', async () => new File([(await createPdf(9)).slice(0, 600)], 'libro.pdf')],
  ])('of %s are unknown, and it is published nevertheless', async (_, createFile) => {
    const { id } = await publishProduct(seller, { file: await createFile() })

    expect(await readPages(id)).toBeNull()
  })
})

/** Builds a PDF of the given objects whose table of objects is a stream, with `entries` as the dictionary's entries. */
function createPdfWithStream(entries: string, content = Buffer.alloc(0)): File {
  const head = '%PDF-1.5\n%\xe2\xe3\xcf\xd3\n'
  const catalog =
    '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n'
  const start = head.length + catalog.length
  return new File(
    [
      Buffer.from(
        `${head}${catalog}3 0 obj\n<</Type/XRef/Root 1 0 R/Length ${content.length}${entries}>>\nstream\n`,
        'latin1',
      ),
      new Uint8Array(content),
      `\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`,
    ],
    'libro.pdf',
    { type: 'application/pdf' },
  )
}

/** A PDF whose page tree has `depth` levels, each with the next one a thousand times. */
function createDeepPages(depth: number): File {
  const nodes = Array.from({ length: depth }, (_, level) => {
    const kids = `${level + 3} 0 R `.repeat(1000)
    return `${level + 2} 0 obj\n<</Type/Pages/Kids[${kids}]>>\nendobj\n`
  })
  const text = `%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n${nodes.join('')}trailer\n<</Root 1 0 R>>\n%%EOF\n`
  return new File([text], 'libro.pdf', { type: 'application/pdf' })
}

/** A PDF of two tables of objects that each name the other as the one before. */
function createRing(): File {
  const table = (previous: number) =>
    `xref\n0 1\n0000000000 65535 f \ntrailer\n<</Root 1 0 R/Size 1/Prev ${previous}>>\n`
  const head = '%PDF-1.4\n'
  const second = head.length + table(100).length
  const text = `${head}${table(second)}${table(head.length)}startxref\n${head.length}\n%%EOF\n`
  return new File([text], 'libro.pdf', { type: 'application/pdf' })
}

test.each([
  [
    'a table of two thousand million objects',
    null,
    () => createPdfWithStream(`/Size 2000000000/Index[0 2000000000]/W[0 0 0]`),
  ],
  [
    'a table of deflated zeros',
    null,
    () => {
      const zeros = deflateSync(Buffer.alloc(200_000_000))
      return createPdfWithStream(`/Size 40000000/W[1 2 2]/Filter/FlateDecode`, zeros)
    },
  ],
  ['a page tree of many levels', 1, () => createDeepPages(500)],
  ['tables that name each other', null, createRing],
])('a PDF with %s ends neither the worker nor its other jobs', async (_, pages, createFile) => {
  const hostile = await publishProduct(seller, { file: createFile() })
  const ordinary = await publishProduct(seller, { file: await createPdf(3) })

  await expect.poll(() => readPages(ordinary.id)).toBe(3)

  expect(await readPages(hostile.id)).toBe(pages)
  const rows = await shop.db.select().from(jobs).where(eq(jobs.kind, 'count_pages'))
  expect(rows.map(({ state }) => state)).toEqual(['done', 'done'])
})
