import type { ProductListQuery } from '#contract/catalog/search.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { Database } from '#server/db/client.ts'
import {
  LIST_SORTS,
  SORT_COLUMNS,
  SqlParameters,
  buildListConditions,
} from '../lists/list-conditions.ts'

const { maxMatches } = LIMITS

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

export interface MatchCriteria {
  /** The text to search for. If undefined, every product of the filter and the seller matches. */
  text?: TextQueries | undefined
  /** Creators whose usernames are among the typed words. Their products match too, if these match `query`. */
  creators?: { ids: readonly number[]; query: string | undefined } | undefined
  /** The id of a seller; restricts the search to the products of this seller. */
  sellerId?: number | undefined
  filter: ProductListQuery
}

export interface SearchMatches {
  ids: number[]
  /** The number of matches. Counting stops at `LIMITS.maxMatches`. */
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
  const tiers = criteria.filter.sort ? [isMatch(criteria)] : rankingTiers(criteria)
  const { total, ids } = await sortAllMatches(db, criteria, tiers, range)
  if (total <= maxMatches) return { total, ids }

  const depth = range.offset + range.limit
  const first: number[] = []
  for (const [index, tier] of tiers.entries()) {
    if (first.length >= depth) break
    const condition = excluding(tier, tiers.slice(0, index))
    first.push(...(await findFirst(db, criteria, condition, depth - first.length)))
  }
  return { total: maxMatches, ids: first.slice(range.offset, depth) }
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
function rankingTiers({ text, creators }: MatchCriteria): Condition[] {
  if (!text) return [() => 'true']
  return [
    ...[text.exactName, text.nameBeginning, text.inName].map(textMatches),
    ...(creators ? [isByCreator(creators)] : []),
    textMatches(text.anywhere),
  ]
}

const excluding =
  (tier: Condition, earlier: Condition[]): Condition =>
  parameters =>
    [tier(parameters), ...earlier.map(other => `not ${other(parameters)}`)].join(' and ')

function whereClause(
  { filter, sellerId }: MatchCriteria,
  condition: Condition,
  parameters: SqlParameters,
): string {
  const isOfSeller = sellerId === undefined ? [] : [`seller_id = ${parameters.add(sellerId)}`]
  return [...buildListConditions(filter, parameters), ...isOfSeller, condition(parameters)].join(
    ' and ',
  )
}

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
  const tier = tiers.map((tier, index) => `when ${tier(parameters)} then ${index}`).join(' ')
  const { rows } = await db.$client.query<SearchMatches>(
    `with matches as materialized (
       select ${SORT_COLUMNS}, search, seller_id from products
       where ${whereClause(criteria, isMatch(criteria), parameters)}
     ), few as materialized (select * from matches limit ${maxMatches + 1}),
     total as (select count(*)::int as total from few)
     select total, array(
       select id from few where total <= ${maxMatches}
       order by case ${tier} end, ${orderOf(criteria)} limit ${limit} offset ${offset}
     ) as ids from total`,
    parameters.values,
  )
  return rows[0] ?? { ids: [], total: 0 }
}

/**
 * Returns the first ids of a tier. Up to `maxMatches` matches are read through the text index and sorted. If there are
 * more, reading along the index of the sort order soon finds the first ones. Like in `sortAllMatches`, the statement is
 * limited and not prepared.
 */
async function findFirst(
  db: Database,
  criteria: MatchCriteria,
  tier: Condition,
  limit: number,
): Promise<number[]> {
  const parameters = new SqlParameters()
  const where = whereClause(criteria, tier, parameters)
  const order = `order by ${orderOf(criteria)} limit ${limit}`
  const { rows } = await db.$client.query<{ id: number }>(
    `with matches as materialized (
       select ${SORT_COLUMNS} from products where ${where}
     ), few as materialized (select * from matches limit ${maxMatches + 1}),
     size as (select count(*) <= ${maxMatches} as is_small from few)
     (select id from few where (select is_small from size) ${order})
     union all
     (select id from products where not (select is_small from size) and ${where} ${order})`,
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
