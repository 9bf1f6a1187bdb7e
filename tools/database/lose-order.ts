import type pg from 'pg'

const ITEMS = 'select id from order_items where order_id = $1'
const PAYMENTS = 'select id from payments where order_id = $1'

/**
 * Removes an order with everything that belongs to it, as if a backup from before the order had been restored. The
 * order must not have been downloaded or refunded.
 */
export async function loseOrder(
  client: Pick<pg.ClientBase, 'query'>,
  orderId: string,
): Promise<void> {
  // A trigger keeps the entries of the ledger from being deleted.
  await client.query('alter table ledger_entries disable trigger user')
  for (const statement of [
    `delete from ledger_entries where payment_id in (${PAYMENTS})`,
    'delete from payments where order_id = $1',
    'delete from order_credits where order_id = $1',
    `delete from download_grants where order_item_id in (${ITEMS})`,
    'delete from order_items where order_id = $1',
    'delete from receipt_buyers where order_id = $1',
    'delete from receipts where order_id = $1',
    'delete from order_events where order_id = $1',
    'delete from coupon_uses where order_id = $1',
    'delete from order_emails where order_id = $1',
    'delete from order_mail_answers where order_id = $1',
    'delete from orders where id = $1',
  ])
    await client.query(statement, [orderId])
  await client.query('alter table ledger_entries enable trigger user')
}
