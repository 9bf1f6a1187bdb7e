import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import { HEADING_FONT_FILE } from '#server/features/storefront/seo/text-layout.ts'
import { COVER_PALETTES } from '../covers/palettes.ts'
import type { CatalogProduct } from '../catalog/catalog.ts'

/** The page size in points, in the ratio 4:5 of a cover. */
const PAGE: [number, number] = [400, 500]
const MARGIN = 44

/** The text of every chapter of a demo book, which says that the book is a sample. */
export const SAMPLE_PARAGRAPHS = [
  'Esta es una edición de muestra. Existe para que puedas probar la compra, la descarga y el correo de principio a fin, con un archivo de verdad.',
  'Si fueras a vender el tuyo, acá iría tu capítulo: lo que sabés hacer, contado a tu manera, con el tiempo que lleva y los errores que ya no cometés.',
  'This is a sample edition. It is here so that a purchase, a download and a mail can be tried from end to end with a real file.',
]

/** Returns the number of pages of a PDF book with these chapters. */
export const countBookPages = (chapters: string[]): number => 2 + chapters.length

/** Creates a PDF book: the cover, a table of contents and a page for each chapter. */
export function createPdfBook(
  { name, description, cover, seller }: CatalogProduct,
  chapters: string[],
  coverPng: Buffer,
): Promise<Uint8Array> {
  const inks = COVER_PALETTES[cover.palette]
  const pdf = new Pdf({
    size: PAGE,
    margin: MARGIN,
    info: { Title: name, Author: `@${seller}`, CreationDate: new Date(0) },
  })
  pdf.registerFont('heading', HEADING_FONT_FILE)
  pdf.image(coverPng, 0, 0, { width: PAGE[0] })

  pdf.addPage()
  pdf.font('heading').fontSize(22).fillColor('#1e1916').text(name)
  pdf.moveDown(0.6).font('Helvetica').fontSize(10.5).text(description, { lineGap: 4 })
  pdf.moveDown(1.6).font('heading').fontSize(13).text('Contenido')
  for (const [index, chapter] of chapters.entries())
    pdf
      .moveDown(0.4)
      .font('Helvetica')
      .fontSize(10.5)
      .text(`${index + 1}.  ${chapter}`)

  for (const [index, chapter] of chapters.entries()) {
    pdf.addPage()
    pdf.rect(0, 0, PAGE[0], 120).fill(inks.ground)
    pdf
      .font('heading')
      .fontSize(40)
      .fillColor(inks.a)
      .text(String(index + 1), MARGIN, 22)
    pdf.fontSize(20).fillColor(inks.word).text(chapter, MARGIN, 76)
    pdf.font('Helvetica').fontSize(10.5).fillColor('#1e1916')
    pdf.text(SAMPLE_PARAGRAPHS.join('\n\n'), MARGIN, 150, { lineGap: 4 })
  }
  pdf.end()
  return buffer(pdf)
}
