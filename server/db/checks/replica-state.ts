import { sql } from 'drizzle-orm'
import type { Database } from '../client.ts'

/** How far in seconds a replica may lag before it is of little use. */
export const MAX_LAG_SECONDS = 30

/**
 * Asks a database whether it is a replica, and how far it is behind.
 * @returns the lag in seconds, which is null while the replica is not connected to its primary
 */
export async function readReplicaState(
  replica: Database,
): Promise<{ isReplica: boolean; lagSeconds: number | null }> {
  const { rows } = await replica.execute<{ isReplica: boolean; lagSeconds: number | null }>(
    sql`select pg_is_in_recovery() as "isReplica", case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
      else extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 end as "lagSeconds"`,
  )
  return rows[0]!
}
