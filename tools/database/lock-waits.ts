import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const SAMPLE_MS = 50

/**
 * Watches how long statements wait for locks, by samples on a connection of its own.
 * @returns a function that ends the watch and returns the longest wait in milliseconds and its statement
 */
export async function watchLockWaits(
  databaseUrl: string,
): Promise<() => Promise<{ longestMs: number; query: string }>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // The server can end before the watch, if what is watched has failed.
  const end = new AbortController()
  client.on('error', () => end.abort())
  let longest = { longestMs: 0, query: '' }
  const sample = async () => {
    const { rows } = await client.query<{ ms: number; query: string }>(
      `select extract(epoch from clock_timestamp() - l.waitstart)::float8 * 1000 as ms, a.query
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where not l.granted and l.waitstart is not null and a.datname = current_database()
       order by l.waitstart limit 1`,
    )
    const [wait] = rows
    if (wait && wait.ms > longest.longestMs)
      longest = { longestMs: Math.round(wait.ms), query: wait.query.slice(0, 120) }
  }
  const watching = (async () => {
    while (!end.signal.aborted) {
      await sample()
      await pause(SAMPLE_MS)
    }
  })().catch(() => undefined)
  return async () => {
    end.abort()
    await watching
    await client.end()
    return longest
  }
}
