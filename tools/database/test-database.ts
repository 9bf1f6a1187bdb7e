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

/** A database of a test file. */
export interface TestDatabase extends OpenDatabase {
  /**
   * Deletes the rows of all tables. Databases that tests open by other means are emptied on one of their connections.
   */
  deleteAllRows?(): Promise<void>
}

/** A database on the PostgreSQL server of the tests. */
interface PostgresDatabase {
  name: string
  /** A connection without triggers, with the function `pg_temp.delete_all_rows`, whose statements stay planned. */
  client: pg.Client
  /** Its schema as it was created. */
  schema: string
}

/**
 * The databases that no test file of this process uses now. They are used again, since to create and drop one takes as
 * long as a few tests.
 */
const idleDatabases: PostgresDatabase[] = []

/**
 * Opens a database, migrated but empty, on the engine of the current test project: PostgreSQL or the embedded
 * database.
 */
export async function openTestDatabase({
  connectThrough = async url => url,
}: {
  /** Returns the URL through which the app reaches the PostgreSQL server, for instance that of a proxy. */
  connectThrough?: (serverUrl: string) => Promise<string>
} = {}): Promise<TestDatabase> {
  const engine = inject('engine')
  if (engine.kind === 'embedded') {
    const snapshot = new Blob([await readFile(engine.snapshot)])
    return wrapPglite(
      await PGlite.create({ loadDataDir: snapshot, ...(await loadEmbeddedOptions()) }),
      async () => undefined,
    )
  }
  const own = idleDatabases.pop() ?? (await createDatabase(engine))
  const databaseUrl = `${await connectThrough(engine.url)}/${own.name}`
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  reverseUnorderedRows(database.pool)
  return {
    ...database,
    async deleteAllRows() {
      await own.client.query('select pg_temp.delete_all_rows()')
    },
    async close() {
      await database.close()
      await returnDatabase(own, engine.url)
    },
  }
}

/**
 * Reverses the rows of each SELECT without ORDER BY. PostgreSQL returns them in any order, though nearly always in that
 * of their insertion, so that code and tests which rely on it would fail once in a thousand runs.
 */
function reverseUnorderedRows(pool: pg.Pool): void {
  reverseRowsOf(pool, pool.query.bind(pool) as Query)
  pool.on('connect', client =>
    // The method is looked up in each call, since some tests watch that of all clients.
    reverseRowsOf(client, (...args) =>
      (Object.getPrototypeOf(client) as { query: Query }).query.apply(client, args),
    ),
  )
}

type Query = (...args: unknown[]) => unknown

function reverseRowsOf(connection: { query: unknown }, query: Query): void {
  connection.query = (...args: unknown[]) => {
    const answer = query(...args)
    const [config] = args
    const text = typeof config === 'string' ? config : (config as Partial<pg.QueryConfig>).text
    // A query without a promise has a callback, or is a cursor.
    if (!(answer instanceof Promise) || !text || /\border by\b/i.test(text)) return answer
    return answer.then((result: pg.QueryResult | pg.QueryResult[]) => {
      if (!Array.isArray(result) && result.command === 'SELECT') result.rows.reverse()
      return result
    })
  }
}

async function createDatabase(engine: {
  url: string
  template: string
}): Promise<PostgresDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOnServer(engine.url, `create database ${name} template ${engine.template}`)
  const client = new pg.Client({
    connectionString: `${engine.url}/${name}`,
    // A transaction that a test left open must not stop the run.
    statement_timeout: 15_000,
    // Set for the whole connection: each change of this setting makes PostgreSQL plan all statements anew, which took
    // most of the time of a deletion.
    options: '-c session_replication_role=replica',
  })
  // The server stops before this process ends.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(
    `create function pg_temp.delete_all_rows() returns void language plpgsql as $do$
      begin ${await buildDeletion(client)} end $do$`,
  )
  return { name, client, schema: await describeSchema(client) }
}

/** Keeps a database for the next test file. One whose schema has changed, or whose server has restarted, is dropped. */
async function returnDatabase(
  { name, client, schema }: PostgresDatabase,
  serverUrl: string,
): Promise<void> {
  try {
    await client.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [name],
    )
    if ((await describeSchema(client)) === schema) {
      await client.query('select pg_temp.delete_all_rows()')
      await client.query(RESET_SEQUENCES)
      idleDatabases.push({ name, client, schema })
      return
    }
  } catch {
    // The connection is lost, so the database is replaced too.
  }
  await client.end().catch(() => undefined)
  await runOnServer(serverUrl, `drop database if exists ${name} with (force)`)
}

/**
 * Describes all that a test can change in a database besides rows: its tables with their columns, triggers and
 * constraints, its functions, settings, rights and the migrations that it had. The ids of copies of a template are
 * equal.
 */
async function describeSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(`
    select md5(string_agg(part, ';' order by part)) as schema from (
      select concat_ws(',', 'class', oid, relname, relkind, relacl, reloptions) from pg_class
        where oid >= 16384 and relpersistence <> 't' and relkind <> 't'
      union all select concat_ws(',', 'column', attrelid, attnum, attname, atttypid, attnotnull, attacl)
        from pg_attribute where attrelid in (select oid from pg_class where relkind = 'r' and relpersistence <> 't')
        and attrelid >= 16384 and attnum > 0
      union all select concat_ws(',', 'default', oid, pg_get_expr(adbin, adrelid)) from pg_attrdef
      union all select concat_ws(',', 'trigger', oid, tgname, tgenabled) from pg_trigger
      union all select concat_ws(',', 'constraint', oid, convalidated) from pg_constraint where oid >= 16384
      union all select concat_ws(',', 'index', indexrelid, indisvalid) from pg_index where indexrelid >= 16384
        and indrelid not in (select oid from pg_class where relkind = 't')
      union all select concat_ws(',', 'function', oid, proacl, md5(prosrc)) from pg_proc
        where oid >= 16384 and pronamespace <> pg_my_temp_schema()
      union all select concat_ws(',', 'schema', oid, nspname, nspacl) from pg_namespace where nspname !~ '^pg_'
      union all select concat_ws(',', 'setting', setconfig) from pg_db_role_setting s
        join pg_database d on d.oid = s.setdatabase where d.datname = current_database()
      union all select concat_ws(',', 'database', datacl) from pg_database where datname = current_database()
      union all select concat_ws(',', 'rights', oid, defaclacl) from pg_default_acl
      union all select concat_ws(',', 'extension', oid) from pg_extension
      union all select concat_ws(',', 'publication', oid) from pg_publication
      union all select concat_ws(',', 'migration', id, hash) from drizzle.__drizzle_migrations
    ) parts (part)`)
  return rows[0]!.schema
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(`${url}/postgres`)
  await client.connect()
  await client.query(statement)
  await client.end()
}

const RESET_SEQUENCES = `select setval(oid::regclass, 1, false) from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'S'`

/** Deletes the rows of all tables, and lets their ids begin from 1 again. */
export async function emptyDatabase(database: TestDatabase): Promise<void> {
  await deleteAllRows(database)
  await database.pool.query(RESET_SEQUENCES)
}

async function deleteAllRows(database: TestDatabase): Promise<void> {
  if (database.deleteAllRows) await database.deleteAllRows()
  else
    await database.pool.query(
      `do $do$ begin set local session_replication_role = replica; ${await buildDeletion(database.pool)} end $do$`,
    )
}

/**
 * Builds the statements of PL/pgSQL that delete the rows of all tables. Small tables are emptied by DELETE, if they
 * have rows: TRUNCATE makes new files for every table and index, and takes about 30 times as long. Tables that a test
 * has made large are truncated, since dead rows would slow down the tests that follow. Triggers have to be off
 * meanwhile (`session_replication_role`), which check references, refuse changes of the ledger and notify the cache.
 */
async function buildDeletion(connection: Pick<pg.ClientBase, 'query'>): Promise<string> {
  const { rows } = await connection.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const deletions = rows.map(
    ({ name }) => `
      if pg_relation_size('${name}') > 1024 * 1024 then truncate ${name} cascade;
      elsif exists (select from ${name}) then delete from ${name};
      end if;`,
  )
  return deletions.join('')
}

/**
 * Copies the rows of all tables into a schema of their own.
 * @returns a function that restores these rows in place of the current ones
 */
export async function copyRows(database: TestDatabase): Promise<() => Promise<void>> {
  const { db } = database
  await db.execute(sql`
    do $$
    declare
      name text;
      has_rows boolean;
    begin
      drop schema if exists copied_rows cascade;
      create schema copied_rows;
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('select exists (select from public.%I)', name) into has_rows;
        if has_rows then
          execute format('create table copied_rows.%1$I as table public.%1$I', name);
        end if;
      end loop;
    end $$`)
  const { rows } = await db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'copied_rows'`,
  )
  const insertions = rows.map(
    ({ name }) => `insert into public.${name} overriding system value table copied_rows.${name};`,
  )
  return async () => {
    await deleteAllRows(database)
    await db.execute(
      sql.raw(`do $do$ begin
        set local session_replication_role = replica; ${insertions.join(' ')}
      end $do$`),
    )
  }
}

/** Returns all rows of the database as one text, without those of schedules and processes, which change over time. */
export async function dumpDatabase({ db }: OpenDatabase): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'
      and tablename not in ('schedules', 'processes') order by 1`,
  )
  const tables = []
  for (const { name } of rows) {
    const { rows: content } = await db.execute(sql.raw(`select * from ${name}`))
    tables.push([name, ...content.map(row => JSON.stringify(row)).sort()].join('\n'))
  }
  return tables.join('\n\n')
}
