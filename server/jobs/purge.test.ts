import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runTransaction } from '#server/db/transaction.ts'
import { purgeNotifications } from '#server/features/notifications/queries.ts'
import { recordQueries } from '#tools/test-app/query-plans.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { purgeDoneJobs } from './worker.ts'

const OLD_ROWS = 12_000
const MAX_ROWS_IN_ONE_STATEMENT = 5000

const shop = useTestApp()

test.each([
  {
    table: 'jobs',
    insert: sql`insert into jobs (kind, payload, state, max_attempts, created_at, finished_at)
      select 'any', '{}', 'done', 1, at, at from old_times`,
    purge: () => purgeDoneJobs(shop.db),
  },
  {
    table: 'notifications',
    insert: sql`insert into notifications (user_id, kind, detail, dedupe_key, created_at)
      select (select min(id) from users), 'sale', '{}', 'old:' || n, at from old_times`,
    purge: () => purgeNotifications(shop.db),
  },
])(
  'old rows of $table are deleted in batches that are found by an index',
  async ({ table, insert, purge }) => {
    await shop.creator()
    await shop.waitForJobs()
    await shop.app.worker.stop()
    const name = sql.identifier(table)
    const { rows: before } = await shop.db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${name}`,
    )
    await shop.db.execute(sql`with old_times as (
      select n, now() - interval '2 years' as at from generate_series(1, ${OLD_ROWS}) n
    ) ${insert}`)
    await shop.db.execute(sql`analyze ${name}`)

    const queries = await recordQueries(shop.db.$client, purge)

    const { rows } = await shop.db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${name}`,
    )
    expect(rows).toEqual(before)
    const deletions = queries.filter(({ text }) => text.startsWith('delete'))
    expect(deletions.length).toBeGreaterThanOrEqual(OLD_ROWS / MAX_ROWS_IN_ONE_STATEMENT)
    const plan = await runTransaction(shop.db, async tx => {
      await tx.execute(sql`set local enable_seqscan = off`)
      const column = sql.identifier(table === 'jobs' ? 'finished_at' : 'created_at')
      const isDone = table === 'jobs' ? sql`and state = 'done'` : sql``
      return tx.execute(
        sql`explain select id from ${name} where ${column} < now() - interval '1 year' ${isDone} limit 10`,
      )
    })
    expect(JSON.stringify(plan.rows)).toMatch(/Index (Only )?Scan|Bitmap Index/)
  },
)
