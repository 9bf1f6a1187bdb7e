import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { userRoles, users } from '#server/db/schema/index.ts'
import type { MailQueue } from './queue.ts'
import type { EmailContent } from './template.ts'

/** Queues an email to every admin whose account is open, each in the admin's language. */
export async function emailAdmins(
  mailQueue: MailQueue,
  tx: Db,
  content: EmailContent,
): Promise<void> {
  const admins = await tx
    .select({ email: users.email, languagePreference: users.languagePreference })
    .from(users)
    .innerJoin(userRoles, and(eq(userRoles.userId, users.id), eq(userRoles.role, 'admin')))
    .where(and(isNull(users.closedAt), isNull(users.suspendedAt)))
  for (const { email, languagePreference } of admins) {
    const locale = languagePreference === 'EN' ? 'en' : 'es'
    await mailQueue.enqueue(tx, { to: email, locale, content })
  }
}
