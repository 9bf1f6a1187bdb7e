import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import type { Context } from '#server/context.ts'
import type { Figure, FigureValue } from './figures.ts'

/** Reads figures with one statement. */
export async function readFigures(db: Database, figures: Figure[]): Promise<FigureValue[]> {
  const selects = figures.map(({ name, rows, hasSince }) => {
    const since = hasSince ? sql`extract(epoch from since)::float8` : sql`null::float8`
    return sql`select ${name}::text as name, label, value::float8 as value, ${since} as "sinceSeconds"
      from (${rows}) as figure`
  })
  const { rows } = await db.execute<FigureValue & Record<string, unknown>>(
    sql.join(selects, sql` union all `),
  )
  return rows
}

/**
 * Creates a reader that keeps what it has read for `maxAgeMs` milliseconds, so that many scrapes cost one query.
 * Simultaneous calls share one query. Returns undefined while the database cannot be read.
 */
export function createFigureCache(
  { db, log }: Pick<Context, 'db' | 'log'>,
  figures: Figure[],
  maxAgeMs: number,
): () => Promise<FigureValue[] | undefined> {
  let values: Promise<FigureValue[] | undefined> | undefined
  let readAt = -Infinity
  return () => {
    if (values === undefined || performance.now() - readAt >= maxAgeMs) {
      readAt = performance.now()
      values = readFigures(db, figures).catch((error: unknown) => {
        log.warn({ err: error }, 'the figures of the metrics could not be read')
        return undefined
      })
    }
    return values
  }
}
