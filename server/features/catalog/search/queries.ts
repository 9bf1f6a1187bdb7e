import { and, eq, sql } from 'drizzle-orm'
import type { ListQuery } from '#contract/catalog/search.ts'
import type { Locale } from '#messages/runtime'
import type { Database } from '#server/db/client.ts'
import { preparedOnce, queryPrepared } from '#server/db/prepared.ts'
import { categories, products, subcategories } from '#server/db/schema/index.ts'
import { type ProductRow, localizedName, buildPerLocale, selectProducts } from '../queries.ts'
import { MATCHES_MAX } from './match-queries.ts'
import { ORDERS, Statement, conditions, nameOf } from './statement.ts'
import type { Understood } from './words.ts'

/** A product on a list, and the value that the list goes by. */
interface Placed {
  id: number
  key: number
}

/** More uses of a word than these say no more of it. */
const USES_MAX = 20

/** The place behind which a list goes on: the sort column's value and the id, or the id alone. */
export type Cursor = readonly number[]

interface Part {
  limit: number
  offset: number
  after?: Cursor | undefined
}

/** Ids of a page of a list, read off the index of its order. */
export async function findListIds(
  db: Database,
  filter: ListQuery,
  { limit, offset, after }: Part,
): Promise<Placed[]> {
  const { by, column } = ORDERS[filter.sort ?? 'newest']
  const statement = new Statement()
  const where = [...conditions(filter, statement), ...behind(filter, after, statement)]
  const text = `select id, ${column ?? 'id'} as key from products where ${where.join(' and ')} order by ${by} limit ${statement.value(limit)} offset ${statement.value(after ? 0 : offset)}`
  return queryPrepared(db, nameOf('list', filter, after && 'after'), text, statement.values)
}

/** The same page and how many there are on all, where filters leave few: these are read, and put in order. */
export async function findAmongFew(
  db: Database,
  filter: ListQuery,
  { limit, offset, after }: Part,
): Promise<[Placed[], number]> {
  const { by, column } = ORDERS[filter.sort ?? 'newest']
  const statement = new Statement()
  const few = conditions(filter, statement).join(' and ')
  const rest = behind(filter, after, statement)
  const page = `limit ${statement.value(limit)} offset ${statement.value(after ? 0 : offset)}`
  const text = `with few as materialized (select id, price, sales_count from products where ${few})
    select (select count(*)::int from few) as total, coalesce((select json_agg(page) from (
      select id, ${column ?? 'id'} as key from few where ${rest[0] ?? 'true'} order by ${by} ${page}) page), '[]') as page`
  const [row] = await queryPrepared<{ total: number; page: Placed[] }>(
    db,
    nameOf('few', filter, after && 'after'),
    text,
    statement.values,
  )
  return [row?.page ?? [], row?.total ?? 0]
}

function behind({ sort = 'newest' }: ListQuery, after: Cursor | undefined, statement: Statement) {
  if (!after) return []
  const { column, isDescending } = ORDERS[sort]
  const places = after.map(part => `${statement.value(part)}::int`).join(', ')
  return [`${column ? `(${column}, id)` : '(id)'} ${isDescending ? '<' : '>'} (${places})`]
}

/** How many a list has but for its prices, from the counts that are kept. */
export async function countShelf(db: Database, list: ListQuery): Promise<number> {
  const filter = { ...list, minPrice: undefined, maxPrice: undefined }
  const statement = new Statement()
  const where = conditions(filter, statement).join(' and ').replace('listed', 'true')
  const text = `select coalesce(sum(delta), 0)::int as total from product_counts where ${where}`
  const [row] = await queryPrepared<{ total: number }>(
    db,
    nameOf('count', filter),
    text,
    statement.values,
  )
  return row?.total ?? 0
}

/** How many a list with a price range has, counted up to `MATCHES_MAX`. */
export async function countPriced(db: Database, filter: ListQuery): Promise<number> {
  const statement = new Statement()
  const where = conditions(filter, statement).join(' and ')
  const text = `select count(*)::int as total from (select from products where ${where} limit ${statement.value(MATCHES_MAX)}) few`
  const [row] = await queryPrepared<{ total: number }>(
    db,
    nameOf('priced', filter),
    text,
    statement.values,
  )
  return row?.total ?? 0
}

/** Adds up the comings and goings, so that they stay few. */
export async function mergeCounts(db: Database): Promise<void> {
  await db.execute(sql`with gone as (delete from product_counts returning *)
    insert into product_counts select category_id, subcategory_id, file_type, is_price_dynamic, sum(delta)
    from gone group by 1, 2, 3, 4 having sum(delta) <> 0`)
}

/** Rows by their ids, in the order of these; what is gone meanwhile is left out. */
export async function findByIds(
  db: Database,
  ids: readonly number[],
  locale: Locale,
): Promise<ProductRow[]> {
  const rows = await selectByIds[locale](db).execute({ ids })
  const found = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => found.get(id) ?? [])
}

const selectByIds = buildPerLocale(locale =>
  preparedOnce(db =>
    selectProducts(db, locale)
      .where(and(sql`${products.id} = any(${sql.placeholder('ids')}::int[])`, products.listed))
      .prepare(`products_by_ids_${locale}`),
  ),
)

/** The words of a search as the dictionaries read them. */
export function understand(db: Database, words: readonly string[]): Promise<Understood[]> {
  return queryPrepared(
    db,
    'search_understand',
    `select word, plainto_tsquery('spanish', word)::text as spanish, plainto_tsquery('english', word)::text as english
     from unnest($1::text[]) with ordinality as typed (word, place) order by place`,
    [words],
  )
}

/** Known words that each of these may have meant, the most alike first; the word itself where it is known. */
export async function findAlike(
  db: Database,
  words: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await queryPrepared<{ typed: string; known: string[] }>(
    db,
    'search_alike',
    `select typed, array(
       select word from (
         select word, similarity(word, typed) as alike from search_words where word % typed
         union
         select word, similarity(word, typed) from search_words
         where length(typed) < 6 and word like left(typed, 1) || '%'
           and length(word) between length(typed) - 1 and length(typed) + 1
       ) known order by alike desc, word limit 200) as known
     from unnest($1::text[]) typed`,
    [words],
  )
  return new Map(rows.map(({ typed, known }) => [typed, known]))
}

/** In how many products for sale words are, counted up to `USES_MAX`. */
export async function countUses(
  db: Database,
  words: readonly string[],
): Promise<Map<string, number>> {
  const rows = await queryPrepared<{ word: string; uses: number }>(
    db,
    'search_uses',
    `select word, (
       with found as materialized (
         select id from products where listed and search @@ quote_literal(word)::tsquery
       ) select count(*)::int from (select from found limit ${USES_MAX}) few) as uses
     from unnest($1::text[]) word`,
    [words],
  )
  return new Map(rows.map(({ word, uses }) => [word, uses]))
}

/** Ids of what resembles a product most: of other kiosks before its own, of its shelf before its category. */
export async function findRelatedIds(db: Database, id: number, limit: number): Promise<number[]> {
  const rows = await queryPrepared<{ id: number }>(
    db,
    'search_related',
    `with this as (
       select id, category_id, subcategory_id, seller_id,
         replace(plainto_tsquery('spanish', fold(name))::text, '&', '|')::tsquery as words
       from products where id = $1
     ), near as (
       (select p.id, p.search, p.sales_count, p.seller_id = this.seller_id as own, 1 as nearness from products p, this
        where p.listed and p.subcategory_id = this.subcategory_id and p.id <> this.id
        order by p.id desc limit 200)
       union all
       (select p.id, p.search, p.sales_count, p.seller_id = this.seller_id, 0 from products p, this
        where p.listed and p.category_id = this.category_id and p.subcategory_id <> this.subcategory_id
        order by p.id desc limit 50)
     )
     select near.id from near, this
     order by own, nearness desc, ts_rank('{0.05, 0.2, 0.4, 1}', search, words) desc, sales_count desc, near.id desc
     limit $2`,
    [id, limit],
  )
  return rows.map(row => row.id)
}

/** Every shelf with its category. */
export function findShelves(db: Database, locale: Locale) {
  return db
    .select({
      id: subcategories.id,
      name: localizedName(locale, subcategories),
      categoryId: categories.id,
      categoryName: localizedName(locale, categories),
    })
    .from(subcategories)
    .innerJoin(categories, eq(categories.id, subcategories.categoryId))
    .orderBy(categories.position, subcategories.position)
}
