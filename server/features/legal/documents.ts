import { formatDate } from '#contract/core/format-date.ts'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import * as m from '#messages'
import { sendCachedResponse } from '#server/cache/send-cached.ts'
import {
  LEGAL_DOCUMENTS,
  LEGAL_DOCUMENT_NAMES,
  LEGAL_VERSIONS,
  type LegalDocument,
  WITHDRAWAL_PARAGRAPHS,
} from './texts.ts'

const INK = '#1e1916'
const SOFT = '#6a5f57'
const AWNING = '#d5381f'

/** Serves `/legal/terms` and `/legal/privacy` as PDF files in the language of the request. */
export function registerLegalDocuments(
  app: FastifyInstance,
  { brandName, withdrawal }: { brandName: string; withdrawal: WithdrawalTerms },
): void {
  for (const name of LEGAL_DOCUMENT_NAMES)
    app.get(`/legal/${name}`, async (request, reply) => {
      const { locale } = request
      const entry = await app.renderLimits.getOrRender(
        request,
        `legal ${name} ${locale}`,
        async () => ({
          status: 200,
          body: await renderPdf(LEGAL_DOCUMENTS[name][locale], {
            updated: m.legal_updated(
              { date: formatDate(LEGAL_VERSIONS[name], locale, 'UTC') },
              { locale },
            ),
            brand: brandName,
            withdrawal: WITHDRAWAL_PARAGRAPHS[withdrawal.scope][locale].replace(
              '{days}',
              String(withdrawal.days),
            ),
          }),
          headers: {
            'content-disposition': `inline; filename=${name}.pdf`,
            'content-security-policy': "frame-ancestors 'none'",
            'content-type': 'application/pdf',
          },
          tags: [],
        }),
      )
      return sendCachedResponse(entry, request, reply)
    })
}

/**
 * Returns the version of the terms that the marketplace publishes: the day of its own text or, if the operator links to
 * another document, the URL of that.
 */
export const getTermsVersion = ({
  termsPdfUrl,
  publicOrigin,
}: {
  termsPdfUrl: string
  publicOrigin: string
}): string => (termsPdfUrl === `${publicOrigin}/legal/terms` ? LEGAL_VERSIONS.terms : termsPdfUrl)

async function renderPdf(
  { title, sections }: LegalDocument,
  { updated, brand, withdrawal }: { updated: string; brand: string; withdrawal: string },
): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit')
  const fillIn = (text: string) =>
    text.replaceAll('{brand}', brand).replaceAll('{withdrawal}', withdrawal)
  const pdf = new PdfDocument({
    size: 'A4',
    margin: 64,
    info: { Title: `${title} · ${brand}` },
  })
  pdf.rect(0, 0, pdf.page.width, 12).fill(AWNING)
  pdf.moveDown().fillColor(SOFT).font('Helvetica').fontSize(11).text(brand)
  pdf.moveDown(0.5).fillColor(INK).font('Helvetica-Bold').fontSize(24).text(title)
  pdf.moveDown(0.3).fillColor(SOFT).font('Helvetica').fontSize(10).text(updated)
  for (const { heading, paragraphs } of sections) {
    pdf.moveDown(1.4).fillColor(INK).font('Helvetica-Bold').fontSize(14).text(fillIn(heading))
    for (const paragraph of paragraphs)
      pdf.moveDown(0.5).font('Helvetica').fontSize(11).text(fillIn(paragraph), { lineGap: 3 })
  }
  pdf.end()
  return buffer(pdf)
}
