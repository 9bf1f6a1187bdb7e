import type { ListQuery } from '#contract/catalog/search.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { Database } from '#server/db/client.ts'
import { SORTS, SqlParameters, listConditions } from '../lists/list-conditions.ts'

const { maxMatches } = LIMITS

/** The tsqueries of a search text, see text-query.ts. */
export interface TextQueries {
  /** All words, anywhere in a product. */
  anywhere: string
  /** All words in the name. */
  inName: string
  /** The name begins with what was typed. */
  nameBeginning: string
  /** The name is what was typed. */
  exactName: string
}

export interface MatchCriteria {
  /** Without text every product of the filter and the seller matches. */
  text?: TextQueries | undefined
  /** Creators whose usernames are among the words: their products match too, if they match `query`. */
  creators?: { ids: readonly number[]; query: string | undefined } | undefined
  /** Restricts the search to the products of one seller. */
  sellerId?: number | undefined
  filter: ListQuery
}

export interface Matches {
  ids: number[]
  /** At most `LIMITS.maxMatches`. */
  total: number
}

/** A page of a search, counted from 0. */
export interface PageRange {
  limit: number
  offset: number
}

/**
 * Finds a page of matches. They come in tiers: the name is what was typed, begins with it, has its words; products of
 * a creator who was named; products that mention the words. Inside a tier the best sellers come first. A sort of the
 * filter replaces the tiers.
 */
export async function findMatches(
  db: Database,
  criteria: MatchCriteria,
  range: PageRange,
): Promise<Matches> {
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

/** Writes a SQL condition and adds its values to the parameters. */
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

/** The conditions of the tiers, the best first. */
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
  return [...listConditions(filter, parameters), ...isOfSeller, condition(parameters)].join(' and ')
}

const orderOf = ({ filter }: MatchCriteria) => SORTS[filter.sort ?? 'best_selling'].orderBy

/**
 * Reads and sorts up to `maxMatches` matches. A higher `total` means that there are more, and the ids are useless.
 *
 * The LIMIT stands outside of the materialized subquery, which PostgreSQL then plans with the text index, but reads
 * no further than the limit. The statement is not prepared, since the best plan depends on how common the words are.
 */
async function sortAllMatches(
  db: Database,
  criteria: MatchCriteria,
  tiers: Condition[],
  { limit, offset }: PageRange,
): Promise<Matches> {
  const parameters = new SqlParameters()
  const tier = tiers.map((tier, index) => `when ${tier(parameters)} then ${index}`).join(' ')
  const { rows } = await db.$client.query<Matches>(
    `with matches as materialized (
       select id, price, sales_count, search, seller_id from products
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
 * The first ids of a tier. Up to `maxMatches` are read through the text index and sorted; of more, the index of the
 * order leads to the first ones soon. Limited and not prepared like `sortAllMatches`.
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
       select id, price, sales_count from products where ${where}
     ), few as materialized (select * from matches limit ${maxMatches + 1}),
     size as (select count(*) <= ${maxMatches} as is_small from few)
     (select id from few where (select is_small from size) ${order})
     union all
     (select id from products where not (select is_small from size) and ${where} ${order})`,
    parameters.values,
  )
  return rows.map(({ id }) => id)
}

/** Finds open sellers whose whole username is one of the words. */
export async function findCreators(
  db: Database,
  words: readonly string[],
): Promise<{ id: number; username: string }[]> {
  const { rows } = await db.$client.query<{ id: number; username: string }>(
    'select user_id as id, username from profiles where username = any($1::text[])',
    [words],
  )
  return rows
}
