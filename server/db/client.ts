import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { listenAt } from './subscribe.ts'
import * as schema from './schema/index.ts'

export type Database = ReturnType<typeof connect>
/** The pool or a transaction of it. Inside a transaction use only `tx`: the embedded pool has one client. */
export type Db = Database | Transaction
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Any constant will do, as long as every instance takes the same. */
const MIGRATION_LOCK = 7_305_112

/**
 * What each connection is told. Statements here take milliseconds: compiling one, or starting workers for it, takes
 * longer than it does; and an index's page costs what any page costs where disks do not turn.
 */
const SESSION = {
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 15_000,
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  random_page_cost: 1.1,
  work_mem: '16MB',
}

const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url))

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  /** True for PGlite: one process, one client. */
  embedded: boolean
  /** Hears every NOTIFY on a channel, on a connection outside the pool. */
  listen(channel: string, listener: Listener): Promise<Ear>
  close(): Promise<void>
}

/** What is told of a channel: each payload, and from when until when nothing is missed. */
export interface Listener {
  heard(payload: string): void
  up(): void
  down(): void
}

export interface Ear {
  /** Begins again with a new connection. */
  restart(): void
  close(): Promise<void>
}

/** Opens PostgreSQL at `databaseUrl`, or the embedded one in `dataDir`. Call `migrateDatabase` next. */
export async function openDatabase(options: {
  databaseUrl: string | undefined
  dataDir: string
}): Promise<OpenDatabase> {
  return options.databaseUrl
    ? openPostgres(options.databaseUrl)
    : openEmbedded(join(options.dataDir, 'database'))
}

function openPostgres(connectionString: string): OpenDatabase {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5000,
    options: Object.entries(SESSION)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  })
  // An idle client whose server went away: the pool replaces it, the process must not end.
  pool.on('error', () => undefined)
  return {
    db: connect(pool),
    pool,
    embedded: false,
    listen: (channel, listener) => listenAt(connectionString, channel, listener),
    close: () => pool.end(),
  }
}

/** What the migrations ask of PGlite besides itself. */
export async function embeddedOptions() {
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm')
  return { extensions: { pg_trgm } }
}

async function openEmbedded(folder: string): Promise<OpenDatabase> {
  const unlock = lockFolder(folder)
  // Loaded only where it is used: it weighs more than the rest of the server.
  const { PGlite } = await import('@electric-sql/pglite')
  const pglite = await PGlite.create(join(folder, 'pglite'), await embeddedOptions())
  return overPglite(pglite, async () => unlock())
}

/** Wraps an open PGlite, one in memory for instance, as the same `pg.Pool` the rest of the code knows. */
export async function overPglite(
  pglite: PGlite,
  afterClose: () => Promise<void>,
): Promise<OpenDatabase> {
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres')
  const config = createPgConfig(pglite)
  const parse = config.connection.parse.bind(config.connection)
  // drizzle hands a `types` object where the adapter wants an array of type ids.
  config.connection.parse = (query: { types?: unknown }) =>
    parse(Array.isArray(query.types) ? query : { ...query, types: undefined })
  const pool = new pg.Pool({
    connection: config.connection,
    max: config.poolSize,
    connectionTimeoutMillis: 5000,
  } as pg.PoolConfig)
  return {
    db: connect(pool),
    pool,
    embedded: true,
    async listen(channel, listener) {
      const stop = await pglite.listen(channel, payload => listener.heard(payload))
      listener.up()
      return { restart: () => undefined, close: stop }
    },
    async close() {
      await pool.end()
      await pglite.close()
      await afterClose()
    },
  }
}

function connect(pool: pg.Pool) {
  return drizzle(pool, { schema, casing: 'snake_case' })
}

/**
 * Two processes on one PGlite folder corrupt it. SQLite's exclusive lock is the operating system's, so
 * it is gone with the process however that ends.
 * @throws Error when another process holds the folder
 */
function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const lock = new DatabaseSync(join(folder, 'lock.sqlite'))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch {
    lock.close()
    throw new Error(
      `The embedded database in ${folder} is in use by another process. Stop that one first, or set DATABASE_URL to a PostgreSQL server that several can share.`,
    )
  }
  return () => lock.close()
}

/** Runs the SQL migrations, one instance at a time. */
export async function migrateDatabase({ pool }: OpenDatabase): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder: MIGRATIONS })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    client.release()
  }
}
