import * as z from 'zod/mini'
import { parseOrderNumber } from '#contract/orders/order-number.ts'
import { parseOrderEntry } from '#contract/orders/payment-link.ts'
import { LIST_OF_STATE, type Sale, type SaleFilter } from '#contract/sales/lines.ts'
import { SHOWN_ORDER_STATES } from '#contract/orders/orders.ts'
import { OrderId } from '#contract/core/fields.ts'
import { maskBuyerEmail } from '#contract/core/mask-email.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import {
  type LineFilter,
  type LineCursor,
  type LineRow,
  findLineIds,
  findLines,
} from './line-queries.ts'
import { resolvePeriod } from './period.ts'

const PAGE_SIZE = 50
/** The largest value of PostgreSQL's `integer`. */
const MAX_ID = 2_147_483_647

/**
 * Returns a page of a seller's line items, newest first.
 * @throws ApiError INVALID_DATA if the cursor is malformed
 */
export async function listSales(
  { db }: Context,
  sellerId: number,
  { cursor, ...filter }: SaleFilter & { cursor?: string | undefined },
): Promise<{ sales: Sale[]; nextCursor: string | null }> {
  const ids = await findLineIds(db, toLineFilter(sellerId, filter), {
    after: cursor === undefined ? undefined : parseCursor(cursor),
    limit: PAGE_SIZE + 1,
  })
  const page = await findLines(db, ids.slice(0, PAGE_SIZE))
  const last = page.at(-1)
  return {
    sales: page.map(serializeLine),
    nextCursor: last && ids.length > PAGE_SIZE ? `${last.soldAt.getTime()}.${last.itemId}` : null,
  }
}

function parseCursor(cursor: string): LineCursor {
  const [, millis, id] = /^(\d{1,15})\.(\d{1,10})$/.exec(cursor) ?? []
  const position = { soldAt: new Date(Number(millis)), itemId: Number(id) }
  if (Number.isNaN(position.soldAt.getTime()) || !(position.itemId <= MAX_ID))
    throw new ApiError('INVALID_DATA', 'cursor')
  return position
}

/**
 * Converts the contract's sales filter to the filter of the query: days become timestamps, a list becomes its states,
 * and the search text becomes one condition.
 */
export function toLineFilter(
  sellerId: number,
  { q, list, from, to, ...filter }: SaleFilter,
): LineFilter {
  return {
    sellerId,
    ...filter,
    ...(list && { states: SHOWN_ORDER_STATES.filter(state => LIST_OF_STATE[state] === list) }),
    ...resolvePeriod({ from, to }),
    ...parseSearch(q),
  }
}

/**
 * Parses a search text as a whole email, a whole order id, or part of the name of a product or a pack, which can be
 * an order's number.
 */
function parseSearch(q: string | undefined): Partial<LineFilter> {
  if (!q) return {}
  if (q.includes('@')) return { payerEmail: q.toLowerCase() }
  const orderId = z.safeParse(OrderId, q)
  if (orderId.success) return { orderId: orderId.data }
  return { name: q, number: parseOrderNumber(q) }
}

export function serializeLine({ paymentStatus, moneyReleaseAt, ...row }: LineRow): Sale {
  return {
    ...row,
    moneyReleaseAt: serializeMoneyRelease(paymentStatus, moneyReleaseAt),
    createdAt: row.createdAt.toISOString(),
    soldAt: row.soldAt.toISOString(),
    state: row.state ?? 'created',
    payerEmail: maskBuyerEmail(row.payerEmail),
    entry: parseOrderEntry(row.entry),
    currency: row.currency,
  }
}

/** Serializes when the money of a payment is released; null if the payment does not bring money, or not yet. */
export function serializeMoneyRelease(
  paymentStatus: string | null | undefined,
  moneyReleaseAt: Date | null | undefined,
): string | null {
  return paymentStatus === 'approved' ? (moneyReleaseAt?.toISOString() ?? null) : null
}
