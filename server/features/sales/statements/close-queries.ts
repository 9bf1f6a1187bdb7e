import { sql } from 'drizzle-orm'
import type { Month } from '#contract/sales/months.ts'
import { TIME_ZONE } from '#contract/core/time-zone.ts'
import type { Db } from '#server/db/client.ts'
import { HELD_STATUSES } from '#server/db/payment-statuses.ts'
import { toSqlList } from '#server/db/sql-list.ts'
import { sellerStatements } from '#server/db/schema/index.ts'

/**
 * The sellers with entries in the ledger. They are read one by one out of the index, since few of its many entries are
 * of another seller than the one before.
 */
const SELLERS = sql`
  sellers as (
    select min(seller_id) as id from ledger_entries
    union all
    select (select min(seller_id) from ledger_entries where seller_id > sellers.id) from sellers
    where sellers.id is not null
  )`

const ZONE = sql.raw(`'${TIME_ZONE}'`)
const HELD = sql.raw(toSqlList(HELD_STATUSES))

/** The condition that a time, as a column of SQL, is in the month `m.start` of the local calendar. */
const isInMonth = (time: string) =>
  sql`${sql.raw(time)} >= m.start at time zone ${ZONE}
    and ${sql.raw(time)} < (m.start + interval '1 month') at time zone ${ZONE}`

/**
 * Finds statements that can become final, the oldest months first: those of months that ended at least a day before
 * `closedUntil`, whose payments all have a fee, of sellers without a payment that is not in the ledger.
 */
export async function findCompleteMonths(
  db: Db,
  { closedUntil, limit }: { closedUntil: Date; limit: number },
): Promise<{ sellerId: number; month: string }[]> {
  const { rows } = await db.execute<{ sellerId: number; month: string }>(sql`
    with recursive ${SELLERS}
    select s.id as "sellerId", to_char(m.start, 'YYYY-MM') as month
    from sellers s
    cross join lateral (select min(counts_at) as first from ledger_entries where seller_id = s.id) f
    cross join lateral generate_series(
      date_trunc('month', f.first at time zone ${ZONE}),
      date_trunc('month', (${closedUntil.toISOString()}::timestamptz - interval '24:00:00') at time zone ${ZONE})
        - interval '1 month',
      interval '1 month') m (start)
    where not exists (
        select from seller_statements t where t.seller_id = s.id and t.month = to_char(m.start, 'YYYY-MM'))
      and (exists (select from ledger_entries e where e.seller_id = s.id and ${isInMonth('e.counts_at')})
        or exists (
          select from ledger_entries e join seller_statements t on t.seller_id = e.seller_id
            and t.month = to_char(e.counts_at at time zone ${ZONE}, 'YYYY-MM') and e.created_at > t.closed_until
          where e.seller_id = s.id and e.created_at - e.counts_at > interval '24:00:00'
            and ${isInMonth('e.created_at')}))
      and not exists (
        select from ledger_entries e join payments p on p.id = e.payment_id
        where e.seller_id = s.id and e.kind = 'payment' and ${isInMonth('e.counts_at')}
          and p.provider_fee_minor is null and p.status in ${HELD})
      and not exists (
        select from payments p join orders o on o.id = p.order_id
        where p.booked_at is distinct from p.updated_at and o.seller_id = s.id)
    order by m.start, s.id limit ${limit}`)
  return rows
}

/** Stores a final statement, unless there is one already. */
export async function insertFinalStatement(
  db: Db,
  statement: typeof sellerStatements.$inferInsert,
): Promise<void> {
  await db.insert(sellerStatements).values(statement).onConflictDoNothing()
}

/** Finds the sellers after the id `after` who were paid in a month and have no notification of a key yet. */
export async function findPaidSellers(
  db: Db,
  {
    month: { from, before },
    dedupeKey,
    after,
    limit,
  }: { month: Month; dedupeKey: string; after: number; limit: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive ${SELLERS}
    select s.id from sellers s join users u on u.id = s.id
    where s.id > ${after} and u.closed_at is null
      and exists (
        select from ledger_entries e where e.seller_id = s.id and e.kind = 'payment'
          and e.counts_at >= ${from.toISOString()}::timestamptz and e.counts_at < ${before.toISOString()}::timestamptz)
      and not exists (
        select from notifications n where n.user_id = s.id and n.dedupe_key = ${dedupeKey})
    order by s.id limit ${limit}`)
  return rows.map(({ id }) => id)
}
