import { type SQL, and, desc, eq, lt, sql } from 'drizzle-orm'
import type { AuditEntry } from '#contract/admin/operations.ts'
import { ADMIN_ACTIONS, type AdminAction } from '#contract/core/admin-actions.ts'
import type { Db } from '#server/db/client.ts'
import { adminActions, products, profiles, testimonials } from '#server/db/schema/index.ts'
import { type ResultPage, readPage } from '#server/http/result-page.ts'

/** An admin action to log. */
interface AuditAction {
  /** The id of the admin. Null if the action was made on the server's command line. */
  adminId: number | null
  action: AdminAction
  /** The id of the user, product or other object that the action changed. */
  targetId: string
  reason?: string | undefined
}

/** Adds an entry to the audit log, within the transaction of the logged action. */
export async function logAdminAction(
  tx: Db,
  { adminId, action, targetId, reason }: AuditAction,
): Promise<void> {
  const target = ADMIN_ACTIONS[action]
  await tx
    .insert(adminActions)
    .values({ adminId, action, target, targetId, reason: reason || null })
}

/**
 * The current name of the object that the action changed. For users and products the target id is cast to an integer,
 * so that PostgreSQL uses the index of their table. The target id of reordered testimonials is a list of ids, so it is
 * compared as text.
 */
const targetName = sql<string | null>`case ${adminActions.target}
  when 'user' then (select ${profiles.username} from ${profiles}
    where ${profiles.userId} = ${adminActions.targetId}::int)
  when 'product' then (select ${products.name} from ${products} where ${products.id} = ${adminActions.targetId}::int)
  when 'testimonial' then (select ${testimonials.name} from ${testimonials}
    where ${testimonials.id}::text = ${adminActions.targetId})
end`

/**
 * Returns one page of the audit log, newest entries first.
 * @param filter.userId restricts the log to actions on this user
 */
export async function listAuditLog(
  db: Db,
  { userId, cursor }: { userId?: number | undefined; cursor?: number | undefined },
): Promise<ResultPage<'entries', AuditEntry>> {
  const onUser: SQL | undefined =
    userId === undefined
      ? undefined
      : and(eq(adminActions.target, 'user'), eq(adminActions.targetId, String(userId)))
  const { rows, nextCursor } = await readPage(limit =>
    db
      .select({ entry: adminActions, username: profiles.username, targetName })
      .from(adminActions)
      .leftJoin(profiles, eq(profiles.userId, adminActions.adminId))
      .where(and(onUser, cursor === undefined ? undefined : lt(adminActions.id, cursor)))
      .orderBy(desc(adminActions.id))
      .limit(limit)
      .then(entries => entries.map(row => ({ ...row, id: row.entry.id }))),
  )
  return {
    entries: rows.map(({ entry, username, targetName: name }) => ({
      id: entry.id,
      at: entry.at.toISOString(),
      admin: entry.adminId === null ? null : { id: entry.adminId, username: username ?? '' },
      action: entry.action,
      target: entry.target,
      targetId: entry.targetId,
      targetName: name,
      reason: entry.reason,
    })),
    nextCursor,
  }
}
