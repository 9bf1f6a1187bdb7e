import { DAY_MS } from '#contract/core/time.ts'
import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import type { Transaction } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { remindOfReviewsJob } from '../job-kinds.ts'
import type { OrderRow } from '../rules/rows.ts'
import { moveToDaytime } from '../rules/reminder-time.ts'

/**
 * Schedules the reminder to review an order that was just downloaded, some days later and by day. While a reminder of
 * the order waits, downloads of its other items schedule none.
 */
export async function scheduleReviewReminder(
  { config: { reviewReminderDays } }: Pick<Context, 'config'>,
  tx: Transaction,
  { id, currency }: Pick<OrderRow, 'id' | 'currency'>,
): Promise<void> {
  if (reviewReminderDays === 0) return
  const { timeZone } = BUYER_TIME_ZONES[currency]
  const runAt = moveToDaytime(new Date(Date.now() + reviewReminderDays * DAY_MS), timeZone)
  await enqueue(
    tx,
    remindOfReviewsJob,
    { orderId: id },
    { runAt, dedupeKey: `${remindOfReviewsJob.kind}:${id}` },
  )
}
