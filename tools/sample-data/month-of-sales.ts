import type pg from 'pg'
import type { Database } from '#server/db/client.ts'
import { bookUnbookedPayments } from '#server/features/payments/ledger/book-payments.ts'

/**
 * Moves all sales of a seller that are not in the ledger yet into a month, spread over its days as over the years
 * before.
 */
export async function moveSalesIntoMonth(
  client: Pick<pg.Pool, 'query'>,
  { sellerId, month, sales }: { sellerId: number; month: string; sales: number },
): Promise<void> {
  await client.query(
    `with moved as (
       update orders set created_at = m.at, approved_at = case when approved_at is null then null else m.at end
       from (select id, $2::timestamptz + (row_number() over (order by created_at)) * interval '28 days' / $3 as at
         from orders where seller_id = $1) m
       where m.id = orders.id returning orders.id, m.at
     ), items as (
       update order_items i set sold_at = moved.at from moved where i.order_id = moved.id
     )
     update payments p set provider_created_at = moved.at, provider_updated_at = moved.at
     from moved where p.order_id = moved.id`,
    [sellerId, `${month}-01T12:00:00Z`, sales],
  )
}

/** Books all payments that are not in the ledger, in batches as the worker does. */
export async function bookAllPayments(db: Database): Promise<void> {
  while ((await bookUnbookedPayments(db)) > 0);
}
