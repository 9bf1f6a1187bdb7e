import type { ProductListQuery } from '#contract/storefront/search.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { Database } from '#server/db/client.ts'
import { LIST_SORTS, SORT_COLUMNS, SqlParameters, buildListConditions } from './list-conditions.ts'

const { maxMatches } = LIMITS
/** The number of products that `findAtHead` looks through, in a few milliseconds. */
const HEAD_LENGTH = 500
/**
 * The number of matches of a tier up to which sorting them all is faster than reading products along the sort order
 * until enough of them match, among a million products: at least `MIN_SORTED`, and this many for each wanted match.
 */
const SORTED_PER_WANTED = 20
const MIN_SORTED = 5000

/** The PostgreSQL text queries (tsquery) of one search text; text-query.ts builds them. */
export interface TextQueries {
  /** Matches products that contain all words in name, description or category. */
  anywhere: string
  /** Matches products whose name contains all words. */
  inName: string
  /** Matches products whose name begins with the typed text. */
  nameBeginning: string
  /** Matches products whose name is the typed text. */
  exactName: string
}

/** The products that a search covers. */
interface ListedProducts {
  /** The id of a seller; restricts the search to the products of this seller. */
  sellerId?: number | undefined
  filter: ProductListQuery
}

export interface MatchCriteria extends ListedProducts {
  /** The text to search for. If undefined, every product of the filter and the seller matches. */
  text?: TextQueries | undefined
  /** Creators whose usernames are among the typed words. Their products match too, if these match `query`. */
  creators?: { ids: readonly number[]; query: string | undefined } | undefined
}

export interface SearchMatches {
  ids: number[]
  /** The number of matches, at least of those found. Counting stops at `LIMITS.maxMatches`. */
  total: number
}

/** A page of search results: at most `limit` products after the first `offset` products. */
export interface PageRange {
  limit: number
  offset: number
}

/**
 * Finds a page of search results, ranked in tiers: products whose name is the typed text, whose name begins with it,
 * whose name contains its words, then products of a creator named in the text, then products with the words elsewhere.
 * Inside a tier the best sellers come first. If the filter has a sort order, there are no tiers.
 */
export async function findMatches(
  db: Database,
  criteria: MatchCriteria,
  range: PageRange,
): Promise<SearchMatches> {
  const tiers = listTiers(criteria)
  const { total, ids } = await sortAllMatches(db, criteria, tiers, range)
  if (total <= maxMatches) return { total, ids }
  const depth = range.offset + range.limit
  const head = await findAtHead(db, criteria, tiers)
  const first = await completeTiers(db, criteria, { tiers, head }, depth)
  return { total: maxMatches, ids: first.slice(range.offset) }
}

/**
 * Finds the same products as `findMatches`, but counts the others only if the products found are few: to count those of
 * two letters takes longer than to find the first ones.
 */
export async function findFirstMatches(
  db: Database,
  criteria: MatchCriteria,
  range: PageRange,
): Promise<SearchMatches> {
  const depth = range.offset + range.limit
  const tiers = listTiers(criteria)
  const head = await findAtHead(db, criteria, tiers)
  if (head.flat().length < depth) return findMatches(db, criteria, range)
  const ids = await completeTiers(db, criteria, { tiers, head }, depth)
  return { total: ids.length, ids: ids.slice(range.offset) }
}

/**
 * Returns the first `depth` matches, tier by tier: from `head` where it has enough of a tier, otherwise from the index.
 */
async function completeTiers(
  db: Database,
  criteria: MatchCriteria,
  { tiers, head }: { tiers: Condition[]; head: number[][] },
  depth: number,
): Promise<number[]> {
  const first: number[] = []
  for (const [index, tier] of tiers.entries()) {
    const missing = depth - first.length
    if (missing === 0) break
    const ids = head[index]!.slice(0, missing)
    const condition = excluding(tier, tiers.slice(0, index))
    first.push(
      ...(ids.length === missing ? ids : await findFirst(db, criteria, condition, missing)),
    )
  }
  return first
}

/** A function that returns a SQL condition and adds the values of the condition to the parameters. */
type Condition = (parameters: SqlParameters) => string

const textMatches =
  (query: string): Condition =>
  parameters =>
    `search @@ ${parameters.add(query)}::tsquery`

const isByCreator =
  ({ ids, query }: NonNullable<MatchCriteria['creators']>): Condition =>
  parameters => {
    const isTheirs = `seller_id = any(${parameters.add(ids)}::int[])`
    return query === undefined ? isTheirs : `(${isTheirs} and ${textMatches(query)(parameters)})`
  }

function isMatch({ text, creators }: MatchCriteria): Condition {
  if (!text) return () => 'true'
  const ways = [textMatches(text.anywhere), ...(creators ? [isByCreator(creators)] : [])]
  return parameters => `(${ways.map(way => way(parameters)).join(' or ')})`
}

/** Returns the conditions of the ranking tiers, the best tier first. */
function listTiers(criteria: MatchCriteria): Condition[] {
  const { text, creators, filter } = criteria
  if (filter.sort) return [isMatch(criteria)]
  if (!text) return [() => 'true']
  return [
    ...[text.exactName, text.nameBeginning, text.inName].map(textMatches),
    ...(creators ? [isByCreator(creators)] : []),
    textMatches(text.anywhere),
  ]
}

/** Returns a SQL expression for the index of the first tier that a product belongs to. */
const tierIndex = (tiers: Condition[], parameters: SqlParameters): string =>
  `case ${tiers.map((tier, index) => `when ${tier(parameters)} then ${index}`).join(' ')} end`

const excluding =
  (tier: Condition, earlier: Condition[]): Condition =>
  parameters =>
    [tier(parameters), ...earlier.map(other => `not ${other(parameters)}`)].join(' and ')

/** Returns the SQL conditions of the filter and the seller. */
function filterClause({ filter, sellerId }: ListedProducts, parameters: SqlParameters): string {
  const isOfSeller = sellerId === undefined ? [] : [`seller_id = ${parameters.add(sellerId)}`]
  return [...buildListConditions(filter, parameters), ...isOfSeller].join(' and ')
}

const whereClause = (
  criteria: MatchCriteria,
  condition: Condition,
  parameters: SqlParameters,
): string => `${filterClause(criteria, parameters)} and ${condition(parameters)}`

const orderOf = ({ filter }: MatchCriteria) => LIST_SORTS[filter.sort ?? 'best_selling'].orderBy

/**
 * Reads and sorts up to `maxMatches` matches. If `total` is higher, there are more matches and the ids are incomplete.
 * The subquery is materialized, so that PostgreSQL uses the text index, and the LIMIT outside of it stops reading. The
 * statement is not prepared, since the best query plan depends on how common the words are.
 */
async function sortAllMatches(
  db: Database,
  criteria: MatchCriteria,
  tiers: Condition[],
  { limit, offset }: PageRange,
): Promise<SearchMatches> {
  const parameters = new SqlParameters()
  const tier = tierIndex(tiers, parameters)
  const { rows } = await db.$client.query<SearchMatches>(
    `with matches as materialized (
       select ${SORT_COLUMNS}, search, seller_id from products
       where ${whereClause(criteria, isMatch(criteria), parameters)}
     ), few as materialized (select * from matches limit ${maxMatches + 1}),
     total as (select count(*)::int as total from few)
     select total, array(
       select id from few where total <= ${maxMatches}
       order by ${tier}, ${orderOf(criteria)} limit ${limit} offset ${offset}
     ) as ids from total`,
    parameters.values,
  )
  return rows[0] ?? { ids: [], total: 0 }
}

/**
 * Looks through the first products of the sort order, and returns the ids of each tier's matches among them, which are
 * the tier's first ones. A common text has enough of them there.
 */
async function findAtHead(
  db: Database,
  criteria: MatchCriteria,
  tiers: Condition[],
): Promise<number[][]> {
  const parameters = new SqlParameters()
  const { category, subcategory } = criteria.filter
  const head = { ...criteria, filter: { category, subcategory } }
  const order = `order by ${orderOf(criteria)}`
  const { rows } = await db.$client.query<{ id: number; tier: number }>(
    `select id, ${tierIndex(tiers, parameters)} as tier from (
       select * from products where ${filterClause(head, parameters)} ${order} limit ${HEAD_LENGTH}
     ) as head where ${whereClause(criteria, isMatch(criteria), parameters)} ${order}`,
    parameters.values,
  )
  return tiers.map((_, index) => rows.filter(({ tier }) => tier === index).map(({ id }) => id))
}

/**
 * Returns the first ids of a tier. Up to `maxSorted` matches are read through the text index and sorted. If there are
 * more, reading along the index of the sort order soon finds the first ones: OFFSET 0 makes PostgreSQL do so, since it
 * cannot tell how common the beginning of a word or a name is. Like in `sortAllMatches`, the statement is limited and
 * not prepared.
 */
async function findFirst(
  db: Database,
  criteria: MatchCriteria,
  tier: Condition,
  limit: number,
): Promise<number[]> {
  const parameters = new SqlParameters()
  const order = `order by ${orderOf(criteria)}`
  const maxSorted = Math.max(MIN_SORTED, limit * SORTED_PER_WANTED)
  const { rows } = await db.$client.query<{ id: number }>(
    `with matches as materialized (
       select ${SORT_COLUMNS} from products where ${whereClause(criteria, tier, parameters)}
     ), few as materialized (select * from matches limit ${maxSorted + 1}),
     size as (select count(*) <= ${maxSorted} as is_small from few)
     (select id from few where (select is_small from size) ${order} limit ${limit})
     union all
     (select id from (
       select * from products where ${filterClause(criteria, parameters)} ${order} offset 0
     ) as sorted where not (select is_small from size) and ${tier(parameters)} ${order} limit ${limit})`,
    parameters.values,
  )
  return rows.map(({ id }) => id)
}

/** Finds the sellers whose whole username is one of the words. */
export async function findCreatorsByUsernames(
  db: Database,
  words: readonly string[],
): Promise<{ id: number; username: string }[]> {
  const { rows } = await db.$client.query<{ id: number; username: string }>(
    'select user_id as id, username from profiles where username = any($1::text[])',
    [words],
  )
  return rows
}
