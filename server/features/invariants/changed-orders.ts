import type pg from 'pg'

/** How many orders a query of a rule gets at most. With as many ids, its planning takes 40 ms. */
const BATCH_SIZE = 50_000

/**
 * Selects the orders that changed since a time. A new order, and each change that the rules are about, appends an event
 * of the order or an entry of the ledger. Both tables are only appended to, so a BRIN index on their time finds the
 * newest rows. Orders with a next reconciliation are always examined, since one that was due excuses what is missing,
 * and passes without an event.
 */
const CHANGED_ORDERS = `
  select order_id from order_events where at >= $1
  union
  select p.order_id from ledger_entries e join payments p on p.id = e.payment_id where e.created_at >= $1
  union
  select id from orders where next_check_at is not null`

/**
 * Reads the ids of the orders that changed since a time in the transaction of a check, in batches. The queries get them
 * as a parameter, since a read replica has no temporary tables.
 */
export async function* readChangedOrders(
  client: pg.ClientBase,
  since: Date,
  batchSize = BATCH_SIZE,
): AsyncGenerator<string[]> {
  await client.query(`declare changed_orders no scroll cursor for ${CHANGED_ORDERS}`, [since])
  for (;;) {
    const { rows } = await client.query<{ order_id: string }>(
      `fetch ${batchSize} from changed_orders`,
    )
    if (rows.length > 0) yield rows.map(row => row.order_id)
    if (rows.length < batchSize) return
  }
}
