import { type SQL, and, eq, gt, gte, lt, sql } from 'drizzle-orm'
import { LIMITS } from '#contract/core/limits.ts'
import { PACK_PARTS } from '#contract/prices/packs.ts'
import type { Db } from '#server/db/client.ts'
import { orderItems, orders, visitsDaily } from '#server/db/schema/index.ts'
import { matchesVisits } from '#server/features/sources/service.ts'
import {
  type LineFilter,
  buildTotals,
  countSold,
  countTaken,
  isSaleOf,
  isTaken,
  matchesFilter,
  soldProduct,
} from '../line-queries.ts'

/** What products or sources brought. Amounts are in minor units. */
export interface SourceFigures {
  visits: number
  started: number
  count: number
  freeCopies: number
  grossMinor: number
  sellerShareMinor: number
  refundedMinor: number
}

/** What one combination of product, source, medium and campaign brought; `source` is null where it is not known. */
export interface SourceRow extends SourceFigures {
  productId: number
  source: string | null
  medium: string
  campaign: string
}

/** The figures of a part of the report that has others only. */
const NOTHING = {
  visits: sql`0`,
  started: sql`0`,
  count: sql`0`,
  freeCopies: sql`0`,
  grossMinor: sql`0`,
  sellerShareMinor: sql`0`,
  refundedMinor: sql`0`,
} satisfies Record<keyof SourceFigures, SQL>

const selectVisits = (db: Db, filter: LineFilter) =>
  db
    .select({
      productId: visitsDaily.productId,
      source: sql`nullif(${visitsDaily.source}, '')`,
      medium: sql`${visitsDaily.medium}`,
      campaign: sql`${visitsDaily.campaign}`,
      ...NOTHING,
      visits: sql`sum(${visitsDaily.views})`,
    })
    .from(visitsDaily)
    .where(matchesVisits(filter))
    .groupBy(visitsDaily.productId, visitsDaily.source, visitsDaily.medium, visitsDaily.campaign)

const ORDER_SOURCE = {
  source: orders.source,
  medium: sql`coalesce(${orders.sourceMedium}, '')`.as('medium'),
  campaign: sql`coalesce(${orders.sourceCampaign}, '')`.as('campaign'),
}

/** Selects the source of a line item. The orders are looked up one by one: a join would read those of all sellers. */
const selectSourceOfLine = (db: Db) =>
  db
    .select(ORDER_SOURCE)
    .from(orders)
    .where(eq(orders.id, orderItems.orderId))
    .limit(1)
    .as('order_of_line')

/** Selects figures of line items by product and by the source of their orders. */
function selectLines(
  db: Db,
  filter: LineFilter,
  { where, ...figures }: { where: SQL | undefined } & Partial<Record<keyof SourceFigures, SQL>>,
) {
  const order = selectSourceOfLine(db)
  const { source, medium, campaign } = order
  return db
    .select({ productId: soldProduct(filter), source, medium, campaign, ...NOTHING, ...figures })
    .from(orderItems)
    .innerJoinLateral(order, sql`true`)
    .where(where)
    .groupBy(soldProduct(filter), source, medium, campaign)
}

function selectSales(db: Db, filter: LineFilter) {
  const { count, grossMinor, sellerShareMinor, refundedMinor } = buildTotals(filter)
  const figures = { count, grossMinor, sellerShareMinor, refundedMinor }
  return selectLines(db, filter, { where: matchesFilter(db, filter), ...figures })
}

const selectFreeCopies = (db: Db, filter: LineFilter) =>
  selectLines(db, filter, { where: isTaken(filter), freeCopies: countTaken(filter) })

/** The most line items that an order can have: products in the cart, each of them a pack with all its parts. */
const LINES_PER_ORDER = LIMITS.cartItems * PACK_PARTS.max

/**
 * Selects the number of line items of the orders that were begun in the period, but for free ones. If the filter has a
 * product, it counts orders, like `countSold`. Like the orders of line items, the line items of the orders are looked
 * up one by one.
 */
function selectStarted(db: Db, filter: LineFilter) {
  const { sellerId, productId, from, before, currency } = filter
  const linesOfOrder = db
    .select({ productId: soldProduct(filter).as('product_id') })
    .from(orderItems)
    .where(
      and(
        eq(orderItems.orderId, orders.id),
        productId === undefined ? undefined : isSaleOf(productId),
      ),
    )
    .limit(LINES_PER_ORDER)
    .as('lines_of_order')
  return db
    .select({
      productId: linesOfOrder.productId,
      source: orders.source,
      medium: sql`coalesce(${orders.sourceMedium}, '')`,
      campaign: sql`coalesce(${orders.sourceCampaign}, '')`,
      ...NOTHING,
      started: countSold(filter, orders.id),
    })
    .from(orders)
    .innerJoinLateral(linesOfOrder, sql`true`)
    .where(
      and(
        eq(orders.sellerId, sellerId),
        gt(orders.totalMinor, 0),
        currency === undefined ? undefined : eq(orders.currency, currency),
        from && gte(orders.createdAt, from),
        before && lt(orders.createdAt, before),
      ),
    )
    .groupBy(linesOfOrder.productId, orders.source, orders.sourceMedium, orders.sourceCampaign)
}

/** The names of the figures as they are sent, and the columns of `parts` that they are summed from. */
const SUMS = sql.raw(
  Object.entries({
    visits: 'int',
    started: 'int',
    count: 'int',
    freeCopies: 'int',
    grossMinor: 'float8',
    sellerShareMinor: 'float8',
    refundedMinor: 'float8',
  } satisfies Record<keyof SourceFigures, string>)
    .map(([name, type]) => `coalesce(sum("${name}"), 0)::${type} as "${name}"`)
    .join(', '),
)
/** What brought most money is first, then most sales, free copies, visits and begun orders. */
const BEST_FIRST = sql.raw(
  '"sellerShareMinor" desc, "count" desc, "freeCopies" desc, visits desc, started desc',
)

/** The rows of the report as `rows`: one for each combination of product, source, medium and campaign. */
const withRows = (db: Db, filter: LineFilter) => sql`
  with parts ("productId", source, medium, campaign, visits, started, "count", "freeCopies", "grossMinor",
    "sellerShareMinor", "refundedMinor") as (
    ${selectVisits(db, filter)} union all ${selectStarted(db, filter)}
    union all ${selectSales(db, filter)} union all ${selectFreeCopies(db, filter)}
  ), rows as materialized (
    select "productId", source, medium, campaign, ${SUMS} from parts group by 1, 2, 3, 4
  )`

/** What a list of the report has in a row; the fields of other lists are null. */
interface ListedRow extends SourceFigures {
  list: 'total' | 'source' | 'campaign' | 'product'
  productId: number | null
  source: string | null
  medium: string | null
  campaign: string | null
}

/**
 * Sums what a seller's period brought: all of it, and by source, by campaign, and by product and source, the best rows
 * of each. Nothing else leaves the database, however many combinations strangers have invented.
 * @param limit the number of rows of each list. The last source, `other`, has what the others do not
 */
export async function sumReport(db: Db, filter: LineFilter, limit: number): Promise<ListedRow[]> {
  const { rows } = await db.execute<ListedRow & Record<string, unknown>>(sql`
    ${withRows(db, filter)}, sources as (
      select source, ${SUMS} from rows group by source
    ), ranked as (
      select sources.*,
        count(*) over () > ${limit} and row_number() over (order by ${BEST_FIRST}) >= ${limit} as is_rest
      from sources
    )
    (select 'total' as list, null::int as "productId", null::text as source, null::text as medium,
      null::text as campaign, ${SUMS} from rows)
    union all
    (select 'source', null, case when is_rest then 'other' else source end as shown, null, null, ${SUMS}
      from ranked group by shown
      order by bool_or(is_rest), ${BEST_FIRST})
    union all
    (select 'campaign', null, source, medium, campaign, ${SUMS}
      from rows where medium <> '' or campaign <> '' group by source, medium, campaign
      order by ${BEST_FIRST} limit ${limit})
    union all
    (select 'product', "productId", source, null, null, ${SUMS}
      from rows group by "productId", source
      order by ${BEST_FIRST} limit ${limit})`)
  return rows
}

/** Finds the best rows of a seller's period. */
export async function findSourceRows(
  db: Db,
  filter: LineFilter,
  limit: number,
): Promise<SourceRow[]> {
  const { rows } = await db.execute<SourceRow & Record<string, unknown>>(
    sql`${withRows(db, filter)} select * from rows order by ${BEST_FIRST} limit ${limit}`,
  )
  return rows
}
