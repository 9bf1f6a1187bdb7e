import { and, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { MailTopic } from '#contract/notifications.ts'
import type { Db } from '#server/db/client.ts'
import { mailSettings, notifications, users } from '#server/db/schema/index.ts'

const KEEP_DAYS = 400

/** False where the same thing was told before. */
export async function insertNotification(
  tx: Db,
  notification: Pick<typeof notifications.$inferInsert, 'userId' | 'kind' | 'dedupeKey' | 'detail'>,
): Promise<boolean> {
  const inserted = await tx
    .insert(notifications)
    .values(notification)
    .onConflictDoNothing({ target: [notifications.userId, notifications.dedupeKey] })
    .returning({ id: notifications.id })
  return inserted.length > 0
}

/** Newest first, from before the one called `before`. */
export function findNotifications(
  db: Db,
  userId: number,
  { before, limit }: { before: number | undefined; limit: number },
) {
  return db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        before === undefined ? undefined : lt(notifications.id, before),
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(limit)
}

export function countUnread(db: Db, userId: number): Promise<number> {
  return db.$count(
    notifications,
    and(eq(notifications.userId, userId), isNull(notifications.readAt)),
  )
}

/** False where the user has no such notification. */
export async function markRead(db: Db, userId: number, id: number): Promise<boolean> {
  const found = await db
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, now())` })
    .where(and(eq(notifications.id, id), eq(notifications.userId, userId)))
    .returning({ id: notifications.id })
  return found.length > 0
}

export async function markAllRead(db: Db, userId: number, upTo: number | undefined): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: new Date() })
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        upTo === undefined ? undefined : lte(notifications.id, upTo),
      ),
    )
}

/** What the user switched; a topic without a row stands as it was given. */
export function findMailSettings(db: Db, userId: number) {
  return db
    .select({ topic: mailSettings.topic, mail: mailSettings.mail })
    .from(mailSettings)
    .where(eq(mailSettings.userId, userId))
}

export async function saveMailSetting(
  tx: Db,
  setting: { userId: number; topic: MailTopic; mail: boolean },
): Promise<void> {
  await tx
    .insert(mailSettings)
    .values(setting)
    .onConflictDoUpdate({
      target: [mailSettings.userId, mailSettings.topic],
      set: { mail: setting.mail },
    })
}

/** Where a user's mails go, unless the account is closed. */
export async function findRecipient(db: Db, userId: number) {
  const [user] = await db
    .select({ email: users.email, languagePreference: users.languagePreference })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.closedAt)))
  return user
}

/** Leaves nothing of what a user was told, when their account closes. */
export async function deleteNotificationsOf(tx: Db, userId: number): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.userId, userId))
  await tx.delete(mailSettings).where(eq(mailSettings.userId, userId))
}

/** Drops what was told long ago. */
export async function purgeNotifications(db: Db): Promise<void> {
  const before = new Date(Date.now() - KEEP_DAYS * 86_400_000)
  await db.delete(notifications).where(lt(notifications.createdAt, before))
}
