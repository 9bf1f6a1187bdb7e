import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { userRoles, users } from '#server/db/schema/index.ts'
import { logAdminAction } from '../audit.ts'

/** The result of a command that changes the admin role of an account. */
export type RoleChange = 'done' | 'unknown_email' | 'unverified_email' | 'no_second_factor'

/**
 * Grants or revokes the admin role from the server's command line. An account whose email was never verified may have
 * been registered by somebody else, so it cannot become an admin.
 * @param needsSecondFactor whether an account becomes an admin only if it has a second factor. Otherwise whoever knows
 * the password of a new admin could set up the second factor before its owner does
 */
export async function setAdminRole(
  db: Database,
  email: string,
  isAdmin: boolean,
  needsSecondFactor = false,
): Promise<RoleChange> {
  return runTransaction(db, async tx => {
    const [user] = await tx
      .select({
        id: users.id,
        verifiedAt: users.verifiedAt,
        secondFactorSince: users.secondFactorSince,
      })
      .from(users)
      .where(and(eq(users.email, email.trim().toLowerCase()), isNull(users.closedAt)))
    if (!user) return 'unknown_email'
    if (isAdmin && !user.verifiedAt) return 'unverified_email'
    if (isAdmin && needsSecondFactor && !user.secondFactorSince) return 'no_second_factor'
    const role = { userId: user.id, role: 'admin' as const }
    const changedRows = isAdmin
      ? await tx.insert(userRoles).values(role).onConflictDoNothing().returning()
      : await tx
          .delete(userRoles)
          .where(and(eq(userRoles.userId, user.id), eq(userRoles.role, 'admin')))
          .returning()
    if (changedRows.length > 0)
      await logAdminAction(tx, {
        adminId: null,
        action: isAdmin ? 'grant_admin' : 'revoke_admin',
        targetId: String(user.id),
      })
    return 'done'
  })
}

/** Returns the email addresses of all admins. */
export async function listAdmins(db: Database): Promise<string[]> {
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .innerJoin(userRoles, and(eq(userRoles.userId, users.id), eq(userRoles.role, 'admin')))
    .where(isNull(users.closedAt))
    .orderBy(asc(users.email))
  return rows.map(({ email }) => email)
}
