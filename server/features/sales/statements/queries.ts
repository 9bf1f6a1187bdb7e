import { type SQL, and, asc, desc, eq, gte, inArray, lt, lte, or, sql } from 'drizzle-orm'
import { TIME_ZONE } from '#contract/core/time-zone.ts'
import type { Db } from '#server/db/client.ts'
import { HELD_STATUSES } from '#server/db/payment-statuses.ts'
import {
  ledgerEntries,
  orderItems,
  orders,
  payments,
  sellerStatements,
} from '#server/db/schema/index.ts'
import type { Month } from '#contract/sales/months.ts'

/** The statement of a seller's month. `closedUntil` is set once it is final. */
export interface StatementKey extends Month {
  sellerId: number
  closedUntil: Date | null
}

export type FinalStatement = typeof sellerStatements.$inferSelect

const { amountMinor, countsAt, createdAt, currency, fromAccount, kind, paymentId, toAccount } =
  ledgerEntries

const monthOf = (moment: unknown) =>
  sql`to_char(${moment} at time zone ${sql.raw(`'${TIME_ZONE}'`)}, 'YYYY-MM')`

/**
 * Builds the condition of a statement's entries. An entry counts in the month of `countsAt`, unless it was appended
 * when the statement of that month was closed: then it counts in the month in which it was appended. So each entry is
 * in one statement, whichever statements are final. A month is closed a day after its end at the earliest, by which the
 * index of late entries finds them.
 */
function belongsTo({ sellerId, month, from, before, closedUntil }: StatementKey): SQL {
  const isOfMonth = and(
    gte(countsAt, from),
    lt(countsAt, before),
    closedUntil ? lte(createdAt, closedUntil) : undefined,
  )
  const isLate = sql`${createdAt} - ${countsAt} > interval '24:00:00'
    and ${createdAt} >= ${from.toISOString()}::timestamptz and ${createdAt} < ${before.toISOString()}::timestamptz
    and exists (select 1 from ${sellerStatements}
      where ${sellerStatements.sellerId} = ${sellerId} and ${sellerStatements.month} <> ${month}
        and ${sellerStatements.month} = ${monthOf(countsAt)} and ${createdAt} > ${sellerStatements.closedUntil})`
  return and(eq(ledgerEntries.sellerId, sellerId), or(isOfMonth, isLate))!
}

/** Sums the entries of a statement by currency, kind and direction. */
export function sumEntriesByKind(db: Db, key: StatementKey) {
  return db
    .select({
      currency,
      kind,
      fromAccount,
      toAccount,
      amountMinor: sql<number>`sum(${amountMinor})::float8`,
    })
    .from(ledgerEntries)
    .where(belongsTo(key))
    .groupBy(currency, kind, fromAccount, toAccount)
}

/** What an entry brings to the seller, in minor units; negative if the seller gives. */
const toSeller = sql`case when ${toAccount} = 'seller' then ${amountMinor}
  when ${fromAccount} = 'seller' then -${amountMinor} else 0 end`

/**
 * Sums what the entries of a statement brought to the seller and the provider had not released by a time, in each
 * currency. Money that the provider holds because of a complaint is not released.
 */
export function sumUnreleased(db: Db, key: StatementKey, asOf: Date) {
  return db
    .select({ currency, amountMinor: sql<number>`sum(${toSeller})::float8` })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, paymentId))
    .where(
      and(
        belongsTo(key),
        inArray(payments.status, [...HELD_STATUSES]),
        sql`(${payments.status} = 'approved'
          and ${payments.moneyReleaseAt} <= ${asOf.toISOString()}::timestamptz) is not true`,
      ),
    )
    .groupBy(currency)
}

/** Finds the ids of a statement's entries between the seller and others, in the sequence in which money moved. */
export async function findMovementIds(db: Db, key: StatementKey): Promise<number[]> {
  const rows = await db
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .where(and(belongsTo(key), sql`'seller' in (${fromAccount}, ${toAccount})`))
    .orderBy(asc(ledgerEntries.occurredAt), asc(ledgerEntries.id))
  return rows.map(({ id }) => id)
}

/** Reads entries by their ids, in the same sequence as the ids. `toSellerMinor` is negative if the seller gave. */
export async function findMovements(db: Db, ids: number[]) {
  const rows = await db
    .select({
      id: ledgerEntries.id,
      occurredAt: ledgerEntries.occurredAt,
      number: orders.number,
      paymentId,
      kind,
      currency,
      toSellerMinor: sql<number>`(${toSeller})::float8`,
    })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(inArray(ledgerEntries.id, ids))
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
export type Movement = Awaited<ReturnType<typeof findMovements>>[number]

/** The states of the sales list in which an order was paid. An order in review is not sold yet. */
const SOLD_STATES = ['approved', 'refunded', 'charged_back'] as const

/** Sums the line items that were sold in a month, as the sales list shows them, in each currency. */
export function sumSoldItems(db: Db, { sellerId, from, before }: StatementKey) {
  const { discountMinor, feeMinor, priceMinor } = orderItems
  return db
    .select({
      currency: orderItems.currency,
      saleCount: sql<number>`count(*)::int`,
      priceMinor: sql<number>`sum(${priceMinor})::float8`,
      discountMinor: sql<number>`sum(${discountMinor})::float8`,
      commissionMinor: sql<number>`sum(${feeMinor})::float8`,
    })
    .from(orderItems)
    .where(
      and(
        eq(orderItems.sellerId, sellerId),
        inArray(orderItems.saleState, [...SOLD_STATES]),
        gte(orderItems.soldAt, from),
        lt(orderItems.soldAt, before),
      ),
    )
    .groupBy(orderItems.currency)
}

/** Counts the free copies that people took in a month, by the currency of their orders. */
export function countTakenCopies(db: Db, { sellerId, from, before }: StatementKey) {
  return db
    .select({ currency: orderItems.currency, freeCopyCount: sql<number>`count(*)::int` })
    .from(orderItems)
    .where(
      and(
        eq(orderItems.sellerId, sellerId),
        gte(orderItems.takenAt, from),
        lt(orderItems.takenAt, before),
      ),
    )
    .groupBy(orderItems.currency)
}

/** Finds when the first entry of a seller counts; undefined without entries. */
export async function findFirstEntryTime(db: Db, sellerId: number): Promise<Date | undefined> {
  const [row] = await db
    .select({ countsAt })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.sellerId, sellerId))
    .orderBy(asc(countsAt))
    .limit(1)
  return row?.countsAt ?? undefined
}

/** Finds the final statements of a seller from `first` to `last`, newest first. */
export function findFinalStatements(
  db: Db,
  sellerId: number,
  { first, last }: { first: string; last: string },
): Promise<FinalStatement[]> {
  return db
    .select()
    .from(sellerStatements)
    .where(
      and(
        eq(sellerStatements.sellerId, sellerId),
        gte(sellerStatements.month, first),
        lte(sellerStatements.month, last),
      ),
    )
    .orderBy(desc(sellerStatements.month))
}
