import { forgetTrustedDevices } from '../sessions/trusted-devices.ts'
import { and, asc, eq, exists, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import {
  passkeys,
  recoveryCodes,
  secondFactorResets,
  totpAuthenticators,
  userRoles,
  users,
} from '#server/db/schema/index.ts'

export function findPasskeys(db: Db, userId: number) {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id))
}

export async function findTotp(db: Db, userId: number) {
  const [totp] = await db
    .select()
    .from(totpAuthenticators)
    .where(eq(totpAuthenticators.userId, userId))
  return totp
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  return db.$count(
    recoveryCodes,
    and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)),
  )
}

/** Tells which second factors a user has: passkeys, an authenticator app or both. */
export async function findFactorMethods(db: Db, userId: number): Promise<('passkey' | 'totp')[]> {
  const [row] = await db
    .select({
      passkey: exists(db.select().from(passkeys).where(eq(passkeys.userId, userId))),
      totp: exists(
        db.select().from(totpAuthenticators).where(eq(totpAuthenticators.userId, userId)),
      ),
    })
    .from(sql`(select 1) as one`)
  return (['passkey', 'totp'] as const).filter(method => row?.[method])
}

/**
 * Updates since when a user has a second factor, after one was added or removed. Without any second factor the user's
 * recovery codes and trusted devices are deleted too.
 * @param tx a transaction that holds the lock on the user's row
 */
export async function updateSecondFactorState(
  tx: Db,
  userId: number,
): Promise<{ isActive: boolean; isFirst: boolean }> {
  const isActive = (await findFactorMethods(tx, userId)).length > 0
  const [user] = await tx
    .select({ since: users.secondFactorSince })
    .from(users)
    .where(eq(users.id, userId))
  const isFirst = isActive && user?.since === null
  if (isFirst)
    await tx
      .update(users)
      .set({ secondFactorSince: sql`now()` })
      .where(eq(users.id, userId))
  if (!isActive) {
    await tx.update(users).set({ secondFactorSince: null }).where(eq(users.id, userId))
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    await tx.delete(secondFactorResets).where(eq(secondFactorResets.userId, userId))
    await forgetTrustedDevices(tx, userId)
  }
  return { isActive, isFirst }
}

/** Tells whether a user may skip the second step on a device. Admins may not. */
export async function mayTrustDevices(db: Db, userId: number): Promise<boolean> {
  const isAdmin = and(eq(userRoles.userId, userId), eq(userRoles.role, 'admin'))
  return (await db.$count(userRoles, isAdmin)) === 0
}
