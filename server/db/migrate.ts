import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import type { OpenDatabase } from './client.ts'

/** The key of the advisory lock that a starting server holds during migrations. The number is arbitrary. */
const MIGRATION_LOCK = 7_305_112
const LOCK_POLL_MS = 200

/**
 * A statement that cannot get its table lock in this time gives up, since every later query on the table waits behind
 * it. The migration is then tried again after a pause in which those queries run. Outside a transaction, a concurrent
 * index waits so for writers, and stops nobody.
 */
const LOCK_TIMEOUT_MS = 3000
/**
 * The same for a migration in a transaction, which waits while it holds locks. It is shorter than `deadlock_timeout`,
 * 1 s by default, after which PostgreSQL would end a transaction that waits for such a lock instead of the migration.
 */
const TRANSACTION_LOCK_TIMEOUT_MS = 500
const MAX_ATTEMPTS = 100
const RETRY_MS = 1000
/** PostgreSQL's codes for a lock that was not available in time, and for a deadlock. */
const LOCK_CODES = new Set(['55P03', '40P01'])

/** The first line of a migration whose statements are committed one by one. */
const OUTSIDE_TRANSACTION = '-- outside a transaction'
/** The first line of a statement that changes a batch of rows and is repeated until it finds no more. */
const IN_BATCHES = '-- repeat until no row changes'

export const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url))

/**
 * Runs the SQL migrations that this database has not had yet, on a connection of their own: its statements may take any
 * time, but wait only briefly for locks. Each migration is a transaction, except those that start with the line
 * `-- outside a transaction`. Servers that start at the same time take turns. The journal is the table of drizzle's own
 * migrator. A role that cannot create tables only checks that nothing is missing.
 * @returns whether this call has changed the schema of a database that was in use before
 * @throws Error if another first migration made the tables, or if a migration is missing and the role cannot run it
 */
export async function migrateDatabase(
  database: OpenDatabase,
  folder = MIGRATIONS,
): Promise<boolean> {
  const { client, close } = await database.connectAlone('owner')
  try {
    const migrations = readMigrationFiles({ migrationsFolder: folder })
    await refuseOtherSchema(database, client, migrations[0])
    if (!(await canMigrate(client))) {
      await requireMigrations(client, migrations)
      return false
    }
    await waitForLock(client)
    await refuseOtherSchema(database, client, migrations[0])
    const latest = await prepareJournal(client)
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
    const missing = migrations.filter(({ folderMillis }) => folderMillis > latest)
    for (const migration of missing) await runMigration(client, migration)
    return latest > 0 && missing.length > 0
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
    await client.query('reset lock_timeout').catch(() => undefined)
    await close()
  }
}

/** Tells whether the role of a connection may create tables. */
async function canMigrate(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ allowed: boolean }>(
    "select has_schema_privilege('public', 'create') as allowed",
  )
  return rows[0]?.allowed === true
}

/** @throws Error if the database has not had all migrations */
async function requireMigrations(
  client: pg.ClientBase,
  migrations: readonly MigrationMeta[],
): Promise<void> {
  const missing = await countMissingMigrations(client, migrations)
  if (missing > 0)
    throw new Error(
      `The database lacks ${missing} migrations, and the role of DATABASE_URL cannot run them. Run the command \`migrate\` with DATABASE_MIGRATION_URL first.`,
    )
}

/** Counts the migrations of this version that a database has not had yet. */
export async function countMissingMigrations(
  client: pg.ClientBase,
  migrations: readonly MigrationMeta[] = readMigrationFiles({ migrationsFolder: MIGRATIONS }),
): Promise<number> {
  const journal = await readJournal(client).catch(() => [])
  const latest = Number(journal.at(-1)?.created_at ?? 0)
  return migrations.filter(({ folderMillis }) => folderMillis > latest).length
}

/** Waits for another server's migrations by polling, since a waiting statement would delay concurrent index builds. */
async function waitForLock(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1) as locked',
      [MIGRATION_LOCK],
    )
    if (rows[0]?.locked) return
    await pause(LOCK_POLL_MS)
  }
}

/**
 * Creates the journal of migrations if it is missing.
 * @returns the time of the latest migration that the database has had, in milliseconds; 0 if none
 */
async function prepareJournal(client: pg.ClientBase): Promise<number> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  return Number((await readJournal(client)).at(-1)?.created_at ?? 0)
}

interface JournalEntry {
  hash: string
  /** The time of the migration in milliseconds. */
  created_at: string
}

/** Reads the migrations that a database has had, the earliest first. */
async function readJournal(client: pg.ClientBase): Promise<JournalEntry[]> {
  const { rows } = await client.query<JournalEntry>(
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at',
  )
  return rows
}

/**
 * What is wrong with a database that another first migration has made. It cannot be changed into one of this version.
 */
export const OTHER_SCHEMA = 'the database was made by another version, and cannot be upgraded'

/** Says what to do about such a database. Files of products are stored elsewhere, so none has to be removed. */
export const adviseOnOtherSchema = ({ embedded }: Pick<OpenDatabase, 'embedded'>): string =>
  embedded
    ? 'Move the folder `database` in DATA_DIR to another place, and leave the other folders where they are. The next start creates an empty database.'
    : 'Create an empty database on the server, and name it in DATABASE_URL and the other settings that begin with DATABASE_. Leave DATA_DIR as it is.'

/**
 * Tells whether the first migration of a database is not this project's. Until the first release it is replaced by each
 * change of the schema.
 */
export async function hasOtherSchema(
  client: pg.ClientBase,
  first = readMigrationFiles({ migrationsFolder: MIGRATIONS })[0],
): Promise<boolean> {
  const [entry] = await readJournal(client).catch(() => [])
  return entry !== undefined && entry.hash !== first?.hash
}

async function refuseOtherSchema(
  database: OpenDatabase,
  client: pg.ClientBase,
  first: MigrationMeta | undefined,
): Promise<void> {
  if (await hasOtherSchema(client, first))
    throw new Error(`Not started: ${OTHER_SCHEMA}. ${adviseOnOtherSchema(database)}`)
}

/** Runs one migration and repeats it if a lock was not available in time. */
async function runMigration(client: pg.ClientBase, migration: MigrationMeta): Promise<void> {
  const run = migration.sql[0]?.startsWith(OUTSIDE_TRANSACTION) ? runStatements : runInTransaction
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run(client, migration)
      return
    } catch (error) {
      const { code } = error as { code?: string }
      if (attempt >= MAX_ATTEMPTS || !code || !LOCK_CODES.has(code)) throw error
      await pause(RETRY_MS)
    }
  }
}

async function runInTransaction(client: pg.ClientBase, migration: MigrationMeta): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${TRANSACTION_LOCK_TIMEOUT_MS}`)
  try {
    await runStatements(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function runStatements(
  client: pg.ClientBase,
  { sql, hash, folderMillis }: MigrationMeta,
): Promise<void> {
  for (const text of sql) {
    const statement = text.trim()
    const isInBatches = statement.replace(OUTSIDE_TRANSACTION, '').trim().startsWith(IN_BATCHES)
    for (;;) {
      const { rowCount } = await client.query(statement)
      if (!isInBatches || !rowCount) break
    }
  }
  await client.query(
    'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
    [hash, folderMillis],
  )
}
