import { LIMITS } from '#contract/core/limits.ts'
import type { ListQuery } from '#contract/catalog/search.ts'
import type { Database } from '#server/db/client.ts'
import { queryPrepared } from '#server/db/prepared.ts'
import { ORDERS, Statement, conditions } from './statement.ts'

/** How many matches of a search are shown at most. */
export const MATCHES_MAX = LIMITS.maxMatches
/** Up to here every match is weighed; of more, the best are picked by the order of sales. */
export const FEW = 2500
/** How many there are of a rare word, or of several together, is guessed badly: up to here it is tried. */
export const FEW_PERHAPS = 10_000
/** How many the order of sales is followed further than should be needed. */
const PATIENCE = 4
const LEAST_SCANNED = 1000
/** Rarer words are not in the statistics: what is guessed of them is this part of all at most. */
const COMMON = 0.006
/** Several words together are common from here on. */
const COMMON_TOGETHER = 40_000

/** A search as the database understands it. */
export interface Wanted {
  /** What must match. */
  query: string
  /** The same of names alone. */
  names: string
  /** A name that is all that was typed. */
  exact: string
  /** All that was typed, without capitals and accents. */
  phrase: string
  filter: ListQuery
  /** Creators that were named: what is theirs fits too, where it fits `rest`. */
  creators: readonly number[]
  /** What was typed besides their names; undefined where that is nothing. */
  rest: string | undefined
  /** What is guessed of one common word is right; of several together it may be far off. */
  isOneWord: boolean
}

interface At {
  limit: number
  offset: number
}

export interface Matches {
  ids: number[]
  total: number
}

/** How many the planner takes to fulfil: the words, the words in the name, and the filters alone. */
export interface Estimate {
  all: number
  named: number
  shelf: number
}

function matching({ query, creators, rest }: Wanted, statement: Statement): string {
  const words = `search @@ ${statement.value(query)}::tsquery`
  if (creators.length === 0) return words
  const theirs = `seller_id = any(${statement.value(creators)}::int[])`
  const both = rest ? `${theirs} and search @@ ${statement.value(rest)}::tsquery` : theirs
  return `(${words} or ${both})`
}

/** From the statistics that the database keeps of words: nothing is read. */
export async function estimate(db: Database, wanted: Wanted): Promise<Estimate> {
  const statement = new Statement()
  const where = conditions(wanted.filter, statement).join(' and ')
  const names = `search @@ ${statement.value(wanted.names)}::tsquery`
  const { rows } = await db.$client.query<Explained>(
    `explain (format json)
     select id from products where ${where} and ${matching(wanted, statement)}
     union all select id from products where ${where} and ${names}
     union all select id from products where ${where}`,
    statement.values,
  )
  const [all = 0, named = 0, shelf = 0] = childrenOf(rows)
  return { all, named, shelf }
}

/**
 * Every match read: weighed where they are at most `FEW`, else in the order of `findTop`. Undefined where there are
 * more than were guessed.
 */
export async function findFew(
  db: Database,
  wanted: Wanted,
  { limit, offset }: At,
): Promise<Matches | undefined> {
  const statement = new Statement()
  const where = [...conditions(wanted.filter, statement), matching(wanted, statement)]
  const { sort } = wanted.filter
  const by = sort
    ? ORDERS[sort].by
    : `case when (select total from counted) <= ${FEW} then ${scoreOf(wanted, statement)} end desc, ${tierOf(wanted, statement)}, ${ORDERS.best_selling.by}`
  // Not prepared: how much a word finds decides which index is read. Read as needed, planned as if all were.
  const { rows } = await db.$client.query<Matches>(
    `with matching as materialized (
       select id, name, search, seller_id, sales_count, price from products where ${where.join(' and ')}
     ), counted as materialized (
       select count(*)::int as total from (select from matching limit ${FEW_PERHAPS + 1}) few
     )
     select total, array(select id from matching where (select total from counted) <= ${FEW_PERHAPS}
       order by ${by} limit ${statement.value(limit)} offset ${statement.value(offset)}) as ids
     from counted`,
    statement.values,
  )
  const [{ ids, total } = { ids: [], total: 0 }] = rows
  return total > FEW_PERHAPS ? undefined : { ids, total: Math.min(total, MATCHES_MAX) }
}

/** Names as typed, names with the words, and what mentions them. */
const tierOf = ({ exact, names }: Wanted, statement: Statement) =>
  `case when search @@ ${statement.value(exact)}::tsquery then 1
     when search @@ ${statement.value(names)}::tsquery then 2 else 3 end`

/** The name as it was typed comes first, then the words in the name, then how well they fit; sales decide among equals. */
function scoreOf({ query, names, exact, phrase, creators }: Wanted, statement: Statement): string {
  const theirs =
    creators.length > 0
      ? `+ case when seller_id = any(${statement.value(creators)}::int[]) then 0.45 else 0 end`
      : ''
  return `ts_rank('{0.05, 0.2, 0.4, 1}', search, ${statement.value(query)}::tsquery)
     + case when search @@ ${statement.value(exact)}::tsquery then 2.5
            when search @@ ${statement.value(names)}::tsquery
            then case when starts_with(fold(name), ${statement.value(phrase)}) then 0.8 else 0.5 end
            else 0 end
     + least(ln(1 + sales_count), 6) / 60 ${theirs}`
}

/** Whether following the order of a list finds a page sooner than reading all matches; else undefined. */
export function planTop({ all, named, shelf }: Estimate, wanted: Wanted, { limit, offset }: At) {
  const depth = limit + offset
  const readAll = all * 2
  const scan = (matches: number) => (depth * shelf) / Math.max(matches, 1)
  const scans = (matches: number) => Math.ceil(scan(matches) * PATIENCE) + LEAST_SCANNED
  if (wanted.filter.sort)
    return scan(all) < readAll ? { depth, scanned: scans(all), namedScanned: 0 } : undefined
  const leastCommon = wanted.isOneWord ? shelf * COMMON : COMMON_TOGETHER
  const isNameCommon = named > leastCommon && scan(named) < named * 2
  const cost = isNameCommon ? scan(named) : named * 2 + scan(all)
  if (cost >= readAll) return undefined
  return { depth, scanned: scans(all), namedScanned: isNameCommon ? scans(named) : 0 }
}

/**
 * The first matches of very many: names as typed, names with the words, then the rest, the best sellers of each
 * first; in the order of the list where one was asked for. Undefined where the order was followed far enough and led
 * to too few.
 */
export async function findTop(
  db: Database,
  wanted: Wanted,
  { depth, scanned, namedScanned }: NonNullable<ReturnType<typeof planTop>>,
  { limit, offset }: At,
): Promise<Matches | undefined> {
  const statement = new Statement()
  const { sort } = wanted.filter
  const where = conditions(wanted.filter, statement).join(' and ')
  const words = matching({ ...wanted, creators: [] }, statement)
  const { by } = ORDERS[sort ?? 'best_selling']
  const along = (condition: string, far: number, most: string) =>
    `select id from (select id, search, sales_count, price from products where ${where} order by ${by} limit ${far}) along
     where ${condition} order by ${by} limit ${most}`
  const page = `limit ${statement.value(limit)} offset ${statement.value(offset)}`
  if (sort) {
    const { rows } = await db.$client.query<{ id: number }>(
      `select id from (${along(words, scanned, String(depth))}) found ${page}`,
      statement.values,
    )
    return complete(rows, { limit, offset })
  }
  const names = `search @@ ${statement.value(wanted.names)}::tsquery`
  const exact = `search @@ ${statement.value(wanted.exact)}::tsquery`
  // All are read before they are put in order: the other way round few are found late.
  const allOf = (condition: string) =>
    `select id from (select id, sales_count from products where ${where} and ${condition} offset 0) apart order by ${by} limit ${depth}`
  const inNames = namedScanned > 0 ? along(names, namedScanned, String(depth)) : allOf(names)
  const { rows } = await db.$client.query<{ id: number; titled: number }>(
    `with exact as materialized (${allOf(exact)}),
     titled as materialized (${inNames}),
     weak as materialized (${along(`${words} and not ${names}`, scanned, `greatest(0, ${depth} - (select count(*) from titled))`)}),
     ranked as (
       select id, 1 as tier from exact
       union all select id, 2 from titled where id not in (select id from exact)
       union all select id, 3 from weak where id not in (select id from exact)
     )
     select ranked.id, (select count(*)::int from titled) as titled from ranked join products using (id) order by tier, ${by.replaceAll(/\bid\b/g, 'ranked.id')} ${page}`,
    statement.values,
  )
  // Names that were not reached would hang behind what only mentions the words.
  const isCutOff = namedScanned > 0 && (rows[0]?.titled ?? 0) < depth
  return isCutOff ? undefined : complete(rows, { limit, offset })
}

/** A page that is not full may have been cut off. */
function complete(rows: { id: number }[], { limit }: At): Matches | undefined {
  return rows.length < limit ? undefined : { ids: rows.map(({ id }) => id), total: MATCHES_MAX }
}

/** The same order as `findTop`, out of all matches. */
export async function findAll(
  db: Database,
  wanted: Wanted,
  { limit, offset }: At,
): Promise<Matches> {
  const statement = new Statement()
  const { sort } = wanted.filter
  const where = [...conditions(wanted.filter, statement), matching(wanted, statement)]
  const tier = sort ? '1' : tierOf(wanted, statement)
  const { rows } = await db.$client.query<Matches>(
    `with found as materialized (
       select id, sales_count, price, ${tier} as tier from products where ${where.join(' and ')}
     )
     select (select least(count(*), ${MATCHES_MAX})::int from found) as total,
       array(select id from found order by tier, ${ORDERS[sort ?? 'best_selling'].by}
         limit ${statement.value(limit)} offset ${statement.value(offset)}) as ids`,
    statement.values,
  )
  return rows[0] ?? { ids: [], total: 0 }
}

/** How many products the planner takes to use each word; of rare ones it knows no more than that they are. */
export async function estimateUses(
  db: Database,
  words: readonly string[],
): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  const statement = new Statement()
  const each = words.map(
    word => `select id from products where search @@ ${statement.value(`'${word}'`)}::tsquery`,
  )
  const { rows } = await db.$client.query<Explained>(
    `explain (format json) ${each.join(' union all ')}`,
    statement.values,
  )
  const plans = childrenOf(rows)
  return new Map(words.map((word, place) => [word, plans[place] ?? 0]))
}

interface Explained {
  'QUERY PLAN': [{ Plan: Planned }]
}

interface Planned {
  'Node Type': string
  'Plan Rows': number
  Plans?: Planned[]
}

/** Rows of each part of a union; of a single select, its own. */
function childrenOf([explained]: Explained[]): number[] {
  const plan = explained?.['QUERY PLAN'][0].Plan
  if (!plan) return []
  const parts = plan['Node Type'] === 'Append' ? (plan.Plans ?? []) : [plan]
  return parts.map(part => part['Plan Rows'])
}

/** Sellers among the words, by their whole names. */
export async function findCreators(
  db: Database,
  words: readonly string[],
): Promise<{ id: number; username: string }[]> {
  return queryPrepared(
    db,
    'search_creators',
    'select user_id as id, username from profiles where username = any($1::text[])',
    [words],
  )
}
