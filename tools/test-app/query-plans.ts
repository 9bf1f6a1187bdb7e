import type pg from 'pg'

/** A statement as it went to the database. */
export interface Query {
  text: string
  values: unknown[]
  /** Prepared under a name: it may be planned without its values. */
  name?: string | undefined
}

/** A table this small is read whole, and should be. */
const SMALL = 5000
/** Of a table's rows, how many are as good as all. */
const WHOLE = 0.8

/** Every query that goes to the database while `work` goes on. */
export async function queriesDuring(pool: pg.Pool, work: () => Promise<unknown>): Promise<Query[]> {
  const asked: Query[] = []
  const query = pool.query.bind(pool) as (...words: unknown[]) => unknown
  const spied = (...words: unknown[]) => {
    const [first, beside] = words
    const { text = String(first), values, name } = Object(first) as Partial<Query>
    asked.push({ text, name, values: values ?? (Array.isArray(beside) ? beside : []) })
    return query(...words)
  }
  Object.assign(pool, { query: spied })
  try {
    await work()
  } finally {
    Object.assign(pool, { query })
  }
  return asked
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
 * Large tables that a query reads from end to end, by whatever index, and those that it scans; of a prepared one also
 * those that it would scan when it is planned without its values.
 */
export async function readsOf(pool: pg.Pool, { text, values, name }: Query): Promise<string[]> {
  if (!/^\s*(select|with|\()/i.test(text)) return []
  const sizes = await largeTables(pool)
  const found = new Set<string>()
  const walk = (plan: Plan) => {
    const table = plan['Relation Name'] ?? ''
    const size = sizes.get(table)
    const rows =
      (plan['Actual Rows'] ?? 0) +
      (plan['Rows Removed by Filter'] ?? 0) +
      (plan['Rows Removed by Index Recheck'] ?? 0)
    if (
      size &&
      (plan['Node Type'] === 'Seq Scan' || rows * (plan['Actual Loops'] ?? 0) > size * WHOLE)
    )
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
    `select relname as name, reltuples as size from pg_class where relkind = 'r' and reltuples > ${SMALL}`,
  )
  return new Map(rows.map(({ name, size }) => [name, size]))
}
