import type pg from 'pg'
import { HOSTILE } from './strings.ts'

/** A product whose page and file every other one is a copy of. */
export interface Model {
  productId: number
  sellerEmail: string
}

/**
 * One product for each text, under its name, with it as description and as the name of its file: straight into the
 * tables, since rows may be older than any rule. Returns their ids, in the order of the texts.
 */
export async function hangHostileProducts(db: pg.Client, { productId }: Model): Promise<number[]> {
  const { rows } = await db.query<{ id: number; name: string }>(
    `insert into products (seller_id, name, description, price, is_price_dynamic, category_id,
       subcategory_id, image_key)
     select p.seller_id, t.text, t.text, p.price, false, p.category_id, p.subcategory_id, p.image_key
     from products p, unnest($2::text[]) as t(text) where p.id = $1 returning id, name`,
    [productId, HOSTILE],
  )
  await db.query(
    `insert into product_files (product_id, version, storage_key, file_name, type, mime, size_bytes, sha256)
     select p.id, 1, f.storage_key || '-' || p.id, p.name, f.type, f.mime, f.size_bytes, f.sha256
     from products p, product_files f where f.product_id = $1 and p.id = any($2)`,
    [productId, rows.map(({ id }) => id)],
  )
  await db.query(
    'update products p set file_id = f.id from product_files f where f.product_id = p.id and p.file_id is null',
  )
  const idOf = new Map(rows.map(({ id, name }) => [name, id]))
  return HOSTILE.map(text => idOf.get(text)!)
}

/** One seller for each text, who says it of themselves and gives it for every address they have. */
export async function inviteHostileSellers(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ username: string }>(
    `with people as (
       insert into users (email, verified_at)
       select 'hostile' || n || '@sellers.test', now() from generate_series(1, $2) n returning id, email
     )
     insert into profiles (user_id, username, bio, webpage, twitter, facebook, linked_in)
     select p.id, 'hostile' || n, text, text, text, text, text
     from unnest($1::text[]) with ordinality as t(text, n)
     join people p on p.email = 'hostile' || n || '@sellers.test' returning username`,
    [HOSTILE, HOSTILE.length],
  )
  return rows.map(({ username }) => username)
}

/**
 * The same texts wherever else somebody's words are kept: a seller's own page, reports, testimonials, reasons that
 * admins gave, addresses of buyers, names of browsers, faults of jobs.
 */
export async function writeHostileRows(
  db: pg.Client,
  { productId, sellerEmail }: Model,
): Promise<void> {
  const all = HOSTILE.join('\n')
  const each = (insert: string, values: unknown[] = []) => db.query(insert, [HOSTILE, ...values])
  await db.query(
    `update profiles set bio = $1, webpage = 'javascript:__hit(1)', twitter = $1, facebook = $1, linked_in = $1
     from users u where u.id = user_id and u.email = $2`,
    [all, sellerEmail],
  )
  await each(
    `insert into product_reports (product_id, reason, detail, email)
     select $2, 'other', text, text from unnest($1::text[]) as t(text)`,
    [productId],
  )
  // The home page shows the first twelve: each of them says everything.
  await each(
    `insert into testimonials (name, trade, quote, language, position)
     select text, text, case when n <= 12 then $2 else text end, 'es', n
     from unnest($1::text[]) with ordinality as t(text, n)`,
    [all],
  )
  await each(
    `insert into admin_actions (action, target, target_id, reason)
     select 'take_down', 'product', text, text from unnest($1::text[]) as t(text)`,
  )
  await each(
    `update orders o set payer_email = t.text from (
       select id, row_number() over (order by id) n from orders
     ) numbered join unnest($1::text[]) with ordinality as t(text, n) using (n) where numbered.id = o.id`,
  )
  await db.query(`update sessions set user_agent = $1, ip = $1`, [all])
  await db.query(`update security_events set user_agent = $1, place = $1`, [all])
  await db.query(`update users set suspension_reason = $1 where email = $2`, [all, sellerEmail])
  await each(
    `update products p set taken_down_at = now(), taken_down_reason = t.text from (
       select id, name from products order by id desc limit 20
     ) last join unnest($1::text[]) as t(text) on t.text = last.name where last.id = p.id`,
  )
  await each(
    `insert into jobs (kind, payload, state, max_attempts, last_error)
     select text, '{}', 'dead', 1, text from unnest($1::text[]) as t(text)`,
  )
}
