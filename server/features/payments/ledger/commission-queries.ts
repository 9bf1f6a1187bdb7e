import { and, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import { TIME_ZONE } from '#contract/core/time-zone.ts'
import type { Db } from '#server/db/client.ts'
import {
  downloadGrants,
  ledgerEntries,
  orderItems,
  orders,
  payments,
  profiles,
} from '#server/db/schema/index.ts'

/** A period that includes `from` and excludes `before`. */
export interface Period {
  from: Date
  before: Date
}

const { kind, fromAccount, amountMinor, occurredAt, currency } = ledgerEntries

// The texts of these conditions are those of the partial indexes, so that the planner recognizes them.
const isAboutCommission = sql`${kind} in ('commission', 'commission_difference', 'commission_returned')`
const isDifference = sql`${kind} = 'commission_difference'`

const isIn = ({ from, before }: Period) => and(gte(occurredAt, from), lt(occurredAt, before))

const signedSum = (ofKind: string, from: string) =>
  sql<number>`coalesce(sum(case when ${fromAccount} = ${from} then ${amountMinor} else -${amountMinor} end) filter (where ${kind} = ${ofKind}), 0)::float8`
const differenceFrom = (from: string) =>
  sql<number>`coalesce(sum(${amountMinor}) filter (where ${kind} = 'commission_difference' and ${fromAccount} = ${from}), 0)::float8`

/** Sums the entries about commission by month of `TIME_ZONE` and by currency, newest month first. */
export function sumCommissionByMonth(db: Db, period: Period) {
  const month = sql<string>`to_char(${occurredAt} at time zone ${sql.raw(`'${TIME_ZONE}'`)}, 'YYYY-MM')`
  return db
    .select({
      month: month.as('month'),
      currency,
      agreedMinor: signedSum('commission', 'seller'),
      returnedMinor: signedSum('commission_returned', 'marketplace'),
      missingMinor: differenceFrom('marketplace'),
      excessMinor: differenceFrom('seller'),
    })
    .from(ledgerEntries)
    .where(and(isAboutCommission, isIn(period)))
    .groupBy(sql`1`, currency)
    .orderBy(sql`1 desc`, currency)
}

/** Tells whether the ledger has entries about commission before a time. */
export async function hasCommissionBefore(db: Db, time: Date): Promise<boolean> {
  const rows = await db
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .where(and(isAboutCommission, lt(occurredAt, time)))
    .limit(1)
  return rows.length > 0
}

/** Finds the entries about a commission that differs from the agreed one, newest first. */
export function findCommissionDifferences(
  db: Db,
  { cursor, limit, ...period }: Period & { cursor: number | undefined; limit: number },
) {
  return db
    .select({
      id: ledgerEntries.id,
      at: occurredAt,
      paymentId: ledgerEntries.paymentId,
      orderId: orders.id,
      number: orders.number,
      sellerUsername: profiles.username,
      currency,
      agreedMinor: orders.feeMinor,
      missingMinor: sql<number>`(case when ${fromAccount} = 'marketplace' then ${amountMinor} else -${amountMinor} end)::float8`,
    })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, ledgerEntries.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(profiles, eq(profiles.userId, orders.sellerId))
    .where(
      and(
        isDifference,
        isIn(period),
        cursor === undefined ? undefined : lt(ledgerEntries.id, cursor),
      ),
    )
    .orderBy(desc(ledgerEntries.id))
    .limit(limit)
}

// The text of this condition is that of the partial index, so that the planner recognizes it.
const isMostlyRefunded = sql`${orderItems.saleState} = 'approved' and 2 * ${orderItems.refundedMinor} > ${orderItems.priceMinor}`

/** Finds the items sold in a period of which more than half was refunded while the file stays open, newest first. */
export function findRefundedSales(db: Db, { from, before, limit }: Period & { limit: number }) {
  return db
    .select({
      id: orderItems.id,
      soldAt: orderItems.soldAt,
      orderId: orders.id,
      number: orders.number,
      sellerUsername: profiles.username,
      productName: orderItems.name,
      currency: orderItems.currency,
      priceMinor: orderItems.priceMinor,
      refundedMinor: orderItems.refundedMinor,
    })
    .from(orderItems)
    .innerJoin(downloadGrants, eq(downloadGrants.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(profiles, eq(profiles.userId, orderItems.sellerId))
    .where(
      and(
        isMostlyRefunded,
        isNull(downloadGrants.closedAt),
        gte(orderItems.soldAt, from),
        lt(orderItems.soldAt, before),
      ),
    )
    .orderBy(desc(orderItems.soldAt), desc(orderItems.id))
    .limit(limit)
}
