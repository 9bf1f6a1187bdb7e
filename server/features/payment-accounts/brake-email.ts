import { HOUR_MS } from '#contract/core/time.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { defineJob, enqueue } from '#server/jobs/queue.ts'
import { emailAdmins } from '#server/mail/email-admins.ts'
import type { Context } from '#server/context.ts'
import { hasJobSince } from './token-queries.ts'

/** The admins get no second email about refused tokens within this time, in milliseconds. */
const EMAIL_INTERVAL_MS = 6 * HOUR_MS

/** The job that emails the admins that the provider refuses the tokens of many sellers. */
export const mailTokenBrakeJob = defineJob<{ lost: number }>('mail_token_brake', { lane: 'mail' })

/**
 * Enqueues the email to the admins that no more accounts are disconnected, unless they got one in the last hours.
 * @param lost the number of accounts that were disconnected within an hour
 */
export async function informAdminsOfBrake({ db }: Context, lost: number): Promise<void> {
  await runTransaction(db, async tx => {
    if (await hasJobSince(tx, mailTokenBrakeJob.kind, new Date(Date.now() - EMAIL_INTERVAL_MS)))
      return
    await enqueue(tx, mailTokenBrakeJob, { lost }, { dedupeKey: mailTokenBrakeJob.kind })
  })
}

/** Emails every admin that the provider refuses the tokens of many sellers. */
export async function mailBrake(
  { db, mailQueue, config: { publicOrigin } }: Context,
  lost: number,
): Promise<void> {
  const link = `${publicOrigin}/dashboard/admin`
  await runTransaction(db, tx =>
    emailAdmins(mailQueue, tx, { kind: 'tokens_refused', count: lost, link }),
  )
}
