import { type SQL, and, desc, eq, lt, sql } from 'drizzle-orm'
import type { AdminAction, AuditEntry } from '#contract/admin/operations.ts'
import type { Db } from '#server/db/client.ts'
import { adminActions, products, profiles, testimonials } from '#server/db/schema/index.ts'
import { type Page, readPage } from './page.ts'

/** What an admin does, and on what. `adminId` null is the machine's command line. */
export interface AuditAction {
  adminId: number | null
  action: AdminAction
  target: AuditEntry['target']
  targetId: string
  reason?: string | undefined
}

/** Writes a deed into the log, in the transaction that does it. */
export async function audit(tx: Db, { reason, ...deed }: AuditAction): Promise<void> {
  await tx.insert(adminActions).values({ ...deed, reason: reason || null })
}

/**
 * The target's name as it reads now. Where there are many, the id is made a number, not the other way round: so their
 * index is read. What puts several testimonials in order names them all.
 */
const targetName = sql<string | null>`case ${adminActions.target}
  when 'user' then (select ${profiles.username} from ${profiles} where ${profiles.userId} = ${adminActions.targetId}::int)
  when 'product' then (select ${products.name} from ${products} where ${products.id} = ${adminActions.targetId}::int)
  when 'testimonial' then (select ${testimonials.name} from ${testimonials} where ${testimonials.id}::text = ${adminActions.targetId})
end`

/** The log, newest first; of one user: what was done on them. */
export async function listAudit(
  db: Db,
  { userId, cursor }: { userId?: number | undefined; cursor?: number | undefined },
): Promise<Page<'entries', AuditEntry>> {
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
      .then(found => found.map(row => ({ ...row, id: row.entry.id }))),
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
