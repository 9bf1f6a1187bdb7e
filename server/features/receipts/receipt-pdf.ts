import { formatDate } from '#contract/core/format-date.ts'
import { formatAmount } from '#contract/core/format.ts'
import type { TaxData } from '#contract/tax-ids.ts'
import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import type { Receipt } from '#contract/receipts.ts'
import * as m from '#messages'
import { paymentMethodText } from '#messages/payment-methods'
import type { Locale } from '#messages/runtime'
import { taxIdText } from '#messages/tax-ids'
import { toPdfText } from './pdf-text.ts'

const INK = '#1e1916'
const SOFT = '#6a5f57'
const AWNING = '#d5381f'
const LINE = '#e4dacb'
const MARGIN = 64
const AMOUNT_WIDTH = 140

/** Draws a receipt as a PDF file of one or more A4 pages, in the language of the request. */
export async function renderReceiptPdf(
  receipt: Receipt,
  locale: Locale,
  brandName: string,
): Promise<PDFKit.PDFDocument> {
  const { default: PdfDocument } = await import('pdfkit')
  const options = { locale }
  const title = m.receipt_title({ number: receipt.number }, options)
  const pdf = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: `${title} · ${brandName}` },
  })
  const { width, height } = pdf.page
  const amount = (minor: number) => formatAmount(minor, receipt.currency, locale)
  const small = (text: string) =>
    pdf.fillColor(SOFT).font('Helvetica').fontSize(10).text(toPdfText(text))
  const party = (lines: string[]) => {
    pdf.fillColor(INK).font('Helvetica').fontSize(11)
    for (const line of lines) pdf.text(toPdfText(line))
  }
  const rule = () => {
    pdf.moveDown(0.6)
    pdf.moveTo(MARGIN, pdf.y).lineTo(width - MARGIN, pdf.y)
    pdf.strokeColor(LINE).lineWidth(1).stroke()
    pdf.moveDown(0.6)
  }
  /** Writes a line with an amount at its right end. The text can take several lines. */
  const row = (label: string, value: string, font = 'Helvetica') => {
    if (pdf.y > height - MARGIN - 40) pdf.addPage()
    const top = pdf.y
    pdf.fillColor(INK).font(font).fontSize(11)
    pdf.text(toPdfText(value), width - MARGIN - AMOUNT_WIDTH, top, {
      width: AMOUNT_WIDTH,
      align: 'right',
    })
    pdf.text(toPdfText(label), MARGIN, top, { width: width - 2 * MARGIN - AMOUNT_WIDTH - 12 })
    pdf.moveDown(0.35)
  }

  pdf.rect(0, 0, width, 12).fill(AWNING)
  pdf.moveDown().fillColor(SOFT).font('Helvetica').fontSize(11).text(toPdfText(brandName))
  pdf.moveDown(0.4).fillColor(INK).font('Helvetica-Bold').fontSize(22).text(title)
  pdf.moveDown(0.3).fillColor(INK).font('Helvetica-Bold').fontSize(11)
  pdf.text(m.receipt_no_invoice({}, options))
  pdf.moveDown(0.8)
  small(m.receipt_order({ number: receipt.orderNumber }, options))
  small(m.receipt_issued({ date: formatDay(receipt, locale) }, options))
  small(m.receipt_paid_with({ method: paymentMethodText(receipt.methodType, locale) }, options))
  rule()
  const { seller, buyer } = receipt
  small(m.receipt_seller({}, options))
  party([...listTaxData(seller.taxData, locale), `@${seller.username}`])
  if (buyer) {
    pdf.moveDown(0.6)
    small(m.receipt_buyer({}, options))
    party(listTaxData(buyer, locale))
  }
  rule()
  for (const { name, priceMinor, guaranteeDays } of receipt.lines) {
    row(name, amount(priceMinor))
    if (guaranteeDays > 0) small(m.guarantee_days({ days: guaranteeDays }, options))
  }
  rule()
  if (receipt.coupon) {
    const { code, discountMinor } = receipt.coupon
    small(m.coupon_took_off({ code, discount: amount(discountMinor) }, options))
    pdf.moveDown(0.35)
  }
  row(m.receipt_total({}, options), amount(receipt.totalMinor), 'Helvetica-Bold')
  if (receipt.refundedMinor > 0)
    row(m.receipt_refunded({}, options), amount(-receipt.refundedMinor))
  pdf.moveDown(1.2)
  pdf.x = MARGIN
  small(m.receipt_note({ brand: brandName }, options))
  pdf.end()
  return pdf
}

/** Returns the lines about who sold or bought: the name and tax id, if they are known. */
function listTaxData(taxData: TaxData | null, locale: Locale): string[] {
  if (!taxData) return []
  return [taxData.name, `${taxIdText(taxData.taxIdKind, locale)}: ${taxData.taxId}`]
}

/** Writes the day of a receipt in the time zone of its buyer. */
function formatDay({ issuedAt, currency }: Receipt, locale: Locale): string {
  return formatDate(issuedAt, locale, BUYER_TIME_ZONES[currency].timeZone)
}
