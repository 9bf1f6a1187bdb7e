import type { ReviewReason } from '#contract/sales/order.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { toLocale } from '#server/http/hooks/language.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { PaymentsDeps } from '../deps.ts'
import { mailReviewsJob } from '../job-kinds.ts'
import {
  clearAdminsInformed,
  findAdmins,
  findLastAdminEmail,
  lockUnreportedReviews,
  markAdminsInformed,
} from './queries.ts'

/** The minimum time between two emails to the admins about orders in review, in milliseconds. */
const EMAIL_INTERVAL_MS = 15 * 60_000
/** The number of orders that an email lists. It only counts the others. */
const MAX_LISTED = 20

/**
 * Enqueues the email to the admins that an order needs a decision. If the last such email is less than a quarter of an
 * hour old, the next one waits and reports all orders of that time.
 */
export async function informAdmins(tx: Transaction, orderId: string): Promise<void> {
  await clearAdminsInformed(tx, orderId)
  const lastEmailAt = await findLastAdminEmail(tx)
  const earliest = lastEmailAt ? lastEmailAt.getTime() + EMAIL_INTERVAL_MS : 0
  const runAt = new Date(Math.max(Date.now(), earliest))
  await enqueue(tx, mailReviewsJob, {}, { runAt, dedupeKey: mailReviewsJob.kind })
}

/** Emails every admin about the orders that need a decision and were not reported yet. */
export async function mailReviews(deps: PaymentsDeps): Promise<void> {
  await runTransaction(deps.db, async tx => {
    const orders = await lockUnreportedReviews(tx)
    if (orders.length === 0) return
    await markAdminsInformed(
      tx,
      orders.map(({ id }) => id),
    )
    for (const admin of await findAdmins(tx))
      await deps.mailQueue.enqueue(tx, {
        to: admin.email,
        locale: toLocale(admin.languagePreference),
        content: {
          kind: 'orders_in_review',
          orders: orders.slice(0, MAX_LISTED).map(({ id, number, reviewReason, state }) => ({
            orderId: id,
            number,
            reason: reviewReason as ReviewReason,
            isDelivered: state === 'approved',
          })),
          count: orders.length,
          link: `${deps.publicOrigin}/dashboard/admin`,
        },
      })
  })
}
