import type pg from 'pg'

/**
 * Inserts many sales with one SQL statement per table: orders of one item, spread over two years and all outcomes, with
 * their payments, grants and events. The amounts assume a commission of 10 % and a provider fee of 6.29 %.
 */
export async function insertBulkSales(
  client: Pick<pg.ClientBase, 'query'>,
  { sellerId, sales }: { sellerId: number; sales: number },
): Promise<void> {
  await client.query(
    `
with seller_products as (
  select array_agg(id order by id) as ids, array_agg(edition_id order by id) as editions
  from products where seller_id = $1
), draws as materialized (
  select gen_random_uuid() as id, n,
    1 + (n * 7919) % array_length(seller_products.ids, 1) as pick,
    -- Creation dates ascend with n, as in a real order history.
    date_trunc('milliseconds', now() - (($2::bigint - n) * 730.0 / $2::bigint) * interval '1 day') as created_at,
    (1000 + (n * 131) % 49000) * 100 as price,
    case when n % 100 < 80 then 'approved' when n % 100 < 90 then 'refunded'
      when n % 100 < 94 then 'charged_back' when n % 100 < 97 then 'open' else 'expired' end as state,
    (9000000000000 + $1::bigint * 10000000 + n)::text as payment_id
  from generate_series(1, $2::bigint) n, seller_products
), inserted_orders as (
  insert into orders (id, seller_id, collector_id, payer_email, language, state, currency, total_minor, fee_minor,
    provider_key, created_at, expires_at, approved_at, approved_payment_id)
  select id, $1, '1', 'comprador' || n % 9000 || '@correo.test', 'es', state, 'ARS', price, price / 10,
    gen_random_uuid(), created_at, created_at + interval '3 days',
    case when state in ('approved', 'refunded', 'charged_back') then created_at end,
    case when state in ('approved', 'refunded', 'charged_back') then payment_id end
  from draws
), inserted_items as (
  insert into order_items (order_id, product_id, edition_id, seller_id, sold_at, sale_state, currency, name,
    price_minor, fee_percent, fee_minor, seller_share_minor, provider_fee_minor, refunded_minor, net_minor)
  select d.id, seller_products.ids[pick], seller_products.editions[pick], $1, d.created_at,
    case state when 'open' then 'pending' when 'expired' then null else state end, 'ARS', 'Producto ' || pick,
    price, 10, price / 10, price - price / 10,
    case when state in ('approved', 'refunded', 'charged_back') then price * 629 / 10000 end,
    case when state in ('refunded', 'charged_back') then price else 0 end,
    case state when 'approved' then price - price / 10 - price * 629 / 10000
      when 'refunded' then - price * 629 / 10000 when 'charged_back' then - price * 629 / 10000 end
  from draws d, seller_products
  returning id, order_id, sale_state, sold_at
), inserted_payments as (
  insert into payments (id, order_id, status, amount_minor, currency, collector_id, provider_created_at,
    provider_updated_at, provider_fee_minor, refunded_minor)
  select payment_id, id, case state when 'open' then 'pending' else state end, price, 'ARS', '1', created_at,
    created_at, case when state in ('approved', 'refunded', 'charged_back') then price * 629 / 10000 end,
    case state when 'refunded' then price else 0 end
  from draws where state <> 'expired'
)
select 1`,
    [sellerId, sales],
  )
  await client.query(
    `insert into download_grants (order_item_id, granted_at, expires_at)
     select id, sold_at, sold_at + interval '30 days' from order_items where seller_id = $1
       and sale_state = 'approved'`,
    [sellerId],
  )
  await client.query(
    `insert into order_events (order_id, at, kind)
     select o.id, o.created_at, k from orders o, unnest(array['ordered', 'delivered', 'refunded']) k
     where o.seller_id = $1 and (k <> 'refunded' or o.state = 'refunded')`,
    [sellerId],
  )
  await client.query(
    `insert into receipts (order_id, seller_id, number, issued_at)
     select id, seller_id, row_number() over (order by approved_at, id), approved_at
     from orders where seller_id = $1 and approved_at is not null`,
    [sellerId],
  )
  await client.query(
    `insert into receipt_numbers (seller_id, latest)
     select $1, count(*) from receipts where seller_id = $1 having count(*) > 0`,
    [sellerId],
  )
  await client.query(
    `insert into notifications (user_id, kind, detail, dedupe_key, created_at)
     select $1, 'delivered',
       jsonb_build_object('orderId', id, 'items', 1, 'shareMinor', total_minor, 'currency', 'ARS'),
       'delivered:' || id, created_at
     from orders where seller_id = $1 and state = 'approved'`,
    [sellerId],
  )
  await client.query('analyze')
}

/** Inserts many products of one seller, each with a file and with views for each of the last `viewDays` days. */
export async function insertBulkProducts(
  client: Pick<pg.Pool, 'query'>,
  { sellerId, products, viewDays }: { sellerId: number; products: number; viewDays: number },
): Promise<void> {
  await client.query(
    `
with inserted_products as (
  insert into products (seller_id, name, description, price, is_price_dynamic, category_id, subcategory_id, image_key)
  select $1, 'Producto ' || n, 'Uno de muchos productos.', 1000 + n, false, s.category_id, s.id, gen_random_uuid()::text
  from generate_series(1, $2::int) n, (select * from subcategories order by id limit 1) s
  returning id
)
insert into product_slots (product_id, position, edited_position) select id, 0, 0 from inserted_products`,
    [sellerId, products],
  )
  await client.query(
    `
with slots as (
  select s.id, s.product_id from product_slots s join products p on p.id = s.product_id where p.seller_id = $1
), files as (
  insert into product_files (product_id, slot_id, version, storage_key, file_name, type, mime, size_bytes, sha256,
    crc32, published_at)
  select product_id, id, 1, $1 || '/' || gen_random_uuid(), 'archivo.pdf', 'pdf', 'application/pdf', 100000, 'x', 0,
    now()
    from slots
  returning id, product_id, slot_id
), editions as (
  insert into product_editions (product_id, number) select product_id, 1 from slots returning id, product_id
), filled as (
  update product_slots s set current_file_id = f.id from files f where s.id = f.slot_id
)
insert into edition_files (edition_id, slot_id, file_id, position)
select e.id, f.slot_id, f.id, 0 from files f join editions e on e.product_id = f.product_id`,
    [sellerId],
  )
  await client.query(
    `update products p set edition_id = e.id, listed = true from product_editions e
      where e.product_id = p.id and p.seller_id = $1`,
    [sellerId],
  )
  await client.query(
    `insert into seller_storage_usage (user_id, used_bytes)
     select $1, sum(f.size_bytes) from product_files f join products p on p.id = f.product_id where p.seller_id = $1
     on conflict (user_id) do update set used_bytes = excluded.used_bytes`,
    [sellerId],
  )
  await client.query(
    `insert into visits_daily (product_id, seller_id, day, source, medium, campaign, views)
     select p.id, p.seller_id, current_date - d, '', '', '', 1 + (p.id + d) % 7
     from products p, generate_series(0, $2::int - 1) d where p.seller_id = $1`,
    [sellerId, viewDays],
  )
}

/**
 * Inserts a pack of a seller who has sales, and makes every `share`th of them a sale of that pack.
 * @returns the id of the pack
 */
export async function insertBulkPack(
  client: Pick<pg.Pool, 'query'>,
  { sellerId, share }: { sellerId: number; share: number },
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into products (seller_id, name, description, price, is_price_dynamic, category_id, subcategory_id,
      image_key, is_pack)
     select $1, 'Pack', 'Varios productos juntos.', 5000, false, s.category_id, s.id, gen_random_uuid()::text, true
     from (select * from subcategories order by id limit 1) s
     returning id`,
    [sellerId],
  )
  const { id } = rows[0]!
  await client.query(
    `update order_items set pack_id = $2, pack_name = 'Pack' where seller_id = $1 and id % $3 = 0`,
    [sellerId, id, share],
  )
  return id
}
