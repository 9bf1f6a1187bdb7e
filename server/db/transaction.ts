import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database, Transaction } from './client.ts'
import { prepareFrequent } from './prepared.ts'
import * as schema from './schema/index.ts'
import { runAsTransaction } from './transaction-scope.ts'
import { isDeadlock } from './unavailable.ts'

/** A rollback that takes longer than this time in milliseconds means that the connection is broken. */
const ROLLBACK = { text: 'rollback', query_timeout: 5000 }

/**
 * The time in milliseconds before a transaction is repeated. Begun at once, it can take the lock for which the other
 * transaction waits, and both wait for each other again. PostgreSQL looks for deadlocks after a second.
 */
const REPEAT_PAUSE_MS = 100

/** The query builders of each pooled connection, since building one takes longer than a simple query. */
const readers = new WeakMap<pg.PoolClient, Transaction>()
const writers = new WeakMap<pg.PoolClient, Transaction>()

export interface TransactionOptions {
  isolationLevel?: 'repeatable read' | 'serializable'
  accessMode?: 'read only'
}

/**
 * Runs `work` in a transaction, which is committed when `work` resolves and rolled back when it rejects. It is used
 * instead of drizzle's own `transaction`, which loses a connection of the pool if BEGIN fails, hides the error of
 * `work` behind the error of a failed rollback, and lets the process crash if the connection breaks between two
 * queries. A connection on which anything but `work` failed is closed, and the pool opens a new one in its place.
 *
 * A transaction that PostgreSQL ends because of a deadlock is repeated once, so that nobody has to repeat the call.
 * @param work may run twice, so it has no effects but those of `tx`, which are rolled back
 * @throws the error of `work`, or the error of the connection, BEGIN or COMMIT
 */
export async function runTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  try {
    return await tryTransaction(db, work, options)
  } catch (error) {
    if (!isDeadlock(error)) throw error
    await pause(REPEAT_PAUSE_MS)
    return tryTransaction(db, work, options)
  }
}

async function tryTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  { isolationLevel, accessMode }: TransactionOptions,
): Promise<T> {
  const client = await db.$client.connect()
  let connectionError: Error | undefined
  const rememberError = (error: Error) => {
    connectionError ??= error
  }
  client.on('error', rememberError)
  try {
    await client.query(
      ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode]
        .filter(Boolean)
        .join(' '),
    )
    const result = await runAsTransaction(() => work(builderFor(client, accessMode))).catch(
      async (error: unknown) => {
        // The caller needs the error of `work`. A failed rollback only tells that the connection cannot be used again.
        if (!connectionError) await client.query(ROLLBACK).catch(rememberError)
        throw new WorkError(error)
      },
    )
    await client.query('commit')
    return result
  } catch (error) {
    if (error instanceof WorkError) throw error.cause
    rememberError(error instanceof Error ? error : new Error(String(error)))
    throw error
  } finally {
    client.removeListener('error', rememberError)
    client.release(connectionError)
  }
}

/** Runs `read` so that all of its queries see the database as it is at the first of them. */
export const readSnapshot = <T>(db: Database, read: (tx: Transaction) => Promise<T>): Promise<T> =>
  runTransaction(db, read, { isolationLevel: 'repeatable read', accessMode: 'read only' })

/** Marks an error of the caller's work, to tell it from an error of BEGIN or COMMIT. */
class WorkError extends Error {
  constructor(cause: unknown) {
    super('the work of a transaction failed', { cause })
  }
}

function builderFor(
  client: pg.PoolClient,
  accessMode: TransactionOptions['accessMode'],
): Transaction {
  const builders = accessMode === 'read only' ? readers : writers
  const existing = builders.get(client)
  if (existing) return existing
  const connection = accessMode === 'read only' ? client : prepareFrequent(client)
  const builder = drizzle(connection, { schema, casing: 'snake_case' })
  builders.set(client, builder)
  return builder
}
