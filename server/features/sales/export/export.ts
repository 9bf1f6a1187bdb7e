import { Readable } from 'node:stream'
import type { Sale, SaleFilter } from '#contract/sales/lines.ts'
import type { ShownOrderState } from '#contract/orders/orders.ts'
import { formatLocalTime, toLocalDay } from '#contract/core/time-zone.ts'
import * as m from '#messages'
import { orderEntryText } from '#messages/order-entries'
import type { Locale } from '#messages/runtime'
import type { Context } from '#server/context.ts'
import { BYTE_ORDER_MARK, formatAmount, formatCsvLine, escapeFormula } from './csv.ts'
import { findLineIds, findLines } from '../line-queries.ts'
import { serializeLine, toLineFilter } from '../line-items.ts'

const BATCH_SIZE = 100

/** The translated name of each state. */
const STATE_NAMES: Record<
  ShownOrderState,
  (inputs: object, options: { locale: Locale }) => string
> = {
  created: m.desk_state_created,
  pending: m.desk_state_pending,
  in_process: m.desk_state_in_process,
  rejected: m.desk_state_rejected,
  approved: m.desk_state_approved,
  review: m.desk_state_review,
  expired: m.desk_state_expired,
  refunded: m.desk_state_refunded,
  charged_back: m.desk_state_charged_back,
}

/** The amount columns of the export, from left to right. */
const AMOUNT_COLUMNS = [
  'priceMinor',
  'feeMinor',
  'sellerShareMinor',
  'providerFeeMinor',
  'refundedMinor',
  'netMinor',
] as const

/** The totals of all exported line items that have the same state and currency. */
interface Totals extends Record<(typeof AMOUNT_COLUMNS)[number], number> {
  state: ShownOrderState
  currency: string
  lines: number
}

/**
 * Streams a seller's line items as CSV, followed by the totals of the exported lines. The ids are selected once at the
 * start, so that a sale during the export neither repeats nor hides a line.
 */
export function exportSales(
  context: Context,
  sellerId: number,
  filter: SaleFilter,
  locale: Locale,
): Readable {
  return Readable.from(writeCsv(context, sellerId, filter, locale), { objectMode: false })
}

async function* writeCsv(
  { db }: Context,
  sellerId: number,
  filter: SaleFilter,
  locale: Locale,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatCsvLine(headerFields(locale))
  const ids = await findLineIds(db, toLineFilter(sellerId, filter))
  const totalsByKey = new Map<string, Totals>()
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const rows = await findLines(db, ids.slice(start, start + BATCH_SIZE))
    const sales = rows.map(serializeLine)
    for (const sale of sales) addToTotals(totalsByKey, sale)
    yield sales.map(sale => formatCsvLine(saleFields(sale, locale))).join('')
  }
  for (const totals of totalsByKey.values()) yield formatCsvLine(totalFields(totals, locale))
}

function headerFields(locale: Locale): string[] {
  const o = { locale }
  return [
    m.csv_date({}, o),
    m.csv_order({}, o),
    m.csv_state({}, o),
    m.csv_product({}, o),
    m.csv_buyer({}, o),
    m.csv_currency({}, o),
    m.csv_price({}, o),
    m.csv_commission({}, o),
    m.csv_share({}, o),
    m.csv_provider_fee({}, o),
    m.csv_refunded({}, o),
    m.csv_net({}, o),
    m.csv_order_number({}, o),
    m.csv_money_release({}, o),
    m.csv_entry({}, o),
    m.csv_discount({}, o),
    m.csv_coupon({}, o),
    m.csv_pack({}, o),
  ]
}

function saleFields(sale: Sale, locale: Locale): string[] {
  return [
    formatLocalTime(new Date(sale.soldAt)),
    sale.orderId,
    STATE_NAMES[sale.state]({}, { locale }),
    escapeFormula(sale.productName),
    escapeFormula(sale.payerEmail),
    sale.currency,
    ...AMOUNT_COLUMNS.map(name => formatAmount(sale[name])),
    sale.number,
    sale.state === 'approved' && sale.moneyReleaseAt !== null
      ? toLocalDay(new Date(sale.moneyReleaseAt))
      : '',
    sale.entry === null ? '' : orderEntryText(sale.entry, locale),
    formatAmount(sale.discountMinor),
    sale.couponCode ?? '',
    escapeFormula(sale.packName ?? ''),
  ]
}

function addToTotals(totalsByKey: Map<string, Totals>, sale: Sale): void {
  const key = `${sale.state} ${sale.currency}`
  const totals = totalsByKey.get(key) ?? {
    state: sale.state,
    currency: sale.currency,
    lines: 0,
    priceMinor: 0,
    feeMinor: 0,
    sellerShareMinor: 0,
    providerFeeMinor: 0,
    refundedMinor: 0,
    netMinor: 0,
  }
  totals.lines += 1
  for (const name of AMOUNT_COLUMNS) totals[name] += sale[name] ?? 0
  totalsByKey.set(key, totals)
}

function totalFields(totals: Totals, locale: Locale): string[] {
  return [
    m.csv_total({}, { locale }),
    '',
    STATE_NAMES[totals.state]({}, { locale }),
    m.csv_total_lines({ count: totals.lines }, { locale }),
    '',
    totals.currency,
    ...AMOUNT_COLUMNS.map(name => formatAmount(totals[name])),
  ]
}
