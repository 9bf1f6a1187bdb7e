import { encode } from 'uqr'
import { formatAmount } from '#contract/core/format.ts'
import { toMinor } from '#contract/core/money.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { toPdfText } from '#server/features/receipts/pdf-text.ts'
import type { QrSheet } from './qr-sheet.ts'

const INK = '#1e1916'
const SOFT = '#6a5f57'
const AWNING = '#d5381f'
const MARGIN = 56
/** The side of the QR code in points: 12 cm, which a phone reads from more than a metre away. */
const QR_SIDE = 340
/** The sizes of the name in points. The first one in which it takes at most two lines is used. */
const NAME_SIZES = [44, 36, 28]
const STRIPES = 12

/** Draws the sheet of a product as a PDF file of one A4 page. */
export async function renderQrSheetPdf(
  sheet: QrSheet,
  locale: Locale,
  brandName: string,
): Promise<PDFKit.PDFDocument> {
  const { default: PdfDocument } = await import('pdfkit')
  const options = { locale }
  // The standard fonts have no letters of other scripts, and a sheet without a name would say nothing.
  const name = toPdfText(sheet.name) || `@${sheet.username}`
  const pdf = new PdfDocument({ size: 'A4', margin: MARGIN, info: { Title: name } })
  const { width, height } = pdf.page
  const textWidth = width - 2 * MARGIN
  const centered = { width: textWidth, align: 'center' } as const

  drawAwning(pdf, width)
  pdf.fillColor(SOFT).font('Helvetica').fontSize(15)
  pdf.text(toPdfText(`@${sheet.username}`), MARGIN, 92, centered)
  pdf.font('Helvetica-Bold').fillColor(INK)
  const nameSize = NAME_SIZES.find(size => {
    pdf.fontSize(size)
    return pdf.heightOfString(name, centered) <= 2.4 * size
  })
  pdf.fontSize(nameSize ?? NAME_SIZES.at(-1)!).text(name, MARGIN, 120, centered)
  pdf.moveDown(0.25).fillColor(AWNING).fontSize(34)
  pdf.text(toPdfText(describePrice(sheet, locale)), centered)
  if (sheet.coupon) {
    const { code, listPrice } = sheet.coupon
    const amount = formatAmount(toMinor(listPrice), sheet.currency, locale)
    pdf.fillColor(SOFT).font('Helvetica').fontSize(14)
    pdf.text(toPdfText(m.qr_sheet_coupon({ code, price: amount }, options)), centered)
  }

  const top = Math.max(pdf.y + 22, 264)
  drawQrCode(pdf, sheet.url, { left: (width - QR_SIDE) / 2, top })
  pdf.fillColor(INK).font('Helvetica-Bold').fontSize(22)
  pdf.text(m.qr_sheet_scan({}, options), MARGIN, top + QR_SIDE + 20, centered)
  pdf.moveDown(0.3).fillColor(SOFT).font('Helvetica').fontSize(12)
  pdf.text(toPdfText(m.qr_sheet_note({}, options)), centered)
  pdf.fontSize(10).text(toPdfText(`${sheet.url} · ${brandName}`), MARGIN, height - 76, {
    ...centered,
    lineBreak: false,
  })
  pdf.end()
  return pdf
}

/** Says what a product costs: its price, what the sheet proposes, or the least that a buyer can choose. */
function describePrice({ price, isLeastPrice, currency }: QrSheet, locale: Locale): string {
  if (price === 0) return m.price_free({}, { locale })
  const amount = formatAmount(toMinor(price), currency, locale)
  return isLeastPrice ? m.price_from({ price: amount }, { locale }) : amount
}

/** Draws the stripes of an awning along the upper edge of the page. */
function drawAwning(pdf: PDFKit.PDFDocument, width: number): void {
  const stripe = width / STRIPES
  for (let index = 0; index < STRIPES; index += 1) {
    const left = index * stripe
    pdf.fillColor(index % 2 === 0 ? AWNING : '#fbf4ea')
    pdf.rect(left, 0, stripe + 0.5, 42).fill()
    pdf.circle(left + stripe / 2, 42, stripe / 2).fill()
  }
}

/** Draws the QR code of a text as one path of squares, so that no line is seen between them. */
function drawQrCode(
  pdf: PDFKit.PDFDocument,
  text: string,
  { left, top }: { left: number; top: number },
): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const side = QR_SIDE / size
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) pdf.rect(left + x * side, top + y * side, side, side)
  pdf.fillColor(INK).fill()
}
