import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from './client.ts'
import { users } from './schema/index.ts'

/**
 * How long others wait for the lock of a user's row. `share`: closing or suspending the account waits, others with the
 * same lock do not. `no key update`: one at a time. Neither makes a row wait that refers to the user, such as that of a
 * purchase, as `update` would.
 */
export type UserLock = 'share' | 'no key update'

/**
 * Locks a user's row until the transaction ends, so that the account cannot be closed or suspended meanwhile.
 * @returns false if the account is already closed or suspended
 */
export async function lockOpenUser(tx: Db, id: number, lock: UserLock): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.closedAt), isNull(users.suspendedAt)))
    .for(lock)
  return rows.length > 0
}

/** Locks a user's row, also of a closed account, until the transaction ends, so that changes wait for each other. */
export async function lockUserRow(tx: Db, id: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update')
}
