import { formatDate, formatMonth } from '#contract/core/format-date.ts'
import { formatAmount } from '#contract/core/format.ts'
import { TIME_ZONE } from '#contract/core/time-zone.ts'
import type { Statement } from '#contract/sales/statements.ts'
import type { TaxData } from '#contract/tax-ids.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { type StatementRow, listStatementRows } from '#messages/statement-rows'
import { taxIdText } from '#messages/tax-ids'
import { toPdfText } from '#server/features/receipts/pdf-text.ts'

const INK = '#1e1916'
const SOFT = '#6a5f57'
const AWNING = '#d5381f'
const LINE = '#e4dacb'
const MARGIN = 64
const AMOUNT_WIDTH = 160

/** The seller as the document names them. */
interface StatementSeller {
  taxData: TaxData | null
  /** Empty if the seller has no kiosk. */
  username: string
}

/** Draws a statement as a PDF file of one or more A4 pages, in the language of the request. */
export async function renderStatementPdf(
  statement: Statement,
  { taxData, username }: StatementSeller,
  locale: Locale,
  brandName: string,
): Promise<PDFKit.PDFDocument> {
  const { default: PdfDocument } = await import('pdfkit')
  const options = { locale }
  const title = m.statement_pdf_title({ month: formatMonth(statement.month, locale) }, options)
  const pdf = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: `${title} · ${brandName}` },
  })
  const { width, height } = pdf.page
  const small = (text: string) =>
    pdf.fillColor(SOFT).font('Helvetica').fontSize(10).text(toPdfText(text), MARGIN)
  const rule = () => {
    pdf.moveDown(0.6)
    pdf.moveTo(MARGIN, pdf.y).lineTo(width - MARGIN, pdf.y)
    pdf.strokeColor(LINE).lineWidth(1).stroke()
    pdf.moveDown(0.6)
  }
  /** Writes a row with its amount at the right end. The text can take several lines. */
  const row = ({ kind, label, hint }: Omit<StatementRow, 'minor'>, value: string) => {
    if (pdf.y > height - MARGIN - 40) pdf.addPage()
    const top = pdf.y
    const labelWidth = width - 2 * MARGIN - AMOUNT_WIDTH - 12
    const font = kind === 'total' ? 'Helvetica-Bold' : 'Helvetica'
    pdf.fillColor(INK).font(font).fontSize(11)
    pdf.text(toPdfText(value), width - MARGIN - AMOUNT_WIDTH, top, {
      width: AMOUNT_WIDTH,
      align: 'right',
    })
    pdf.text(toPdfText(label), MARGIN, top, { width: labelWidth })
    if (hint !== undefined)
      pdf.fillColor(SOFT).font('Helvetica').fontSize(9).text(toPdfText(hint), { width: labelWidth })
    pdf.moveDown(0.35)
  }

  pdf.rect(0, 0, width, 12).fill(AWNING)
  pdf.moveDown().fillColor(SOFT).font('Helvetica').fontSize(11).text(toPdfText(brandName))
  pdf.moveDown(0.4).fillColor(INK).font('Helvetica-Bold').fontSize(22).text(toPdfText(title))
  pdf.moveDown(0.6)
  if (taxData) {
    pdf.fillColor(INK).font('Helvetica').fontSize(11).text(toPdfText(taxData.name))
    pdf.text(toPdfText(`${taxIdText(taxData.taxIdKind, locale)}: ${taxData.taxId}`))
  }
  if (username !== '') small(`@${username}`)
  rule()
  if (statement.sections.length === 0) small(m.statement_pdf_none({}, options))
  for (const section of statement.sections) {
    const { currency, saleCount, freeCopyCount } = section
    const amount = (minor: number) => formatAmount(minor, currency, locale)
    if (statement.sections.length > 1)
      pdf.fillColor(INK).font('Helvetica-Bold').fontSize(13).text(currency, MARGIN).moveDown(0.4)
    row({ kind: 'amount', label: m.statement_sales({}, options) }, String(saleCount))
    if (freeCopyCount > 0)
      row(
        { kind: 'amount', label: m.statement_free_copies({ count: freeCopyCount }, options) },
        amount(0),
      )
    const releasedUntil = formatDay(statement.releasedUntil, locale)
    for (const statementRow of listStatementRows(section, releasedUntil, locale)) {
      if (statementRow.kind === 'total') rule()
      row(statementRow, amount(statementRow.minor))
      if (statementRow.kind === 'total') rule()
    }
    pdf.moveDown(1)
  }
  small(
    statement.finalAt === null
      ? m.statement_pdf_provisional({}, options)
      : m.statement_final_hint({ date: formatDay(statement.finalAt, locale) }, options),
  )
  if (statement.digest !== null && statement.digestedText !== null) {
    pdf.moveDown(0.4)
    small(`${m.statement_digest({}, options)}: ${statement.digest}`)
    // With the amounts above, a reader can write the text that the digest covers.
    const [firstLine] = statement.digestedText.split('\n')
    small(`${m.statement_digested_first_line({}, options)}: ${firstLine}`)
  }
  pdf.moveDown(0.4)
  small(m.statement_pdf_note({ brand: brandName }, options))
  pdf.end()
  return pdf
}

/** Writes a day, or the day of a moment, in the time zone of the statements. */
function formatDay(day: string, locale: Locale): string {
  return formatDate(day, locale, day.includes('T') ? TIME_ZONE : 'UTC')
}
