import type pg from 'pg'

/** A statement that the app sent to the database. */
export interface RecordedQuery {
  text: string
  values: unknown[]
  /**
   * The name of a prepared statement. For such a statement PostgreSQL can choose a plan that ignores the parameter
   * values.
   */
  name?: string | undefined
}

/** The maximum number of rows of a table that a query is allowed to read completely. */
const SMALL_TABLE_ROWS = 5000
/** The share of a table's rows from which on a query counts as reading the whole table. */
const FULL_READ_SHARE = 0.8
/**
 * The share of a table that a sequential scan is allowed to read before a LIMIT ends the scan. A search for a common
 * word reads 1,001 matches of 20,000 products, and those without the word before them: PostgreSQL lets a scan of a
 * table of this size begin where another one stands, so their number differs from run to run.
 */
const SCAN_SHARE = 0.1

/** A statement that changes rows in a WITH clause or after it. Explaining it with its figures would run it again. */
const CHANGES_ROWS = /^\s*with\b.*\b(insert into|update|delete from) "/is

/** Records every statement that is sent to the database while `work` runs, including those of transactions. */
export async function recordQueries(
  pool: pg.Pool,
  work: () => Promise<unknown>,
): Promise<RecordedQuery[]> {
  const queries: RecordedQuery[] = []
  const restore: (() => void)[] = []
  const seenClients = new Set<pg.PoolClient>()
  const recordQueries = (client: pg.PoolClient) => {
    if (seenClients.has(client)) return
    seenClients.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const recordingQuery = (...args: unknown[]) => {
      const [first, second] = args
      const { text = String(first), values, name } = Object(first) as Partial<RecordedQuery>
      queries.push({ text, name, values: values ?? (Array.isArray(second) ? second : []) })
      return query(...args)
    }
    const replaced = Object.getOwnPropertyDescriptor(client, 'query')
    Object.assign(client, { query: recordingQuery })
    // The client's own method hides that of its class, which other tests observe.
    restore.push(() => {
      if (replaced) Object.defineProperty(client, 'query', replaced)
      else Reflect.deleteProperty(client, 'query')
    })
  }
  pool.on('acquire', recordQueries)
  try {
    await work()
  } finally {
    pool.off('acquire', recordQueries)
    for (const restoreClient of restore) restoreClient()
  }
  return queries
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/**
 * Lists the large tables that a query reads completely, with or without an index, or of which a sequential scan reads
 * more than a small share. For a prepared statement it also checks the generic plan, which PostgreSQL makes without
 * parameter values.
 */
export async function findFullReads(
  pool: pg.Pool,
  { text, values, name }: RecordedQuery,
): Promise<string[]> {
  if (!/^\s*(select|with|\()/i.test(text) || CHANGES_ROWS.test(text)) return []
  const sizes = await largeTables(pool)
  const found = new Set<string>()
  const walk = (plan: Plan) => {
    const table = plan['Relation Name'] ?? ''
    const size = sizes.get(table)
    const rows =
      (plan['Actual Rows'] ?? 0) +
      (plan['Rows Removed by Filter'] ?? 0) +
      (plan['Rows Removed by Index Recheck'] ?? 0)
    const isScan = plan['Node Type'] === 'Seq Scan'
    // A plan that was not executed has no actual row counts, so each scan counts as reading the whole table.
    const rowsRead = plan['Actual Loops'] === undefined ? Infinity : rows * plan['Actual Loops']
    const maxShare = isScan ? SCAN_SHARE : FULL_READ_SHARE
    if (size && (isScan || Number.isFinite(rowsRead)) && rowsRead > size * maxShare)
      found.add(`${plan['Node Type']} of ${table}: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`)
    for (const below of plan.Plans ?? []) walk(below)
  }
  const explain = async (options: string, given: unknown[]) => {
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (${options}, format json) ${text}`,
      given,
    )
    walk(rows[0]!['QUERY PLAN'][0].Plan)
  }
  await explain('analyze', values)
  if (name !== undefined) await explain('generic_plan', [])
  return [...found]
}

async function largeTables(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string; size: number }>(
    `select relname as name, reltuples as size from pg_class where relkind = 'r' and reltuples > ${SMALL_TABLE_ROWS}`,
  )
  return new Map(rows.map(({ name, size }) => [name, size]))
}
