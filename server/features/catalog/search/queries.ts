import { eq, sql } from 'drizzle-orm'
import type { ListQuery } from '#contract/search.ts'
import type { Locale } from '#messages/runtime'
import type { Database } from '#server/db/client.ts'
import { named, preparedOnce } from '#server/db/prepared.ts'
import { categories, products, subcategories } from '#server/db/schema/index.ts'
import { type ProductRow, nameIn, selectProducts } from '../queries.ts'
import { type Understood, inNames } from './words.ts'

/** How many matches of a search are looked at, the newest of them first where the best are wanted. */
export const MATCHES_MAX = 1000

type Sort = NonNullable<ListQuery['sort']>

/** Order of a list, and the column beside the id that it goes by. */
export const ORDERS = {
  newest: { by: 'id desc', column: undefined, isDescending: true },
  best_selling: { by: 'sales_count desc, id desc', column: 'sales_count', isDescending: true },
  price_asc: { by: 'price, id', column: 'price', isDescending: false },
  price_desc: { by: 'price desc, id desc', column: 'price', isDescending: true },
} as const satisfies Record<Sort, { by: string; column: string | undefined; isDescending: boolean }>

/** The place behind which a list goes on: the sort column's value and the id, or the id alone. */
export type Cursor = readonly number[]

/** Numbers its parameters as it is written. */
class Statement {
  readonly values: unknown[] = []
  value(value: unknown): string {
    return `$${this.values.push(value)}`
  }
}

function conditions(filter: ListQuery, statement: Statement): string[] {
  const { category, subcategory, minPrice, maxPrice, fileType, dynamicPrice } = filter
  const where = ['listed']
  const given = (condition: string, value: unknown) => {
    if (value !== undefined) where.push(`${condition} ${statement.value(value)}`)
  }
  given('category_id =', category)
  given('subcategory_id =', subcategory)
  given('price >=', minPrice)
  given('price <=', maxPrice)
  given('file_type =', fileType)
  given('is_price_dynamic =', dynamicPrice && dynamicPrice === 'true')
  return where
}

/** One name for each shape of a statement: the same filters, whatever their values. */
function nameOf(kind: string, filter: ListQuery, extra = ''): string {
  const given = Object.entries(filter)
    .filter(([name, value]) => value !== undefined && !['q', 'sort', 'cursor'].includes(name))
    .map(([name]) => name.slice(0, 4) + name.slice(-2))
  return [kind, filter.sort ?? '', extra, ...given].join('_').slice(0, 63)
}

/** Ids of a page of a list, read off the index of its order. */
export async function findListIds(
  db: Database,
  filter: ListQuery,
  { limit, offset, after }: { limit: number; offset: number; after?: Cursor | undefined },
): Promise<{ id: number; key: number }[]> {
  const { by, column, isDescending } = ORDERS[filter.sort ?? 'newest']
  const statement = new Statement()
  const where = conditions(filter, statement)
  if (after) {
    const places = after.map(part => `${statement.value(part)}::int`).join(', ')
    const columns = column ? `(${column}, id)` : '(id)'
    where.push(`${columns} ${isDescending ? '<' : '>'} (${places})`)
  }
  const text = `select id, ${column ?? 'id'} as key from products where ${where.join(' and ')} order by ${by} limit ${statement.value(limit)} offset ${statement.value(after ? 0 : offset)}`
  return named(db, nameOf('list', filter, after && 'after'), text, statement.values)
}

/** How many a list has, from the counts that are kept; with a price range, counted up to `MATCHES_MAX`. */
export async function countList(db: Database, filter: ListQuery): Promise<number> {
  const statement = new Statement()
  const { minPrice, maxPrice } = filter
  const isCounted = minPrice === undefined && maxPrice === undefined
  const where = conditions(filter, statement).join(' and ')
  const text = isCounted
    ? `select coalesce(sum(delta), 0)::int as total from product_counts where ${where.replace('listed', 'true')}`
    : `select count(*)::int as total from (select from products where ${where} limit ${statement.value(MATCHES_MAX)}) few`
  const [row] = await named<{ total: number }>(db, nameOf('count', filter), text, statement.values)
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
  if (ids.length === 0) return []
  const rows = await byIds(db, locale).execute({ ids })
  const found = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => found.get(id) ?? [])
}

const byIds = preparedOnce((db, locale: Locale) =>
  selectProducts(db, locale)
    .where(sql`${products.id} = any(${sql.placeholder('ids')}::int[]) and ${products.listed}`)
    .prepare(`products_by_ids_${locale}`),
)

/** The words of a search as the dictionaries read them. */
export function understand(db: Database, words: readonly string[]): Promise<Understood[]> {
  return named(
    db,
    'search_understand',
    `select word, plainto_tsquery('spanish', word)::text as spanish, plainto_tsquery('english', word)::text as english
     from unnest($1::text[]) with ordinality as typed (word, place) order by place`,
    [words],
  )
}

/** Known words that one may have meant, the most alike first; the word itself where it is known. */
export async function findAlike(db: Database, word: string): Promise<string[]> {
  const rows = await named<{ word: string }>(
    db,
    'search_alike',
    `select word from (
       select word, similarity(word, $1) as alike from search_words where word % $1
       union
       select word, similarity(word, $1) from search_words
       where length($1) < 6 and word like left($1, 1) || '%' and length(word) between length($1) - 1 and length($1) + 1
     ) known order by alike desc, word limit 200`,
    [word],
  )
  return rows.map(row => row.word)
}

/** A page of what fits a query, and how many of the `MATCHES_MAX` looked at do. */
export async function findMatches(
  db: Database,
  { query, phrase, filter }: { query: string; phrase: string; filter: ListQuery },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const statement = new Statement()
  const q = `${statement.value(query)}::tsquery`
  const where = [...conditions(filter, statement), `search @@ ${q}`].join(' and ')
  const { by } = ORDERS[filter.sort ?? 'newest']
  const score = filter.sort
    ? `-row_number() over (order by ${by})`
    : scoreOf(q, statement.value(inNames(query)), statement.value(phrase))
  // Not prepared: how much a word finds decides which index is read.
  const { rows } = await db.$client.query<{ ids: number[]; total: number }>(
    `with few as materialized (
       select id, ${filter.sort ? 'sales_count, price' : 'name, search, sales_count'} from products
       where ${where} order by ${by} limit ${MATCHES_MAX}
     ), scored as materialized (select id, ${score} as score from few)
     select (select count(*)::int from scored) as total,
       array(select id from scored order by score desc, id desc
         limit ${statement.value(limit)} offset ${statement.value(offset)}) as ids`,
    statement.values,
  )
  return rows[0] ?? { ids: [], total: 0 }
}

/** The name as it was typed comes first, then how well the words fit; sales decide among equals. */
const scoreOf = (query: string, names: string, phrase: string) =>
  `ts_rank('{0.05, 0.2, 0.4, 1}', search, ${query})
     + case when search @@ ${names}::tsquery then 0.5 else 0 end
     + case when fold(name) = ${phrase} then 2 when fold(name) like ${phrase} || '%' then 0.3 else 0 end
     + least(ln(1 + sales_count), 6) / 60`

/** Ids of what resembles a product most: of other kiosks before its own, of its shelf before its category. */
export async function findRelatedIds(db: Database, id: number, limit: number): Promise<number[]> {
  const rows = await named<{ id: number }>(
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
      name: nameIn(locale, subcategories),
      categoryId: categories.id,
      categoryName: nameIn(locale, categories),
    })
    .from(subcategories)
    .innerJoin(categories, eq(categories.id, subcategories.categoryId))
    .orderBy(categories.position, subcategories.position)
}
