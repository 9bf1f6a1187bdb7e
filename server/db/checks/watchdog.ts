import type pg from 'pg'
import { waitAtMost } from '#server/deadline.ts'

/** The time in milliseconds in which the database must answer a check. */
const CHECK_TIMEOUT_MS = 3000

/**
 * Checks that the database answers within 3 seconds, also while every connection of the pool is in use by queries that
 * hang.
 * @throws Error if it does not
 */
export async function assertDatabaseAnswers(pool: pg.Pool): Promise<void> {
  const query = { text: 'select 1', query_timeout: CHECK_TIMEOUT_MS }
  await waitAtMost(CHECK_TIMEOUT_MS, pool.query(query), 'the database did not answer in time')
}

/**
 * Checks the database at a regular interval, and calls `onLost` once `maxFailures` checks in a row have failed. The
 * process then ends, so that its supervisor starts it with new connections.
 * @returns a function that stops the checks
 */
export function watchDatabase(
  pool: pg.Pool,
  {
    intervalMs,
    maxFailures,
    onFailure,
    onLost,
  }: {
    intervalMs: number
    maxFailures: number
    onFailure: (error: unknown, failures: number) => void
    onLost: () => void
  },
): () => void {
  let failures = 0
  let isStopped = false
  let timer = setTimeout(() => void check(), intervalMs)

  async function check(): Promise<void> {
    try {
      await assertDatabaseAnswers(pool)
      failures = 0
    } catch (error) {
      failures += 1
      if (!isStopped) onFailure(error, failures)
    }
    if (isStopped) return
    if (failures >= maxFailures) onLost()
    else timer = setTimeout(() => void check(), intervalMs)
  }

  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
