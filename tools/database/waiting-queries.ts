import type { OpenDatabase } from '#server/db/client.ts'

/**
 * Lists the statements of this database that wait for a lock. They are read by a connection outside the pool, so that a
 * test can call this from within the transaction that holds the lock.
 */
export async function listWaitingQueries(
  database: Pick<OpenDatabase, 'connectAlone'>,
): Promise<string[]> {
  const { client, close } = await database.connectAlone()
  try {
    const { rows } = await client.query<{ query: string }>(
      `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.map(({ query }) => query)
  } finally {
    await close()
  }
}
