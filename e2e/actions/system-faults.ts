import pg from 'pg'

/** Runs statements on the database of a test server. */
async function execute(databaseUrl: string, statements: string[]): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Records a check of the invariants that found nothing. */
export const recordCleanCheck = (databaseUrl: string): Promise<void> =>
  execute(databaseUrl, [`insert into invariant_checks (duration_ms, findings) values (100, '[]')`])

/**
 * Plants five faults that the status page shows: a failed job, a webhook event that nobody reads, a periodic task that
 * fails, a violated invariant, and a process that ended without a word.
 */
export const plantFiveFaults = (databaseUrl: string): Promise<void> =>
  execute(databaseUrl, [
    `insert into jobs (kind, payload, max_attempts, state, finished_at, last_error)
      values ('remove_file', '{}', 12, 'dead', now() - interval '3 hours', 'Error: no disk')`,
    `insert into webhook_events (topic, data_id, action, request_id, signature, payload, received_at)
      values ('payment', '1', 'payment.updated', '1', '1', '{}', now() - interval '25 minutes')`,
    `update schedules set done_at = now() - interval '80 minutes', failed_at = now(),
      next_at = now() + interval '1 hour',
      last_error = 'Error: the storage did not answer in time' where name = 'purge'`,
    `insert into invariant_checks (duration_ms, findings)
      values (100, '[{"name": "file_missing", "count": 2, "ids": ["1", "2"]}]')`,
    `insert into processes (id, role, host, version, started_at, seen_at, activity)
      select gen_random_uuid(), 'worker', 'worker-2', version, now() - interval '5 days',
        now() - interval '40 minutes', activity
      from processes limit 1`,
  ])

/** Removes the faults, except those that the marketplace mends by itself. */
export const removeFaults = (databaseUrl: string): Promise<void> =>
  execute(databaseUrl, [
    `delete from jobs where state = 'dead'`,
    `delete from webhook_events where processed_at is null`,
    `update schedules set done_at = now(), failed_at = null where name = 'purge'`,
    `delete from invariant_checks where findings <> '[]'`,
    `delete from processes where host = 'worker-2'`,
  ])
