import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { userRoles } from '#server/db/schema/index.ts'
import { findUserByEmail } from './queries.ts'

/** Gives or takes the admin role. False where no account has the address. */
export async function setAdmin(db: Db, email: string, isAdmin: boolean): Promise<boolean> {
  const user = await findUserByEmail(db, email.trim().toLowerCase())
  if (!user) return false
  if (isAdmin)
    await db.insert(userRoles).values({ userId: user.id, role: 'admin' }).onConflictDoNothing()
  else
    await db
      .delete(userRoles)
      .where(and(eq(userRoles.userId, user.id), eq(userRoles.role, 'admin')))
  return true
}
