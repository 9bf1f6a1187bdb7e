import * as z from 'zod/mini'
import type { Sale, SaleFilter } from '#contract/sales/lines.ts'
import { type Currency, OrderId } from '#contract/core/fields.ts'
import { maskBuyerEmail } from '#contract/core/mask-email.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { OrdersDeps } from '../orders/deps.ts'
import {
  type LineFilter,
  type LineCursor,
  type LineRow,
  findLineIds,
  findLines,
} from './line-queries.ts'
import { resolvePeriod } from './period.ts'

const PAGE = 50
/** PostgreSQL's integer. */
const LARGEST_ID = 2_147_483_647

/** A page of sold items, newest first. */
export async function listSales(
  { db }: OrdersDeps,
  sellerId: number,
  { cursor, ...filter }: SaleFilter & { cursor?: string | undefined },
): Promise<{ sales: Sale[]; nextCursor: string | null }> {
  const ids = await findLineIds(db, toLineFilter(sellerId, filter), {
    after: cursor === undefined ? undefined : readCursor(cursor),
    limit: PAGE + 1,
  })
  const page = await findLines(db, ids.slice(0, PAGE))
  const last = page.at(-1)
  return {
    sales: page.map(serializeLine),
    nextCursor: last && ids.length > PAGE ? `${last.soldAt.getTime()}.${last.itemId}` : null,
  }
}

function readCursor(cursor: string): LineCursor {
  const [, at, id] = /^(\d{1,15})\.(\d{1,10})$/.exec(cursor) ?? []
  const mark = { soldAt: new Date(Number(at)), itemId: Number(id) }
  if (Number.isNaN(mark.soldAt.getTime()) || !(mark.itemId <= LARGEST_ID))
    throw new ApiError('INVALID_DATA', 'cursor')
  return mark
}

/** What a search means: a whole email, a whole order id, else part of a product's name. */
export function toLineFilter(sellerId: number, { q, from, to, ...filter }: SaleFilter): LineFilter {
  return { sellerId, ...filter, ...resolvePeriod({ from, to }), ...parseSearch(q) }
}

function parseSearch(q: string | undefined): Partial<LineFilter> {
  if (!q) return {}
  if (q.includes('@')) return { payerEmail: q.toLowerCase() }
  const orderId = z.safeParse(OrderId, q)
  return orderId.success ? { orderId: orderId.data } : { name: q }
}

export function serializeLine(row: LineRow): Sale {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    soldAt: row.soldAt.toISOString(),
    state: row.state ?? 'created',
    payerEmail: maskBuyerEmail(row.payerEmail),
    currency: row.currency as Currency,
  }
}
