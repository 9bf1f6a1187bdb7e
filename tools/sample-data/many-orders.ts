import pg from 'pg'

/** How many orders one statement inserts. */
const BATCH = 200_000
/** The days over which the orders are spread, the newest today. */
const DAYS = 1095
const BUYERS_PER_ORDER = 0.4
const PROVIDER_FEE = 0.0629
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The tables that get rows, whose other indexes than the primary key are built at the end. */
const TABLES = [
  'orders',
  'order_items',
  'payments',
  'download_grants',
  'downloads',
  'order_events',
  'notifications',
  'ledger_entries',
]

/**
 * Inserts `count` orders of one item for the products of `seedProducts` by SQL, with all rows that such orders leave
 * behind: items, payments, grants, downloads, events, notifications, ledger entries and receipts. Of 100 orders, 82 are
 * paid, 5 refunded, 1 is charged back and 12 expired without a payment. A few products have most of the sales. The
 * connection must belong to a superuser, since triggers and foreign keys are disabled meanwhile.
 */
export async function seedOrders(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set statement_timeout = 0; set synchronous_commit = off;
      set maintenance_work_mem = '1GB'; set session_replication_role = replica`)
    await client.query(`create temp table shelf as
      select row_number() over (order by id) - 1 as slot, id, edition_id, seller_id from products
        where image_key = 'many'`)
    await client.query('create unique index on shelf (slot); analyze shelf')
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as made from pg_index i
       where indrelid = any($1::regclass[]) and not indisprimary
         and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
      [TABLES],
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (let from = 1; from <= count; from += BATCH)
      await insertBatch(client, { from, to: Math.min(from + BATCH - 1, count), count })
    for (const { made } of indexes) await client.query(made)
    await client.query(`update products p set sales_count = coalesce(s.count, 0)
      from products every
      left join (select product_id, count(*) as count from order_items where sale_state = 'approved' group by 1) s
        on s.product_id = every.id
      where p.id = every.id and p.image_key = 'many'`)
    await client.query(`insert into receipts (order_id, seller_id, number, issued_at)
      select id, seller_id, row_number() over (partition by seller_id order by approved_at, id), approved_at
      from orders where approved_at is not null and collector_id = 'many' || seller_id`)
    await client.query(`insert into receipt_numbers (seller_id, latest)
      select seller_id, max(number) from receipts group by seller_id`)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Inserts the orders with the numbers `from` to `to` of `count`; higher numbers are later. */
async function insertBatch(
  client: pg.Client,
  { from, to, count }: { from: number; to: number; count: number },
): Promise<void> {
  const digit = (place: number) =>
    `substr('${LETTERS}', (n / ${LETTERS.length ** place} % ${LETTERS.length})::int + 1, 1)`
  const number = [7, 6, 5, 4].map(digit).join(' || ')
  const rest = [3, 2, 1, 0].map(digit).join(' || ')
  await client.query('drop table if exists batch')
  await client.query(`create temp table batch as
    select n, gen_random_uuid() as order_id, shelf.id as product_id, shelf.edition_id, shelf.seller_id,
      date_trunc('milliseconds', now() - (${count} - n) * (${DAYS} * interval '1 day' / ${count})) as at,
      (1000 + n * 131 % 49000) * 100 as price, (9000000000000 + n)::text as payment_id,
      (n * 7919 % ceil(${count} * ${BUYERS_PER_ORDER})::bigint) as buyer,
      case when n % 100 < 82 then 'approved' when n % 100 < 87 then 'refunded' when n % 100 < 88 then 'charged_back'
        else 'expired' end as state
    from generate_series(${from}::bigint, ${to}) n
    join shelf on shelf.slot = floor((select count(*) from shelf)
      * power((hashint8(n) & 2147483647) / 2147483648.0, 3))::bigint`)
  await client.query('analyze batch')
  for (const statement of [
    `insert into orders (id, number, seller_id, collector_id, payer_email, language, state, currency, total_minor,
       fee_minor, provider_key, created_at, expires_at, approved_at, approved_payment_id)
     select order_id, ${number} || '-' || ${rest}, seller_id, 'many' || seller_id,
       case when state = 'expired' then '' else 'buyer' || buyer || '@many.test' end, 'es', state, 'ARS', price,
       price / 10, gen_random_uuid(), at, at + interval '3 days', case when state <> 'expired' then at end,
       case when state <> 'expired' then payment_id end
     from batch order by n`,
    `insert into order_items (order_id, product_id, edition_id, seller_id, sold_at, sale_state, currency, name,
       price_minor, fee_percent, fee_minor, seller_share_minor, provider_fee_minor, refunded_minor, net_minor)
     select order_id, product_id, edition_id, seller_id, at, nullif(state, 'expired'), 'ARS', 'Producto ' || product_id,
       price, 10, price / 10, price - price / 10, case when state <> 'expired' then floor(price * ${PROVIDER_FEE}) end,
       case when state in ('refunded', 'charged_back') then price else 0 end,
       case state when 'approved' then price - price / 10 - floor(price * ${PROVIDER_FEE})
         when 'expired' then null else -floor(price * ${PROVIDER_FEE}) end
     from batch order by n`,
    `insert into payments (id, order_id, status, amount_minor, currency, collector_id, method, method_type,
       provider_created_at, provider_updated_at, provider_fee_minor, application_fee_minor, refunded_minor,
       created_at, updated_at, booked_at)
     select payment_id, order_id, state, price, 'ARS', 'many' || seller_id, 'visa', 'credit_card', at, at,
       floor(price * ${PROVIDER_FEE}), price / 10, case state when 'refunded' then price else 0 end, at, at, at
     from batch where state <> 'expired' order by n`,
    `insert into download_grants (order_item_id, granted_at, expires_at, closed_at, closed_reason)
     select i.id, at, at + interval '30 days', case when state <> 'approved' then at end,
       case when state <> 'approved' then state end
     from batch join order_items i on i.order_id = batch.order_id and i.id > (select max(id) - ${to - from + 1}
       from order_items)
     where state <> 'expired' order by n`,
    `insert into grant_files (grant_id, file_id, downloads)
     select g.id, e.file_id, 1 from download_grants g join order_items i on i.id = g.order_item_id
     join edition_files e on e.edition_id = i.edition_id
     where g.id > (select max(id) - (select count(*) from batch where state <> 'expired') from download_grants)`,
    `insert into downloads (grant_id, file_id, at)
     select g.id, f.file_id, g.granted_at + interval '1 minute'
     from download_grants g join grant_files f on f.grant_id = g.id
     where g.id > (select max(id) - (select count(*) from batch where state <> 'expired') from download_grants)
       order by g.id`,
    `insert into order_events (order_id, at, kind)
     select order_id, at, kind from batch, unnest(array['ordered', 'approved', 'delivered', 'refunded']) kind
     where kind = 'ordered' or kind <> 'refunded' and state <> 'expired' or kind = state order by n`,
    `insert into notifications (user_id, kind, detail, dedupe_key, created_at, read_at)
     select seller_id, 'delivered',
       jsonb_build_object('orderId', order_id, 'items', 1, 'shareMinor', price, 'currency', 'ARS'),
       'delivered:' || order_id, at, at
     from batch where state = 'approved' and at > now() - interval '180 days' order by n`,
    `insert into ledger_entries (payment_id, number, kind, from_account, to_account, amount_minor, currency,
       occurred_at, created_at, seller_id, counts_at)
     select payment_id, e.number, e.kind, e.from_account, e.to_account, e.amount, 'ARS', at, at, seller_id, at
     from batch, lateral (values
       (1, 'payment', 'buyer', 'seller', price, true),
       (2, 'commission', 'seller', 'marketplace', price / 10, true),
       (3, 'provider_fee', 'seller', 'provider', floor(price * ${PROVIDER_FEE})::bigint, true),
       (4, case state when 'refunded' then 'refund' else 'chargeback' end, 'seller', 'buyer', price,
         state in ('refunded', 'charged_back')),
       (5, 'commission_returned', 'marketplace', 'seller', price / 10, state in ('refunded', 'charged_back'))
     ) e(number, kind, from_account, to_account, amount, applies)
     where state <> 'expired' and e.applies order by n, e.number`,
  ])
    await client.query(statement)
}
