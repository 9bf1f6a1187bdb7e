import { type SQL, and, desc, eq, gte, ilike, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/core/fields.ts'
import type { ShownOrderState } from '#contract/orders/orders.ts'
import { TIME_ZONE } from '#contract/core/time-zone.ts'
import type { Db } from '#server/db/client.ts'
import { orderItems, orders, payments, products, visitsDaily } from '#server/db/schema/index.ts'
import { matchesVisits } from '#server/features/sources/service.ts'

/** A filter for the line items of one seller. The period includes `from` and excludes `before`. */
export interface LineFilter {
  sellerId: number
  /** A part of the name of the product or of the pack that it was sold in. */
  name?: string | undefined
  /** An order's number. Line items of that order match although their name does not. */
  number?: string | undefined
  orderId?: string | undefined
  /** The buyer's complete email address in lower case. */
  payerEmail?: string | undefined
  /** A product or a pack, whose sales `isSaleOf` defines. */
  productId?: number | undefined
  state?: ShownOrderState | undefined
  states?: ShownOrderState[] | undefined
  from?: Date | undefined
  before?: Date | undefined
  currency?: Currency | undefined
}

/**
 * Builds the SQL condition for the line items that are sales of a product. Those of a pack are the lines of the parts
 * that were sold as that pack, also to complete it, since a pack has no line of its own. An order has at most one sale
 * of a product, because a product that would be bought twice is refused.
 */
export const isSaleOf = (productId: number): SQL | undefined =>
  or(eq(orderItems.productId, productId), eq(orderItems.packId, productId))

/**
 * Builds the SQL for the product whose sale a line item counts as: the product of the filter, which can be a pack, or
 * else the line's own.
 */
export const soldProduct = ({ productId }: LineFilter): SQL<number> =>
  productId === undefined ? sql`${orderItems.productId}` : sql`${productId}::int`

/**
 * Builds the SQL condition of a filter. Line items that no buyer has tried to pay have no `saleState`, so they never
 * match.
 */
export const matchesFilter = (db: Db, filter: LineFilter): SQL | undefined =>
  and(
    eq(orderItems.sellerId, filter.sellerId),
    isNotNull(orderItems.saleState),
    matchesNameOrNumber(db, filter),
    filter.orderId === undefined ? undefined : eq(orderItems.orderId, filter.orderId),
    filter.payerEmail === undefined
      ? undefined
      : inArray(orderItems.orderId, ordersOfBuyer(db, filter.sellerId, filter.payerEmail)),
    filter.productId === undefined ? undefined : isSaleOf(filter.productId),
    filter.state === undefined ? undefined : eq(orderItems.saleState, filter.state),
    filter.states && inArray(orderItems.saleState, filter.states),
    filter.currency === undefined ? undefined : eq(orderItems.currency, filter.currency),
    filter.from && gte(orderItems.soldAt, filter.from),
    filter.before && lt(orderItems.soldAt, filter.before),
  )

/** An eight-letter text can be a part of a name as well as an order's number. */
function matchesNameOrNumber(db: Db, { sellerId, name, number }: LineFilter): SQL | undefined {
  const pattern = name && `%${name.replace(/[\\%_]/g, '\\$&')}%`
  const hasName =
    pattern && or(ilike(orderItems.name, pattern), ilike(orderItems.packName, pattern))
  const order = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.number, number ?? ''), eq(orders.sellerId, sellerId)))
  const hasNumber = number && inArray(orderItems.orderId, order)
  return hasName && hasNumber ? or(hasName, hasNumber) : hasName || undefined
}

const ordersOfBuyer = (db: Db, sellerId: number, email: string) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.payerEmail, email), eq(orders.sellerId, sellerId)))

const selectLines = (db: Db) =>
  db
    .select({
      itemId: orderItems.id,
      orderId: orderItems.orderId,
      number: orders.number,
      createdAt: orders.createdAt,
      soldAt: orderItems.soldAt,
      state: orderItems.saleState,
      productId: orderItems.productId,
      productName: orderItems.name,
      packName: orderItems.packName,
      payerEmail: orders.payerEmail,
      entry: orders.entry,
      couponCode: orders.couponCode,
      discountMinor: orderItems.discountMinor,
      priceMinor: orderItems.priceMinor,
      feeMinor: orderItems.feeMinor,
      sellerShareMinor: orderItems.sellerShareMinor,
      providerFeeMinor: orderItems.providerFeeMinor,
      refundedMinor: orderItems.refundedMinor,
      netMinor: orderItems.netMinor,
      currency: orderItems.currency,
      paymentStatus: payments.status,
      moneyReleaseAt: payments.moneyReleaseAt,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .leftJoin(payments, eq(payments.id, orders.approvedPaymentId))

export type LineRow = Awaited<ReturnType<typeof selectLines>>[number]

/** The position of the last line item of a page. The next page begins after this item. */
export interface LineCursor {
  soldAt: Date
  itemId: number
}

/**
 * Finds the ids of matching line items, newest first, optionally one page after a cursor. Only ids are sorted and
 * limited here; `findLines` then reads the other columns of these rows.
 */
export async function findLineIds(
  db: Db,
  filter: LineFilter,
  { after, limit }: { after?: LineCursor | undefined; limit?: number } = {},
): Promise<number[]> {
  const query = db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(
      and(
        matchesFilter(db, filter),
        after &&
          sql`(${orderItems.soldAt}, ${orderItems.id}) < (${after.soldAt.toISOString()}::timestamptz, ${after.itemId})`,
      ),
    )
    .orderBy(desc(orderItems.soldAt), desc(orderItems.id))
  const rows = await (limit === undefined ? query : query.limit(limit))
  return rows.map(({ id }) => id)
}

/**
 * Reads line items by their ids, in the same sequence as the ids. The sales list and the export both use this function.
 */
export async function findLines(db: Db, ids: number[]): Promise<LineRow[]> {
  if (ids.length === 0) return []
  const rows = await selectLines(db).where(inArray(orderItems.id, ids))
  const byId = new Map(rows.map(row => [row.itemId, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

const isApproved = sql`${orderItems.saleState} = 'approved'`
const sumOf = (amount: AnyPgColumn, which: SQL = isApproved) =>
  sql<number>`coalesce(sum(${amount}) filter (where ${which}), 0)::float8`

const isReversed = sql`${orderItems.saleState} in ('refunded', 'charged_back')`

/**
 * Builds the SQL that counts sales: line items or, if the filter has a product, the orders of them, because a sale of a
 * pack has a line item for each part.
 */
export const countSold = ({ productId }: LineFilter, orderId: AnyPgColumn): SQL =>
  productId === undefined ? sql`count(*)` : sql`count(distinct ${orderId})`

/**
 * Builds the totals of line items, as the contract defines them. Every total counts only approved items, except
 * `refundedMinor`, which counts all items, and `reversedNetMinor`.
 */
export function buildTotals(filter: LineFilter) {
  const sales = countSold(filter, orderItems.orderId)
  const isUnsettled = sql`${isApproved} and ${orderItems.netMinor} is null`
  return {
    count: sql<number>`(${sales} filter (where ${isApproved}))::int`,
    grossMinor: sumOf(orderItems.priceMinor),
    feeMinor: sumOf(orderItems.feeMinor),
    sellerShareMinor: sumOf(orderItems.sellerShareMinor),
    providerFeeMinor: sumOf(orderItems.providerFeeMinor),
    netMinor: sumOf(orderItems.netMinor),
    unsettledCount: sql<number>`(${sales} filter (where ${isUnsettled}))::int`,
    unsettledShareMinor: sumOf(orderItems.sellerShareMinor, isUnsettled),
    reversedNetMinor: sumOf(orderItems.netMinor, isReversed),
    refundedMinor: sql<number>`coalesce(sum(${orderItems.refundedMinor}), 0)::float8`,
  }
}

const dayOfSale = sql`(${orderItems.soldAt} at time zone ${sql.raw(`'${TIME_ZONE}'`)})::date`

/** Computes the totals for each day in `TIME_ZONE` that has a line item, oldest day first. */
export function sumLinesByDay(db: Db, filter: LineFilter) {
  return db
    .select({ date: sql<string>`${dayOfSale}::text`, ...buildTotals(filter) })
    .from(orderItems)
    .where(matchesFilter(db, filter))
    .groupBy(dayOfSale)
    .orderBy(dayOfSale)
}

/** Computes the totals for each product that has a line item. */
export function sumLinesByProduct(db: Db, filter: LineFilter) {
  return db
    .select({ productId: orderItems.productId, ...buildTotals(filter) })
    .from(orderItems)
    .where(matchesFilter(db, filter))
    .groupBy(orderItems.productId)
}

export function sumViewsByDay(db: Db, filter: LineFilter) {
  return db
    .select({ date: visitsDaily.day, views: sql<number>`sum(${visitsDaily.views})::int` })
    .from(visitsDaily)
    .where(matchesVisits(filter))
    .groupBy(visitsDaily.day)
}

/** Sums the views of each product. Packs are left out, since their sales are those of their parts. */
export function sumViewsByProduct(db: Db, filter: LineFilter) {
  return db
    .select({
      productId: visitsDaily.productId,
      views: sql<number>`sum(${visitsDaily.views})::int`,
    })
    .from(visitsDaily)
    .innerJoin(products, eq(products.id, visitsDaily.productId))
    .where(and(matchesVisits(filter), eq(products.isPack, false)))
    .groupBy(visitsDaily.productId)
}

export function findSoldProducts(db: Db, sellerId: number, ids: number[]) {
  return db
    .select({
      id: products.id,
      name: products.name,
      imageKey: products.imageKey,
      deletedAt: products.deletedAt,
    })
    .from(products)
    .where(and(inArray(products.id, ids), eq(products.sellerId, sellerId)))
}

/** The condition for the free copies of a filter that people took. They are no sales, and have no sale state. */
export const isTaken = ({ sellerId, productId, currency, from, before }: LineFilter) =>
  and(
    eq(orderItems.sellerId, sellerId),
    isNotNull(orderItems.takenAt),
    productId === undefined ? undefined : isSaleOf(productId),
    currency === undefined ? undefined : eq(orderItems.currency, currency),
    from && gte(orderItems.takenAt, from),
    before && lt(orderItems.takenAt, before),
  )

export const countTaken = (filter: LineFilter) =>
  sql<number>`(${countSold(filter, orderItems.orderId)})::int`

/** Counts the free copies that people took on each day of `TIME_ZONE`. */
export function countFreeCopiesByDay(db: Db, filter: LineFilter) {
  const day = sql`(${orderItems.takenAt} at time zone ${sql.raw(`'${TIME_ZONE}'`)})::date`
  return db
    .select({ date: sql<string>`${day}::text`, freeCopies: countTaken(filter) })
    .from(orderItems)
    .where(isTaken(filter))
    .groupBy(day)
}
