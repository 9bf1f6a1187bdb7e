import type pg from 'pg'
import type { Database, Db } from './client.ts'

/**
 * Builds a prepared statement at its first use, once per database and once per connection of transactions. drizzle then
 * builds its SQL only once, and PostgreSQL parses and plans it once per connection, so a frequent query runs 2 to 6
 * times as fast.
 * @param build returns drizzle's `.prepare(name)`, with a statement name that is unique in the project
 */
export function prepareOnce<Statement>(build: (db: Db) => Statement): (db: Db) => Statement {
  const statements = new WeakMap<Db, Statement>()
  return db => {
    const existing = statements.get(db)
    if (existing !== undefined) return existing
    const statement = build(db)
    statements.set(db, statement)
    return statement
  }
}

/**
 * Runs SQL as a named prepared statement.
 * @param name the statement's name of at most 63 characters, different for each SQL text
 */
export async function runPreparedQuery<Row extends object>(
  db: Database,
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await db.$client.query<Row>({ name, text, values })
  return rows
}

/** A statement is prepared when it runs for this time in a process: a text that is run once would only fill memory. */
const RUNS_BEFORE_PREPARED = 3
/** The maximum number of statements that each connection keeps prepared, and of texts whose runs are counted. */
const MAX_PREPARED = 500
const MAX_COUNTED = 500
/** Longer texts are not counted: inserts of many rows, whose number is rarely the same. */
const MAX_TEXT_LENGTH = 8000

const names = new Map<string, string>()
const runs = new Map<string, number>()

/**
 * Lets a connection prepare the statements that its process runs again and again, each under a name that belongs to its
 * text, so that PostgreSQL parses and plans them once per connection and not at each run. Meant for transactions that
 * write: they find their rows by keys, with the same plan for all values, unlike the searches and lists of reads.
 */
export function prepareFrequent(client: pg.PoolClient): pg.PoolClient {
  const query = (config: pg.QueryConfig, values?: unknown[]) => {
    const name = config.name ?? nameOf(config.text)
    return client.query(name === undefined ? config : { ...config, name }, values)
  }
  return new Proxy(client, {
    get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)),
  })
}

function nameOf(text: string): string | undefined {
  const existing = names.get(text)
  if (existing !== undefined || names.size === MAX_PREPARED || text.length > MAX_TEXT_LENGTH)
    return existing
  const run = (runs.get(text) ?? 0) + 1
  // The text that ran longest ago comes first and is the first one that is forgotten.
  runs.delete(text)
  if (run < RUNS_BEFORE_PREPARED) {
    runs.set(text, run)
    if (runs.size > MAX_COUNTED) runs.delete(runs.keys().next().value!)
    return undefined
  }
  const name = `frequent_${names.size}`
  names.set(text, name)
  return name
}
