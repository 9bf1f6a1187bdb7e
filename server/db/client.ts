import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { PGlite } from '@electric-sql/pglite'
import { type NodePgDatabase, drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { subscribeToChannel } from './subscribe.ts'
import { checkOutsideTransaction } from './transaction-scope.ts'
import * as schema from './schema/index.ts'

export type Database = ReturnType<typeof connect>
/**
 * The database pool or a transaction. Code inside a transaction must use only `tx`: the pool refuses it another
 * connection.
 */
export type Db = Database | Transaction
/** The query builder on the connection of one transaction, which `runTransaction` passes to its callback. */
export type Transaction = NodePgDatabase<typeof schema> & { $client: pg.PoolClient }

/**
 * Session settings of every connection. Queries take milliseconds, so JIT compilation and parallel workers would cost
 * more time than they save. On solid-state disks, random reads cost about as much as sequential reads.
 */
const SESSION = {
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 15_000,
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  random_page_cost: 1.1,
  work_mem: '16MB',
}

/**
 * The time in milliseconds after which this process gives up a query. It is longer than PostgreSQL's own
 * `statement_timeout`, so it ends only the queries whose server, or the network to it, has vanished.
 */
const QUERY_TIMEOUT_MS = 20_000
/** The time in milliseconds after which a query on a read replica ends, so that the primary answers. */
const REPLICA_TIMEOUT_MS = 1000

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  /** The read replica, which lags behind `db`. Undefined if there is none. It is read through `PublicReads` only. */
  replica?: Database
  /** True for PGlite, the embedded database, which has one process and one client. */
  embedded: boolean
  /**
   * Opens a connection outside the pool without any timeouts: as the role that serves requests, or as the owner of the
   * tables for migrations. The embedded database lends its only one.
   */
  connectAlone(
    role?: 'app' | 'owner',
  ): Promise<{ client: pg.ClientBase; close: () => Promise<void> }>
  /** Subscribes to a channel on a connection outside the pool; the subscriber receives every NOTIFY. */
  subscribe(channel: string, subscriber: ChannelSubscriber): Promise<ChannelSubscription>
  close(): Promise<void>
}

export interface ChannelSubscriber {
  onMessage(payload: string): void
  /** Called when the subscription becomes active. No notification is missed from then on. */
  onConnect(): void
  /** Called when the connection is lost. Notifications can be missed until the next `onConnect`. */
  onDisconnect(): void
}

export interface ChannelSubscription {
  /** Replaces the connection of this subscription by a new one. */
  restart(): void
  close(): Promise<void>
}

export interface DatabaseOptions {
  databaseUrl: string | undefined
  /** A read replica of the database. */
  replicaUrl?: string | undefined
  /** The connection of the role that owns the tables, for migrations. */
  migrationUrl?: string | undefined
  /**
   * A connection past the pooler. It is given if `databaseUrl` leads through a pooler that lends a connection for one
   * transaction only. Subscriptions and work outside the pool connect by it.
   */
  directUrl?: string | undefined
  /** Whether statements are prepared under a name, by default if there is no pooler. */
  preparedStatements?: boolean | undefined
  dataDir: string
}

/**
 * Opens the PostgreSQL database at `databaseUrl`, or the embedded database in the folder `dataDir`. The caller must run
 * `migrateDatabase` next.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl } = options
  return databaseUrl
    ? openPostgres({ ...options, databaseUrl })
    : openEmbedded(join(options.dataDir, 'database'))
}

function openPostgres({
  databaseUrl,
  replicaUrl,
  directUrl,
  migrationUrl = directUrl ?? databaseUrl,
  preparedStatements = directUrl === undefined,
}: DatabaseOptions & { databaseUrl: string }): OpenDatabase {
  const connectionString = directUrl ?? databaseUrl
  const pool = createPool({
    connectionString: databaseUrl,
    ...(!preparedStatements && { Client: UnpreparedClient }),
    connectionTimeoutMillis: 5000,
    query_timeout: QUERY_TIMEOUT_MS,
    // A pooler refuses options of a session, since it lends the session to others: it sets them itself.
    ...(directUrl === undefined && { options: formatSession(SESSION) }),
  })
  const replica = replicaUrl === undefined ? undefined : connect(createReplicaPool(replicaUrl))
  return {
    db: connect(pool),
    pool,
    ...(replica && { replica }),
    embedded: false,
    async connectAlone(role = 'app') {
      const client = new pg.Client({
        connectionString: role === 'owner' ? migrationUrl : connectionString,
        keepAlive: true,
        statement_timeout: 0,
      })
      // A broken connection fails the query that runs on it. Without a listener, the event would end the process.
      client.on('error', () => undefined)
      await client.connect()
      return { client, close: () => client.end() }
    },
    subscribe: (channel, subscriber) => subscribeToChannel(connectionString, channel, subscriber),
    async close() {
      await Promise.all([pool.end(), replica?.$client.end()])
    },
  }
}

/**
 * Creates the pool of a read replica. Its times are short, since the primary answers in its place. Idle connections
 * stay open, because a new one may lead to a replica that was restarted and lags.
 */
const createReplicaPool = (connectionString: string) =>
  createPool({
    connectionString,
    connectionTimeoutMillis: 500,
    query_timeout: REPLICA_TIMEOUT_MS + 500,
    idleTimeoutMillis: 0,
    options: formatSession({ ...SESSION, statement_timeout: REPLICA_TIMEOUT_MS }),
  })

const formatSession = (session: object) =>
  Object.entries(session)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

function createPool(options: pg.PoolConfig): pg.Pool {
  const pool = new Pool({ max: 10, keepAlive: true, ...options })
  // The pool replaces an idle client whose connection broke. Without an error listener, the event would end the
  // process.
  pool.on('error', () => undefined)
  // Between the moment a connection is open and the moment its user listens for errors, nobody does. A server that
  // shuts down just then must not end this process: the next query fails instead.
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

/** A pool that lends no second connection to code inside a transaction. */
class Pool extends pg.Pool {
  override connect = ((...parameters: []) => {
    checkOutsideTransaction()
    return super.connect(...parameters)
  }) as pg.Pool['connect']
}

/**
 * A connection through a pooler that does not know prepared statements: the next transaction may run on another
 * connection to PostgreSQL, which has none of this name. Statements are sent without their names.
 */
class UnpreparedClient extends pg.Client {
  override query = ((query: unknown, ...rest: unknown[]) =>
    (super.query as (...args: unknown[]) => unknown)(
      isNamedQuery(query) ? { ...query, name: undefined } : query,
      ...rest,
    )) as pg.Client['query']
}

const isNamedQuery = (query: unknown): query is pg.QueryConfig =>
  typeof query === 'object' && query !== null && 'name' in query && !('submit' in query)

/**
 * Loads the options of PGlite: the extension that the migrations need, and 16 MB of `shared_buffers` instead of
 * PostgreSQL's 128 MB, with which an idle server takes about 110 MB less.
 */
export async function loadEmbeddedOptions() {
  const [{ PGlite }, { pg_trgm }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
  ])
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']
  return { extensions: { pg_trgm }, startParams }
}

async function openEmbedded(folder: string): Promise<OpenDatabase> {
  const unlock = lockFolder(folder)
  // PGlite is imported only if it is used, since it takes more memory than the rest of the server.
  const { PGlite } = await import('@electric-sql/pglite')
  const pglite = await PGlite.create(join(folder, 'pglite'), await loadEmbeddedOptions())
  return wrapPglite(pglite, async () => unlock())
}

/** Wraps an open PGlite database in the interface of `pg.Pool`, which the rest of the code uses. */
export async function wrapPglite(
  pglite: PGlite,
  afterClose: () => Promise<void>,
): Promise<OpenDatabase> {
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres')
  const config = createPgConfig(pglite)
  const parse = config.connection.parse.bind(config.connection)
  // drizzle passes type parsers as an object, but the adapter expects an array of type ids, so they are converted.
  config.connection.parse = (query: { types?: unknown }) =>
    parse(Array.isArray(query.types) ? query : { ...query, types: undefined })
  const pool = new Pool({
    connection: config.connection,
    max: config.poolSize,
    connectionTimeoutMillis: 5000,
  } as pg.PoolConfig)
  return {
    db: connect(pool),
    pool,
    embedded: true,
    async connectAlone() {
      const client = await pool.connect()
      return { client, close: async () => client.release() }
    },
    async subscribe(channel, subscriber) {
      const close = await pglite.listen(channel, payload => subscriber.onMessage(payload))
      subscriber.onConnect()
      return { restart: () => undefined, close }
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
 * Locks the folder of the embedded database, since two processes that use one folder corrupt it. The lock is SQLite's
 * exclusive file lock, which the operating system releases even if the process crashes.
 * @returns a function that unlocks the folder
 * @throws Error if another process holds the lock
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
