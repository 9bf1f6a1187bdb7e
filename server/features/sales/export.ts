import { Readable } from 'node:stream'
import type { Sale, SaleFilter } from '#contract/sales/lines.ts'
import type { OrderView } from '#contract/orders.ts'
import { localTime } from '#contract/core/time-zone.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import type { OrdersDeps } from '../orders/deps.ts'
import { BYTE_ORDER_MARK, formatAmount, formatLine, escapeFormula } from './csv.ts'
import { findLineIds, findLines } from './line-queries.ts'
import { serializeLine, toLineFilter } from './line-items.ts'

const LINES_AT_ONCE = 100

const STATES: Record<OrderView, (inputs: object, options: { locale: Locale }) => string> = {
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

/** The columns of money, in their order. */
const AMOUNTS = [
  'priceMinor',
  'feeMinor',
  'sellerShareMinor',
  'providerFeeMinor',
  'refundedMinor',
  'netMinor',
] as const

/** What the lines of one state in one currency add up to. */
interface Sum extends Record<(typeof AMOUNTS)[number], number> {
  state: OrderView
  currency: string
  lines: number
}

/**
 * The lines of the list as a CSV file, written while they are read. Which lines is settled at the start, so that
 * none is lost or told twice while sales go on; the totals at the end are sums of what stands above them.
 */
export function exportSales(
  deps: OrdersDeps,
  sellerId: number,
  filter: SaleFilter,
  locale: Locale,
): Readable {
  return Readable.from(file(deps, sellerId, filter, locale), { objectMode: false })
}

async function* file(
  { db }: OrdersDeps,
  sellerId: number,
  filter: SaleFilter,
  locale: Locale,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatLine(header(locale))
  const ids = await findLineIds(db, toLineFilter(sellerId, filter))
  const sums = new Map<string, Sum>()
  for (let start = 0; start < ids.length; start += LINES_AT_ONCE) {
    const rows = await findLines(db, ids.slice(start, start + LINES_AT_ONCE))
    const sales = rows.map(serializeLine)
    for (const sale of sales) add(sums, sale)
    yield sales.map(sale => formatLine(fields(sale, locale))).join('')
  }
  for (const sum of sums.values()) yield formatLine(totalFields(sum, locale))
}

function header(locale: Locale): string[] {
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
  ]
}

function fields(sale: Sale, locale: Locale): string[] {
  return [
    localTime(new Date(sale.soldAt)),
    sale.orderId,
    STATES[sale.state]({}, { locale }),
    escapeFormula(sale.productName),
    escapeFormula(sale.payerEmail),
    sale.currency,
    ...AMOUNTS.map(name => formatAmount(sale[name])),
  ]
}

function add(sums: Map<string, Sum>, sale: Sale): void {
  const key = `${sale.state} ${sale.currency}`
  const sum = sums.get(key) ?? {
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
  sum.lines += 1
  for (const name of AMOUNTS) sum[name] += sale[name] ?? 0
  sums.set(key, sum)
}

function totalFields(sum: Sum, locale: Locale): string[] {
  return [
    m.csv_total({}, { locale }),
    '',
    STATES[sum.state]({}, { locale }),
    m.csv_total_lines({ count: sum.lines }, { locale }),
    '',
    sum.currency,
    ...AMOUNTS.map(name => formatAmount(sum[name])),
  ]
}
