import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const SAMPLE_MS = 50

interface LockWait {
  longestMs: number
  /** The beginning of the statement that waited. */
  query: string
}

/**
 * Watches how long statements wait for locks, by samples on a connection of its own.
 * @returns a function that ends the watch and returns the longest wait for a table, as a migration causes it, and the longest
 * one for anything else, such as a row
 */
export async function watchLockWaits(
  databaseUrl: string,
): Promise<() => Promise<{ table: LockWait; other: LockWait }>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // The server can end before the watch, if what is watched has failed.
  const end = new AbortController()
  client.on('error', () => end.abort())
  const longest = { table: { longestMs: 0, query: '' }, other: { longestMs: 0, query: '' } }
  const sample = async () => {
    const { rows } = await client.query<{ kind: keyof typeof longest; ms: number; query: string }>(
      `select distinct on (kind) case l.locktype when 'relation' then 'table' else 'other' end as kind,
         extract(epoch from clock_timestamp() - l.waitstart)::float8 * 1000 as ms, a.query
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where not l.granted and l.waitstart is not null and a.datname = current_database()
       order by kind, l.waitstart`,
    )
    for (const { kind, ms, query } of rows)
      if (ms > longest[kind].longestMs)
        longest[kind] = { longestMs: Math.round(ms), query: query.slice(0, 120) }
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
