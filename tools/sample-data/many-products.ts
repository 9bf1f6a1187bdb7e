import pg from 'pg'
import { buildProductPath } from '#contract/products/product-path.ts'
import { toProductSlug } from '#contract/products/product-slug.ts'

/** The three lists of words from which product names are generated: a name has one word of each list. */
const THINGS =
  'Recetas Plantillas Canciones Curso Planilla Láminas Patrones Cuentos Partituras Guía Presets Íconos Apuntes Moldes Fotos Planner Recipes Templates Songs Course'.split(
    ' ',
  )
const KINDS =
  'fáciles caseras modernas rústicas veganas clásicas digitales rápidas andinas infantiles minimal vintage simple daily printable urbanas poéticas prácticas ilustradas completas'.split(
    ' ',
  )
const TOPICS =
  'abuela cocina jardín guitarra fotografía inglés oficina pastelería tejido madera programación negocio escuela viaje bordado yoga winter budget wedding kitchen'.split(
    ' ',
  )
/** Of this many products, one has a certain rare word in its description. */
const PRODUCTS_PER_RARE_WORD = 500
/** The number of extra words in the search vocabulary per product, as names and typing errors would add. */
const STRAY_WORDS_PER_PRODUCT = 0.2
const PRODUCTS_PER_SELLER = 100

/**
 * Inserts `count` products of sellers with `productsPerSeller` products each by SQL into a migrated database with
 * categories. Triggers are disabled meanwhile: the rows that they maintain are inserted in bulk, and the indexes are
 * rebuilt at the end.
 */
export async function seedProducts(
  pool: pg.Pool,
  count: number,
  productsPerSeller = PRODUCTS_PER_SELLER,
): Promise<void> {
  // A connection of its own has no query timeout, unlike those of the pool.
  const client = new pg.Client({ connectionString: pool.options.connectionString })
  await client.connect()
  const sellers = Math.max(1, Math.round(count / productsPerSeller))
  const pick = (words: string[], salt: number) =>
    `(array[${words.map(word => `'${word}'`).join(',')}])[1 + (hashint4(n + ${salt}) & 2147483647) % ${words.length}]`
  try {
    await client.query(
      `set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '256MB'`,
    )
    for (const table of ['products', 'payment_accounts'])
      await client.query(`alter table ${table} disable trigger user`)
    await client.query(
      `insert into users (email, verified_at) select 'seller' || n || '@many.test', now()
        from generate_series(1, ${sellers}) n`,
    )
    await client.query(
      `insert into profiles (user_id, username, bio) select id, 'many' || id, 'Kiosko número ' || id from users
        where email like '%@many.test'`,
    )
    await client.query(`insert into payment_accounts (user_id, collector_id, access_token, refresh_token, scope,
      live_mode, token_expires_at, state, state_since, linked_at)
      select id, 'many' || id, '', '', '', true, now() + interval '100 days', 'linked', now(), now() from users
        where email like '%@many.test' and id % 10 <> 0`)
    await client.query(
      `create temp table numbered_subcategories as
        select row_number() over (order by s.id) - 1 as slot, s.id, s.category_id, category_names(s.id) as names
        from subcategories s`,
    )
    await client.query(
      `create temp table numbered_sellers as select row_number() over (order by id) - 1 as slot, id from users
        where email like '%@many.test'`,
    )
    await client.query(`create temp table many as
      select n, ${pick(THINGS, 1)} || ' ' || ${pick(KINDS, 2)} || ' ' || ${pick(TOPICS, 3)} || ' ' || n as name,
        'Para quien busca ' || ${pick(TOPICS, 4)} || ' con palabra' || (hashint4(n + 5) & 2147483647) %
          ${PRODUCTS_PER_RARE_WORD} || '. Archivo listo para usar.' as description,
        1 + (hashint4(n + 6) & 2147483647) % 99999 as price, n % 10 = 0 as dynamic,
          (array['pdf','epub','mp3','zip','xlsx'])[1 + n % 5] as type,
        ((hashint4(n + 7) & 2147483647) % 1000) ^ 2 / 1000 as sales, numbered_subcategories.id as subcategory_id,
          numbered_subcategories.category_id, numbered_subcategories.names, numbered_sellers.id as seller_id
      from generate_series(1, ${count}) n
      join numbered_subcategories on numbered_subcategories.slot = (hashint4(n + 8) & 2147483647) %
        (select count(*) from numbered_subcategories)
      join numbered_sellers on numbered_sellers.slot = n % ${sellers}`)
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as made from pg_index
       where indrelid = 'products'::regclass and not indisunique`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await client.query(`insert into products (seller_id, name, description, price, is_price_dynamic, category_id,
      subcategory_id, image_key, sales_count, listed, file_types, search)
      select seller_id, name, description, price, dynamic, category_id, subcategory_id, 'many', sales, true,
        array[type], product_lexemes(name, description, names, type)
      from (select * from many order by n) many`)
    await client.query(
      `insert into product_slots (product_id, position, edited_position)
        select id, 0, 0 from products where image_key = 'many'`,
    )
    await client.query(
      `insert into product_editions (product_id, number) select id, 1 from products where image_key = 'many'`,
    )
    await client.query(`insert into product_files (product_id, slot_id, version, storage_key, file_name, type, mime,
      size_bytes, sha256, crc32, published_at)
      select p.id, s.id, 1, 'many/' || p.id, 'archivo.' || p.file_types[1], p.file_types[1], 'application/octet-stream',
        1000000, '', 0, now() from products p join product_slots s on s.product_id = p.id where p.image_key = 'many'`)
    await client.query(
      `update product_slots s set current_file_id = f.id from product_files f where f.slot_id = s.id
        and f.storage_key like 'many/%'`,
    )
    await client.query(
      `update products p set edition_id = e.id from product_editions e where e.product_id = p.id
        and p.image_key = 'many'`,
    )
    await client.query(
      `insert into edition_files (edition_id, slot_id, file_id, position)
        select p.edition_id, s.id, s.current_file_id, 0 from products p join product_slots s on s.product_id = p.id
        where p.image_key = 'many'`,
    )
    await client.query(`insert into seller_storage_usage (user_id, used_bytes)
      select p.seller_id, sum(f.size_bytes) from products p join product_files f on f.product_id = p.id
      where p.image_key = 'many' group by 1`)
    for (const { made } of indexes) await client.query(made)
    await client.query(
      `insert into product_counts select category_id, subcategory_id, file_types[1], is_price_dynamic, count(*)
        from products where image_key = 'many' group by 1, 2, 3, 4`,
    )
    await client.query(`insert into search_words select distinct word from (
      select regexp_split_to_table(normalize_text(name || ' ' || description), '[^[:alnum:]]+') as word from many
        where n <= 20000
      union select regexp_split_to_table(normalize_text(names), '[^[:alnum:]]+') from numbered_subcategories
      union select type_words(type) from (select distinct type from many) types
      union select left(translate(md5(n::text), '0123456789', 'aeioulrnst'), 4 + n % 8)
        from generate_series(1, ${Math.round(count * STRAY_WORDS_PER_PRODUCT)}) n) w
      where length(word) between 3 and 30 and word !~ '^[0-9]+$' on conflict do nothing`)
    for (const table of ['products', 'payment_accounts'])
      await client.query(`alter table ${table} enable trigger user`)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Reads the path of the page of each product, whose ids begin with 1: that of the product 7 is at the index 7. */
export async function readProductPaths(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: number; name: string }>('select id, name from products')
  const paths: string[] = []
  for (const { id, name } of rows) paths[id] = buildProductPath({ id, slug: toProductSlug(name) })
  return paths
}
