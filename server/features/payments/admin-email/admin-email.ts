import type { ReviewReason } from '#contract/orders/events.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { emailAdmins } from '#server/mail/email-admins.ts'
import type { EmailContent } from '#server/mail/template.ts'
import type { Context } from '#server/context.ts'
import { mailReviewsJob } from '../job-kinds.ts'
import {
  findLastUnmatchedEmail,
  lockUnreportedPayments,
  markPaymentsInformed,
} from '../unmatched-queries.ts'
import {
  clearAdminsInformed,
  findLastAdminEmail,
  findReviewedProducts,
  lockUnreportedReviews,
  markAdminsInformed,
} from './queries.ts'

/** The minimum time between two emails to the admins about orders or payments that need a decision, in milliseconds. */
const EMAIL_INTERVAL_MS = 15 * 60_000
/** The number of orders or payments that an email lists. It only counts the others. */
const MAX_LISTED = 20

/** Enqueues the email to the admins that an order needs a decision, by the rule of `enqueueAdminEmail`. */
export async function informAdmins(tx: Transaction, orderId: string): Promise<void> {
  await clearAdminsInformed(tx, orderId)
  await enqueueAdminEmail(tx)
}

/**
 * Enqueues the emails to the admins about everything that needs a decision and was not reported. If the last such email
 * is less than a quarter of an hour old, the next one waits and reports everything of that time.
 */
export async function enqueueAdminEmail(tx: Transaction): Promise<void> {
  const times = [await findLastAdminEmail(tx), await findLastUnmatchedEmail(tx)]
  const lastEmailMs = Math.max(...times.map(at => at?.getTime() ?? 0))
  const earliest = lastEmailMs > 0 ? lastEmailMs + EMAIL_INTERVAL_MS : 0
  const runAt = new Date(Math.max(Date.now(), earliest))
  await enqueue(tx, mailReviewsJob, {}, { runAt, dedupeKey: mailReviewsJob.kind })
}

/** Emails every admin about the orders and the payments that need a decision and were not reported yet. */
export async function mailReviews(context: Context): Promise<void> {
  await runTransaction(context.db, async tx => {
    for (const content of [await reportReviews(context, tx), await reportPayments(context, tx)])
      if (content) await emailAdmins(context.mailQueue, tx, content)
  })
}

/** Builds the email about the orders that need a decision, and marks them as reported. */
async function reportReviews(
  { config: { publicOrigin } }: Context,
  tx: Transaction,
): Promise<EmailContent | undefined> {
  const orders = await lockUnreportedReviews(tx)
  if (orders.length === 0) return undefined
  await markAdminsInformed(
    tx,
    orders.map(({ id }) => id),
  )
  return {
    kind: 'orders_in_review',
    orders: await Promise.all(
      orders.slice(0, MAX_LISTED).map(async order => ({
        order: {
          receipt: {
            number: order.number,
            date: order.createdAt.toISOString(),
            totalMinor: order.totalMinor,
            currency: order.currency,
          },
          ...(await findReviewedProducts(tx, order)),
        },
        reason: order.reviewReason as ReviewReason | null,
        isDelivered: order.state === 'approved',
      })),
    ),
    count: orders.length,
    link: `${publicOrigin}/dashboard/admin`,
  }
}

/** Builds the email about the payments that match no order, and marks them as reported. */
async function reportPayments(
  { config: { publicOrigin } }: Context,
  tx: Transaction,
): Promise<EmailContent | undefined> {
  const payments = await lockUnreportedPayments(tx)
  if (payments.length === 0) return undefined
  await markPaymentsInformed(
    tx,
    payments.map(({ payment }) => payment.id),
  )
  return {
    kind: 'unmatched_payments',
    payments: payments.slice(0, MAX_LISTED).map(({ payment, sellerUsername }) => ({
      paymentId: payment.id,
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      sellerUsername,
    })),
    count: payments.length,
    link: `${publicOrigin}/dashboard/admin?tab=unmatched`,
  }
}
