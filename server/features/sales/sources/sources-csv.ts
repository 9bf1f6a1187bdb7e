import { Readable } from 'node:stream'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { sourceText } from '#messages/sources'
import type { Context } from '#server/context.ts'
import { BYTE_ORDER_MARK, escapeFormula, formatAmount, formatCsvLine } from '../export/csv.ts'
import type { PeriodQuery } from '../summary.ts'
import { readPeriod } from './sources.ts'

/** Streams what each combination of product, source, medium and campaign brought as CSV. */
export async function exportSources(
  context: Context,
  sellerId: number,
  query: PeriodQuery,
  locale: Locale,
): Promise<Readable> {
  const { rows, products } = await readPeriod(context, sellerId, query)
  const o = { locale }
  const header = [
    m.csv_product({}, o),
    m.sources_source({}, o),
    m.sources_medium({}, o),
    m.sources_campaign({}, o),
    m.desk_chart_views({}, o),
    m.sources_started({}, o),
    m.desk_chart_sales({}, o),
    m.csv_currency({}, o),
    m.desk_gross({}, o),
    m.csv_share({}, o),
    m.csv_refunded({}, o),
    m.desk_free_copies({}, o),
  ]
  const lines = rows.map(row => [
    escapeFormula(products.get(row.productId)?.name ?? ''),
    escapeFormula(sourceText(row.source, locale)),
    escapeFormula(row.medium),
    escapeFormula(row.campaign),
    String(row.visits),
    String(row.started),
    String(row.count),
    context.config.currency,
    formatAmount(row.grossMinor),
    formatAmount(row.sellerShareMinor),
    formatAmount(row.refundedMinor),
    String(row.freeCopies),
  ])
  const text = [header, ...lines].map(formatCsvLine).join('')
  return Readable.from([BYTE_ORDER_MARK + text], { objectMode: false })
}
