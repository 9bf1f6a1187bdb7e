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

/** Deletes the rows of all tables, and lets their ids begin from 1 again. */
export async function emptyDatabase(database: OpenDatabase): Promise<void> {
  await deleteAllRows(database)
  await database.db.execute(sql`
    select setval(oid::regclass, 1, false) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S'`)
}

/**
 * Deletes the rows of all tables in one transaction. Small tables are emptied by DELETE, if they have rows: TRUNCATE makes
 * new files for every table and index, and takes about 30 times as long. Tables that a test has made large are truncated,
 * since dead rows would slow down the tests that follow. Triggers are off meanwhile, which check references, refuse
 * changes of the ledger and notify the cache.
 */
async function deleteAllRows({ db }: OpenDatabase): Promise<void> {
  await db.execute(sql`
    do $$
    declare
      name regclass;
      has_rows boolean;
    begin
      set local session_replication_role = replica;
      for name in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
        if pg_relation_size(name) > 1024 * 1024 then
          execute format('truncate %s cascade', name);
        else
          execute format('select exists (select from %s)', name) into has_rows;
          if has_rows then execute format('delete from %s', name); end if;
        end if;
      end loop;
    end $$`)
}

/**
 * Copies the rows of all tables into a schema of their own.
 * @returns a function that restores these rows in place of the current ones
 */
export async function copyRows(database: OpenDatabase): Promise<() => Promise<void>> {
  const { db } = database
  await db.execute(sql`
    do $$
    declare name text;
    begin
      drop schema if exists copied_rows cascade;
      create schema copied_rows;
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create table copied_rows.%1$I as table public.%1$I', name);
      end loop;
    end $$`)
  return async () => {
    await deleteAllRows(database)
    await db.execute(sql`
      do $$
      declare name text;
      begin
        set local session_replication_role = replica;
        for name in select tablename from pg_tables where schemaname = 'copied_rows' loop
          execute format('insert into public.%1$I overriding system value table copied_rows.%1$I', name);
        end loop;
      end $$`)
  }
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
