import { and, desc, eq, gt, gte, isNull, lt, sql } from 'drizzle-orm'
import type { Currency } from '#contract/core/fields.ts'
import { TIME_ZONE } from '#contract/core/time-zone.ts'
import type { Db } from '#server/db/client.ts'
import {
  COMMISSION_KIND_LIST,
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

// The text of this condition is that of the partial index, so that the planner recognizes it.
const isDifference = sql`${kind} = 'commission_difference'`

const isIn = ({ from, before }: Period) => and(gte(occurredAt, from), lt(occurredAt, before))

const ZONE = sql.raw(`'${TIME_ZONE}'`)

/** The month in which the money of an entry `e` moved. */
const MONTH = sql`to_char(e.occurred_at at time zone ${ZONE}, 'YYYY-MM')`

/** When the first day began that is not in `commission_days` yet. */
const SUMMED_UNTIL = sql`(
  select coalesce((max(day) + 1)::timestamp at time zone 'UTC', '-infinity') from commission_days)`

/** The entries `e` about commission that are not in `commission_days` yet. */
const NEWER_ENTRIES = sql`
  from ledger_entries e
  where e.kind in ${sql.raw(COMMISSION_KIND_LIST)} and e.created_at >= ${SUMMED_UNTIL}`

/** All commission as rows `c`: the sums of the days that are over, and the single entries since. */
const COMMISSION = sql`(
  select month, currency, kind, from_account, amount_minor from commission_days
  union all
  select ${MONTH}, e.currency, e.kind, e.from_account, e.amount_minor ${NEWER_ENTRIES}
) c`

const signedSum = (ofKind: string, from: string) =>
  sql`coalesce(sum(case when from_account = ${from} then amount_minor else -amount_minor end)
    filter (where kind = ${ofKind}), 0)::float8`
const differenceFrom = (from: string) =>
  sql`coalesce(sum(amount_minor) filter (where kind = 'commission_difference' and from_account = ${from}), 0)::float8`

interface CommissionMonth {
  /** Such as `2026-11`, in `TIME_ZONE`. */
  month: string
  currency: Currency
  agreedMinor: number
  returnedMinor: number
  missingMinor: number
  excessMinor: number
}

/** Sums the commission of a year by month of `TIME_ZONE` and by currency, newest month first. */
export async function sumCommissionByMonth(db: Db, year: number): Promise<CommissionMonth[]> {
  const { rows } = await db.execute<CommissionMonth & Record<string, unknown>>(sql`
    select month, currency,
      ${signedSum('commission', 'seller')} as "agreedMinor",
      ${signedSum('commission_returned', 'marketplace')} as "returnedMinor",
      ${differenceFrom('marketplace')} as "missingMinor",
      ${differenceFrom('seller')} as "excessMinor"
    from ${COMMISSION}
    where month between ${`${year}-01`} and ${`${year}-12`}
    group by month, currency
    order by month desc, currency`)
  return rows
}

/** Tells whether there was any commission before a year. */
export async function hasCommissionBefore(db: Db, year: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${COMMISSION} where month < ${`${year}-01`} limit 1`)
  return rows.length > 0
}

/**
 * How many hours after its end a day is summed. An entry has the time at which its transaction began, so that one that
 * began before midnight may be committed after it, but not so late.
 */
const CLOSED_AFTER_HOURS = 1

/** Sums the entries about commission of each day that is over and was not summed yet. */
export async function sumCommissionOfDays(db: Db, now: Date): Promise<void> {
  await db.execute(sql`
    insert into commission_days (day, month, currency, kind, from_account, amount_minor)
    select (e.created_at at time zone 'UTC')::date, ${MONTH}, e.currency, e.kind, e.from_account, sum(e.amount_minor)
    ${NEWER_ENTRIES}
      and e.created_at < date_trunc('day', ${now.toISOString()}::timestamptz - ${CLOSED_AFTER_HOURS}
        * interval '1 hour', 'UTC')
    group by 1, 2, 3, 4, 5
    on conflict do nothing`)
}

/** Sums what discounts cost of the commission, by month of `TIME_ZONE` and currency. */
export async function sumForgoneByMonth(db: Db, { from, before }: Period) {
  const month = sql<string>`to_char(${orderItems.soldAt} at time zone ${ZONE}, 'YYYY-MM')`
  return db
    .select({
      month,
      currency: orderItems.currency,
      forgoneMinor: sql<number>`sum(${orderItems.forgoneFeeMinor})::float8`,
    })
    .from(orderItems)
    .where(
      and(
        gt(orderItems.forgoneFeeMinor, 0),
        eq(orderItems.saleState, 'approved'),
        gte(orderItems.soldAt, from),
        lt(orderItems.soldAt, before),
      ),
    )
    .groupBy(month, orderItems.currency)
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
      missingMinor: sql<number>`(case when ${fromAccount} = 'marketplace' then ${amountMinor}
        else -${amountMinor} end)::float8`,
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
const isMostlyRefunded = sql`${orderItems.saleState} = 'approved'
  and 2 * ${orderItems.refundedMinor} > ${orderItems.priceMinor}`

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
