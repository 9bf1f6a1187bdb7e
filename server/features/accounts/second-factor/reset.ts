import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { HOUR_MS } from '#contract/core/time.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { passkeys, secondFactorResets, totpAuthenticators, users } from '#server/db/schema/index.ts'
import { NO_CLIENT, type RequestClient } from '#server/http/request-headers.ts'
import { defineJob, enqueue } from '#server/jobs/queue.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { deleteUserSessions, lockUser } from '../queries.ts'
import { recordSecurityEvent } from '../security-events/record.ts'
import { updateSecondFactorState } from './queries.ts'

/** The hours between the email about a requested removal of second factors and the removal itself. */
const RESET_HOURS = 72

const notifyOfSecondFactorResetJob = defineJob<{ userId: number }>('notify_of_second_factor_reset')
const resetSecondFactorsJob = defineJob<{ userId: number }>('reset_second_factors')

/** What became of an operator's request. */
export type ResetRequest =
  | { outcome: 'unknown' | 'none' }
  | { outcome: 'requested'; userId: number }

/**
 * Requests the removal of all second factors of a user who has lost them, from the server's command line. A job
 * notifies the user; the removal follows three days later, unless the user signs in with a second factor or cancels it.
 * @returns `unknown` if no open account has the email; `none` if the user has no second factor
 */
export async function requestSecondFactorReset(tx: Db, email: string): Promise<ResetRequest> {
  const [user] = await tx
    .select({ id: users.id, since: users.secondFactorSince })
    .from(users)
    .where(and(eq(users.email, email.trim().toLowerCase()), isNull(users.closedAt)))
  if (!user) return { outcome: 'unknown' }
  if (user.since === null) return { outcome: 'none' }
  await tx.insert(secondFactorResets).values({ userId: user.id }).onConflictDoNothing()
  await enqueue(tx, notifyOfSecondFactorResetJob, { userId: user.id })
  return { outcome: 'requested', userId: user.id }
}

export function registerResetJobs(worker: Worker, context: Context): void {
  worker.handle(notifyOfSecondFactorResetJob, ({ userId }) => notifyOfReset(context, userId))
  worker.handle(resetSecondFactorsJob, ({ userId }) => resetSecondFactors(context, userId))
}

/** Notifies a user of a requested removal, and starts the waiting time. A second run changes nothing. */
async function notifyOfReset(context: Context, userId: number): Promise<void> {
  await runTransaction(context.db, async tx => {
    if (!(await lockUser(tx, userId))) return
    const effectiveAt = new Date(Date.now() + RESET_HOURS * HOUR_MS)
    const started = await tx
      .update(secondFactorResets)
      .set({ effectiveAt })
      .where(and(eq(secondFactorResets.userId, userId), isNull(secondFactorResets.effectiveAt)))
      .returning({ userId: secondFactorResets.userId })
    if (started.length === 0) return
    await enqueue(tx, resetSecondFactorsJob, { userId }, { runAt: effectiveAt })
    await recordSecurityEvent(context, tx, userId, 'second_factor_reset_requested', NO_CLIENT, {
      activatesAt: effectiveAt.toISOString(),
    })
  })
}

/**
 * Removes all second factors of a user, if the removal was requested, its time has come and it was not cancelled. All
 * sessions end.
 */
async function resetSecondFactors(context: Context, userId: number): Promise<void> {
  await runTransaction(context.db, async tx => {
    if (!(await lockUser(tx, userId))) return
    const due = await tx
      .delete(secondFactorResets)
      .where(
        and(eq(secondFactorResets.userId, userId), lte(secondFactorResets.effectiveAt, sql`now()`)),
      )
      .returning({ userId: secondFactorResets.userId })
    if (due.length === 0) return
    await tx.delete(passkeys).where(eq(passkeys.userId, userId))
    await tx.delete(totpAuthenticators).where(eq(totpAuthenticators.userId, userId))
    await updateSecondFactorState(tx, userId)
    await deleteUserSessions(tx, userId)
    await recordSecurityEvent(context, tx, userId, 'second_factor_reset', NO_CLIENT)
  })
}

/** Cancels a requested removal, since the user still has a second factor or does not want the removal. */
export async function cancelReset(
  context: Context,
  tx: Transaction,
  userId: number,
  client: RequestClient,
): Promise<void> {
  const cancelled = await tx
    .delete(secondFactorResets)
    .where(eq(secondFactorResets.userId, userId))
    .returning({ userId: secondFactorResets.userId })
  if (cancelled.length > 0)
    await recordSecurityEvent(context, tx, userId, 'second_factor_reset_cancelled', client)
}

/** Cancels a requested removal for a signed-in user. */
export async function cancelOwnReset(
  context: Context,
  userId: number,
  client: RequestClient,
): Promise<void> {
  await runTransaction(context.db, tx => cancelReset(context, tx, userId, client))
}
