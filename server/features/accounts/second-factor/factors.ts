import type { SecondFactors } from '#contract/accounts/second-factors.ts'
import type { User } from '#contract/accounts/user.ts'
import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { secondFactorResets, users } from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'
import { type SessionUser, lacksSecondFactor } from '#server/http/hooks/guards.ts'
import type { Context } from '#server/context.ts'
import { lockUser } from '../queries.ts'
import { confirmSession, deleteOtherSessions } from '../sessions/queries.ts'
import type { ClientInfo } from '../client-info.ts'
import { recordSecurityEvent } from '../security-events/record.ts'
import {
  countRecoveryCodes,
  findFactorMethods,
  findPasskeys,
  findTotp,
  updateSecondFactorState,
} from './queries.ts'
import { createUndoLink } from './undo-link.ts'
import { createRecoveryCodes, saveRecoveryCodes } from './recovery-codes.ts'

/** The recovery codes that were created with the first second factor; null if the user had codes already. */
export interface AddedFactor {
  recoveryCodes: string[] | null
}

/** The first of these computes ten hashes. */
const ADDITIONS_PER_USER = { name: 'second_factors', max: 10, seconds: 3600 }

/**
 * Adds a second factor. With the first one the user gets recovery codes, and all other sessions end, since somebody
 * else may have started them with the password alone.
 * @param insert stores the factor in the transaction that holds the lock on the user's row
 * @throws ApiError ERROR_TOO_MANY_REQUESTS after ten times in an hour
 */
export async function addFactor(
  context: Context,
  viewer: SessionUser,
  change: 'totp_added' | 'passkey_added',
  client: ClientInfo,
  insert: (tx: Transaction) => Promise<void>,
): Promise<AddedFactor> {
  await context.limiter.consume(ADDITIONS_PER_USER, String(viewer.id))
  // The codes are hashed before the transaction, which holds a lock. Only a first factor needs them.
  const [before] = await context.db.select().from(users).where(eq(users.id, viewer.id))
  const earlyCodes = before?.secondFactorSince === null ? await createRecoveryCodes() : undefined
  return runTransaction(context.db, async tx => {
    const user = await lockUser(tx, viewer.id)
    if (!user) throw new ApiError('ERROR_USER_NOT_AUTHORIZED')
    await insert(tx)
    // Whoever adds a factor has just shown that they have it.
    await confirmSession(tx, viewer.sessionId, 'factor')
    const { isFirst } = await updateSecondFactorState(tx, user.id)
    const newCodes = isFirst ? (earlyCodes ?? (await createRecoveryCodes())) : undefined
    if (newCodes) {
      await saveRecoveryCodes(tx, user.id, newCodes)
      await deleteOtherSessions(tx, user.id, viewer.sessionId)
    }
    const undo = await createUndoLink(context, tx, user.id)
    await recordSecurityEvent(context, tx, user.id, change, client, undo)
    return { recoveryCodes: newCodes?.codes ?? null }
  })
}

/**
 * Removes a second factor. With the last one the recovery codes and the trusted devices go too.
 * @param remove deletes the factor and tells whether it existed
 * @returns whether the factor existed
 */
export async function removeFactor(
  context: Context,
  viewer: SessionUser,
  change: 'totp_removed' | 'passkey_removed',
  client: ClientInfo,
  remove: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> {
  return runTransaction(context.db, async tx => {
    const user = await lockUser(tx, viewer.id)
    if (!user || !(await remove(tx))) return false
    const { isActive } = await updateSecondFactorState(tx, user.id)
    await recordSecurityEvent(context, tx, user.id, change, client)
    if (!isActive) await recordSecurityEvent(context, tx, user.id, 'second_factor_off', client)
    return true
  })
}

/** Each renewal computes ten hashes. */
const RENEWALS_PER_USER = { name: 'recovery_codes', max: 5, seconds: 3600 }

/**
 * Replaces the recovery codes of a user who has a second factor.
 * @throws ApiError UNKNOWN_ERROR if the user has none; ERROR_TOO_MANY_REQUESTS after five times in an hour
 */
export async function renewRecoveryCodes(
  context: Context,
  viewer: SessionUser,
  client: ClientInfo,
): Promise<{ recoveryCodes: string[] }> {
  await context.limiter.consume(RENEWALS_PER_USER, String(viewer.id))
  const newCodes = await createRecoveryCodes()
  return runTransaction(context.db, async tx => {
    const user = await lockUser(tx, viewer.id)
    if (!user || user.secondFactorSince === null)
      throw new ApiError('UNKNOWN_ERROR', 'no second factor')
    await saveRecoveryCodes(tx, user.id, newCodes)
    await recordSecurityEvent(context, tx, user.id, 'recovery_codes_renewed', client)
    return { recoveryCodes: newCodes.codes }
  })
}

export async function listSecondFactors(
  { db, config: { adminSecondFactor } }: Context,
  viewer: SessionUser,
): Promise<SecondFactors> {
  const [totp, passkeys, recoveryCodesLeft, [reset]] = await Promise.all([
    findTotp(db, viewer.id),
    findPasskeys(db, viewer.id),
    countRecoveryCodes(db, viewer.id),
    db.select().from(secondFactorResets).where(eq(secondFactorResets.userId, viewer.id)),
  ])
  return {
    totpSince: totp?.createdAt.toISOString() ?? null,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt, isSynced }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      isSynced,
    })),
    recoveryCodesLeft,
    isRequired: adminSecondFactor && viewer.roles.includes('admin'),
    resetAt: reset?.effectiveAt?.toISOString() ?? null,
  }
}

/** Returns what the pages need to know about the user's second factor. */
export async function describeSecondFactor(
  { db, hasSold, config: { adminSecondFactor } }: Context,
  viewer: SessionUser,
): Promise<User['secondFactor']> {
  const isMissing = lacksSecondFactor(viewer, adminSecondFactor)
  if (viewer.secondFactorSince !== null)
    return {
      isActive: true,
      isMissing,
      isOffered: false,
      methods: await findFactorMethods(db, viewer.id),
    }
  const [user] = await db
    .select({ dismissedAt: users.secondFactorOfferDismissedAt })
    .from(users)
    .where(eq(users.id, viewer.id))
  const isOffered = !isMissing && user?.dismissedAt === null && (await hasSold(db, viewer.id))
  return { isActive: false, isMissing, isOffered, methods: [] }
}

export async function dismissSecondFactorOffer({ db }: Context, userId: number): Promise<void> {
  await db
    .update(users)
    .set({ secondFactorOfferDismissedAt: sql`now()` })
    .where(eq(users.id, userId))
}
