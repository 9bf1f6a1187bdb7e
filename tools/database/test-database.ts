import { readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { inject } from 'vitest'
import {
  type OpenDatabase,
  loadEmbeddedOptions,
  openDatabase,
  wrapPglite,
} from '#server/db/client.ts'

/**
 * Opens a new database, migrated but empty, on the engine of the current test project: PostgreSQL or the embedded
 * database.
 */
export async function openTestDatabase({
  connectThrough = async url => url,
}: {
  /** Returns the URL through which the app reaches the PostgreSQL server, for instance that of a proxy. */
  connectThrough?: (serverUrl: string) => Promise<string>
} = {}): Promise<OpenDatabase> {
  const engine = inject('engine')
  if (engine.kind === 'embedded') {
    const snapshot = new Blob([await readFile(engine.snapshot)])
    return wrapPglite(
      await PGlite.create({ loadDataDir: snapshot, ...(await loadEmbeddedOptions()) }),
      async () => undefined,
    )
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOnServer(engine.url, `create database ${name} template ${engine.template}`)
  const databaseUrl = `${await connectThrough(engine.url)}/${name}`
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  return {
    ...database,
    async close() {
      await database.close()
      await runOnServer(engine.url, `drop database ${name} with (force)`)
    },
  }
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(`${url}/postgres`)
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Deletes the rows of all tables in one statement. */
export async function emptyDatabase({ db }: OpenDatabase): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  await db.execute(
    sql.raw(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`),
  )
}

/** Returns all rows of the database as one text, without those of schedules and processes, which change over time. */
export async function dumpDatabase({ db }: OpenDatabase): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('schedules', 'processes') order by 1`,
  )
  const tables = []
  for (const { name } of rows) {
    const { rows: content } = await db.execute(sql.raw(`select * from ${name}`))
    tables.push([name, ...content.map(row => JSON.stringify(row)).sort()].join('\n'))
  }
  return tables.join('\n\n')
}
