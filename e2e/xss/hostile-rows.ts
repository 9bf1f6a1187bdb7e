import type pg from 'pg'
import { HOSTILE_STRINGS } from './hostile-strings.ts'

/** The product of which the hostile products are copies, and the email of its seller. */
export interface TemplateProduct {
  productId: number
  sellerEmail: string
}

/**
 * Inserts one product for each hostile string, which becomes the name, the texts and the file name. The rows are
 * written directly to the tables, since stored rows can be older than the validation rules.
 * @returns the product ids, in the sequence of the strings
 */
export async function insertHostileProducts(
  db: pg.Client,
  { productId }: TemplateProduct,
): Promise<number[]> {
  const { rows } = await db.query<{ id: number; name: string }>(
    `insert into products (seller_id, name, description, points, about, price, is_price_dynamic, category_id,
       subcategory_id, image_key)
     select p.seller_id, t.text, t.text, array[t.text], t.text, p.price, false, p.category_id, p.subcategory_id,
       p.image_key
     from products p, unnest($2::text[]) as t(text) where p.id = $1 returning id, name`,
    [productId, HOSTILE_STRINGS],
  )
  await db.query(
    `with slots as (
       insert into product_slots (product_id, position, edited_position) select unnest($2::int[]), 0, 0
       returning id, product_id
     ), files as (
       insert into product_files (product_id, slot_id, version, storage_key, file_name, type, mime, size_bytes, sha256,
         crc32, published_at)
       select p.id, s.id, 1, f.storage_key || '-' || p.id, p.name, f.type, f.mime, f.size_bytes, f.sha256,
         f.crc32, now()
       from slots s join products p on p.id = s.product_id, product_files f where f.product_id = $1
       returning id, product_id, slot_id
     ), editions as (
       insert into product_editions (product_id, number) select product_id, 1 from slots returning id, product_id
     )
     insert into edition_files (edition_id, slot_id, file_id, position)
     select e.id, f.slot_id, f.id, 0 from files f join editions e on e.product_id = f.product_id`,
    [productId, rows.map(({ id }) => id)],
  )
  await db.query(
    `update product_slots s set current_file_id = f.id from product_files f
     where f.slot_id = s.id and s.current_file_id is null`,
  )
  await db.query(
    `update products p set edition_id = e.id, listed = true from product_editions e
     where e.product_id = p.id and p.edition_id is null`,
  )
  const idOf = new Map(rows.map(({ id, name }) => [name, id]))
  return HOSTILE_STRINGS.map(text => idOf.get(text)!)
}

/** Inserts one seller for each hostile string, which becomes the biography and every link of the profile. */
export async function insertHostileSellers(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ username: string }>(
    `with people as (
       insert into users (email, verified_at)
       select 'hostile' || n || '@sellers.test', now() from generate_series(1, $2) n returning id, email
     )
     insert into profiles (
       user_id, username, bio, webpage, twitter, facebook, linked_in, display_name, contact_email, whatsapp, instagram,
       tiktok, youtube
     )
     select p.id, 'hostile' || n, text, text, text, text, text, text, text, text, text, text, text
     from unnest($1::text[]) with ordinality as t(text, n)
     join people p on p.email = 'hostile' || n || '@sellers.test' returning username`,
    [HOSTILE_STRINGS, HOSTILE_STRINGS.length],
  )
  return rows.map(({ username }) => username)
}

/**
 * Writes the hostile strings to all other columns with user input: profiles, reports, testimonials, admins' reasons,
 * buyers' emails, user agents and job errors.
 */
export async function insertHostileTexts(
  db: pg.Client,
  { productId, sellerEmail }: TemplateProduct,
): Promise<void> {
  const joinedStrings = HOSTILE_STRINGS.join('\n')
  const queryWithStrings = (insert: string, values: unknown[] = []) =>
    db.query(insert, [HOSTILE_STRINGS, ...values])
  await db.query(
    `update profiles set bio = $1, webpage = 'javascript:__hit(1)', twitter = $1, facebook = $1, linked_in = $1,
       display_name = $1, contact_email = $1, whatsapp = $1, instagram = $1, tiktok = $1, youtube = $1
     from users u where u.id = user_id and u.email = $2`,
    [joinedStrings, sellerEmail],
  )
  await queryWithStrings(
    `insert into product_reports (product_id, reason, detail, email)
     select $2, 'other', text, text from unnest($1::text[]) as t(text)`,
    [productId],
  )
  // The home page shows at most twelve testimonials, so the quotes of the first twelve contain all strings.
  await queryWithStrings(
    `insert into testimonials (name, trade, quote, language, position)
     select text, text, case when n <= 12 then $2 else text end, 'es', n
     from unnest($1::text[]) with ordinality as t(text, n)`,
    [joinedStrings],
  )
  await queryWithStrings(
    `insert into admin_actions (action, target, target_id, reason)
     select 'take_down', 'product', text, text from unnest($1::text[]) as t(text)`,
  )
  await queryWithStrings(
    `update orders o set payer_email = t.text from (
       select id, row_number() over (order by id) n from orders
     ) numbered join unnest($1::text[]) with ordinality as t(text, n) using (n) where numbered.id = o.id`,
  )
  await db.query(`update sessions set user_agent = $1, ip = $1`, [joinedStrings])
  await db.query(`update security_events set user_agent = $1, place = $1`, [joinedStrings])
  await db.query(`update users set suspension_reason = $1 where email = $2`, [
    joinedStrings,
    sellerEmail,
  ])
  await queryWithStrings(
    `update products p set taken_down_at = now(), taken_down_reason = t.text, listed = false from (
       select id, name from products order by id desc limit 20
     ) last join unnest($1::text[]) as t(text) on t.text = last.name where last.id = p.id`,
  )
  // Each hostile product has a review that contains its string, and the harmless product has one like it.
  await db.query(
    `insert into order_items (order_id, product_id, edition_id, seller_id, sold_at, sale_state, currency, name,
      price_minor,
       fee_percent, fee_minor, seller_share_minor)
     select i.order_id, p.id, p.edition_id, p.seller_id, i.sold_at, 'approved', i.currency, p.name, i.price_minor,
       i.fee_percent, i.fee_minor, i.seller_share_minor
     from products p, (select * from order_items order by id limit 1) i where p.id = $1`,
    [productId],
  )
  await db.query(
    `insert into product_reviews (order_item_id, product_id, seller_id, stars, text, name, language, reply, replied_at)
     select i.id, p.id, p.seller_id, 4, p.name, p.name, 'es', p.name, now()
     from order_items i join products p on p.id = i.product_id on conflict do nothing`,
  )
  await queryWithStrings(
    `insert into jobs (kind, payload, state, max_attempts, last_error)
     select text, '{}', 'dead', 1, text from unnest($1::text[]) as t(text)`,
  )
}
