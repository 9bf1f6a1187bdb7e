import { formatDateParts } from '#contract/core/format-date.ts'
import { formatAmount } from '#contract/core/format.ts'
import { TIME_ZONE } from '#contract/core/time-zone.ts'
import * as m from '#messages'
import { orderEventText } from '#messages/order-events'
import { paymentMethodText } from '#messages/payment-methods'
import { paymentStatusText } from '#messages/payment-statuses'
import type { Locale } from '#messages/runtime'
import type { Config } from '#server/config.ts'
import { toPdfText } from '#server/features/receipts/pdf-text.ts'
import type { DisputeEvidence } from './evidence.ts'

const INK = '#1e1916'
const SOFT = '#6a5f57'
const AWNING = '#d5381f'
const MARGIN = 64

/** Draws the evidence about an order as a PDF file of A4 pages. Times are those of Buenos Aires. */
export async function renderDisputePdf(
  { order, termsVersion, emails, downloads }: DisputeEvidence,
  locale: Locale,
  { brandName, termsPdfUrl }: Pick<Config, 'brandName' | 'termsPdfUrl'>,
): Promise<PDFKit.PDFDocument> {
  const { default: PdfDocument } = await import('pdfkit')
  const options = { locale }
  const title = m.dispute_pdf_title({ number: order.number }, options)
  const pdf = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: `${title} · ${brandName}` },
  })
  const amount = (minor: number) => formatAmount(minor, order.currency, locale)
  const heading = (text: string) =>
    pdf.moveDown(1).fillColor(INK).font('Helvetica-Bold').fontSize(13).text(toPdfText(text))
  const line = (text: string) =>
    pdf.moveDown(0.25).fillColor(INK).font('Helvetica').fontSize(10).text(toPdfText(text))
  const note = (text: string) =>
    pdf.moveDown(0.25).fillColor(SOFT).font('Helvetica').fontSize(9).text(toPdfText(text))
  const at = (moment: Date | string) => formatMoment(moment, locale)

  pdf.rect(0, 0, pdf.page.width, 12).fill(AWNING)
  pdf.moveDown().fillColor(INK).font('Helvetica-Bold').fontSize(20).text(title)
  note(m.dispute_pdf_lead({ brand: brandName }, options))

  heading(m.dispute_pdf_order({}, options))
  line(m.dispute_pdf_ordered({ time: at(order.createdAt) }, options))
  line(m.dispute_pdf_buyer({ email: order.payerEmail }, options))
  for (const { productName, files, priceMinor } of order.items) {
    const boughtNames = files
      .filter(({ isAdded }) => !isAdded)
      .map(({ fileName, boughtFileName }) => boughtFileName ?? fileName)
    line(`${productName} (${boughtNames.join(', ')}): ${amount(priceMinor)}`)
  }
  line(m.dispute_pdf_terms({ url: termsPdfUrl }, options))
  if (termsVersion !== null) line(m.dispute_pdf_terms_version({ version: termsVersion }, options))

  heading(m.dispute_pdf_payments({}, options))
  for (const payment of order.payments)
    line(
      [
        m.dispute_pdf_payment({ id: payment.id }, options),
        paymentMethodText(payment.methodType, locale),
        amount(payment.amountMinor),
        payment.createdAt === null ? '' : at(payment.createdAt),
        paymentStatusText(payment.status, locale),
      ]
        .filter(Boolean)
        .join(' · '),
    )

  heading(m.dispute_pdf_history({}, options))
  for (const { at: moment, kind } of order.history)
    line(`${at(moment)} · ${orderEventText(kind, locale)}`)

  heading(m.dispute_pdf_emails({}, options))
  note(m.dispute_pdf_emails_note({}, options))
  for (const { at: moment, subject, address, isAccepted, answer } of emails) {
    line(`${at(moment)} · ${address} · ${subject}`)
    if (answer !== null) note(describeAnswer(isAccepted, answer, locale))
  }

  heading(m.dispute_pdf_downloads({}, options))
  if (downloads.length === 0) line(m.dispute_pdf_no_downloads({}, options))
  for (const { at: moment, productName, fileName, browser } of downloads) {
    line([at(moment), productName, fileName].filter(Boolean).join(' · '))
    if (browser !== null) note(browser)
  }
  pdf.end()
  return pdf
}

function describeAnswer(isAccepted: boolean, answer: string, locale: Locale): string {
  const text = isAccepted ? m.dispute_pdf_email_accepted : m.dispute_pdf_email_refused
  return text({ answer }, { locale })
}

function formatMoment(moment: Date | string, locale: Locale): string {
  return formatDateParts(moment, locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: TIME_ZONE,
  })
}
