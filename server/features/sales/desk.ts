import type { Currency } from '#contract/fields.ts'
import type { SALES_RANGES, Sale } from '#contract/sales.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SalesDeps } from './deps.ts'
import {
  type SaleRow,
  findSales,
  sumApprovedByDay,
  sumGivenBack,
  sumViewsByDay,
} from './desk-queries.ts'
import { orderView, paymentStatus } from './payment-state.ts'

const PAGE = 50
/** PostgreSQL's integer. */
const LARGEST_ID = 2_147_483_647
const RANGE_DAYS: Record<Exclude<(typeof SALES_RANGES)[number], 'all'>, number> = {
  '7d': 7,
  '30d': 30,
  '90d': 90,
  '12m': 365,
}

/** A page of sold items, newest first. `to` is the last day included. */
export async function listSales(
  { db }: SalesDeps,
  sellerId: number,
  {
    from,
    to,
    cursor,
  }: { from?: string | undefined; to?: string | undefined; cursor?: string | undefined },
): Promise<{ sales: Sale[]; nextCursor: string | null }> {
  const rows = await findSales(db, sellerId, {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(Date.parse(to) + 86_400_000),
    beforeItem: cursor === undefined ? undefined : readCursor(cursor),
    limit: PAGE + 1,
  })
  const page = rows.slice(0, PAGE)
  return {
    sales: page.map(describeSale),
    nextCursor: rows.length > PAGE ? String(page.at(-1)!.itemId) : null,
  }
}

function readCursor(cursor: string): number {
  const item = Number(cursor)
  if (!Number.isInteger(item) || item < 1 || item > LARGEST_ID)
    throw new ApiError('INVALID_DATA', 'cursor')
  return item
}

function describeSale(row: SaleRow): Sale {
  const { itemId: _, newestStatus, ...sale } = row
  return {
    ...sale,
    createdAt: row.createdAt.toISOString(),
    state: orderView(row.state, newestStatus === null ? undefined : paymentStatus(newestStatus)),
    payerEmail: maskEmail(row.payerEmail),
    currency: row.currency as Currency,
  }
}

/** `a•••@correo.com` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}

/** Totals of approved sales and a line for each day (UTC) that had a sale or a view. */
export async function summarizeSales(
  { db, currency }: SalesDeps,
  sellerId: number,
  range: (typeof SALES_RANGES)[number] = 'all',
) {
  const from = range === 'all' ? undefined : startOfDay(RANGE_DAYS[range])
  const [sold, views, givenBack] = await Promise.all([
    sumApprovedByDay(db, sellerId, from),
    sumViewsByDay(db, sellerId, from),
    sumGivenBack(db, sellerId, from),
  ])
  const dates = [...new Set([...sold, ...views].map(({ date }) => date))].sort()
  const sum = (pick: (row: (typeof sold)[number]) => number) =>
    sold.reduce((total, row) => total + pick(row), 0)
  return {
    currency,
    count: sum(row => row.count),
    grossMinor: sum(row => row.grossMinor),
    feeMinor: sum(row => row.feeMinor),
    sellerShareMinor: sum(row => row.sellerShareMinor),
    providerFeeMinor: sum(row => row.providerFeeMinor),
    netMinor: sum(row => row.netMinor),
    refundedMinor: sum(row => row.refundedMinor) + givenBack,
    days: dates.map(date => {
      const row = sold.find(candidate => candidate.date === date)
      return {
        date,
        count: row?.count ?? 0,
        grossMinor: row?.grossMinor ?? 0,
        netMinor: row?.netMinor ?? 0,
        views: views.find(candidate => candidate.date === date)?.views ?? 0,
      }
    }),
  }
}

function startOfDay(daysAgo: number): Date {
  const today = new Date()
  return new Date(
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - daysAgo + 1),
  )
}
