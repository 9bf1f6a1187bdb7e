import { and, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import { daysAgo } from '#contract/core/time.ts'
import type { MailTopic } from '#contract/mail-topics.ts'
import type { Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import { mailSettings, notifications, orderEvents, orders, users } from '#server/db/schema/index.ts'

const RETENTION_DAYS = 400

/** Inserts a notification. @returns its id; undefined if the user already has one with this `dedupeKey` */
export async function insertNotification(
  tx: Db,
  notification: Pick<typeof notifications.$inferInsert, 'userId' | 'kind' | 'dedupeKey' | 'detail'>,
): Promise<number | undefined> {
  const [inserted] = await tx
    .insert(notifications)
    .values(notification)
    .onConflictDoNothing({ target: [notifications.userId, notifications.dedupeKey] })
    .returning({ id: notifications.id })
  return inserted?.id
}

/** Finds the notification that was inserted with an event of an order. */
export async function findNotificationOfEvent(db: Db, eventId: number) {
  const [notification] = await db
    .select({ id: notifications.id, userId: notifications.userId, kind: notifications.kind })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .innerJoin(
      notifications,
      and(
        eq(notifications.userId, orders.sellerId),
        eq(notifications.dedupeKey, sql`'event:' || ${orderEvents.id}`),
      ),
    )
    .where(eq(orderEvents.id, eventId))
  return notification
}

export function findNotification(db: Db, id: number) {
  return selectNotification(db).execute({ id })
}

const selectNotification = prepareOnce(db =>
  db
    .select()
    .from(notifications)
    .where(eq(notifications.id, sql.placeholder('id')))
    .prepare('notification'),
)

/**
 * Returns the notifications of a user, newest first.
 * @param filter.before returns only notifications with a smaller id
 */
export function findNotifications(
  db: Db,
  userId: number,
  filter: { before: number | undefined; limit: number },
) {
  return db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        filter.before === undefined ? undefined : lt(notifications.id, filter.before),
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(filter.limit)
}

export function countUnread(db: Db, userId: number): Promise<number> {
  return db.$count(
    notifications,
    and(eq(notifications.userId, userId), isNull(notifications.readAt)),
  )
}

/** Marks a notification as read. @returns false if the user has no notification with this id */
export async function markRead(db: Db, userId: number, id: number): Promise<boolean> {
  const updatedRows = await db
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, now())` })
    .where(and(eq(notifications.id, id), eq(notifications.userId, userId)))
    .returning({ id: notifications.id })
  return updatedRows.length > 0
}

/** Marks a user's notifications up to the id `upTo` as read, or all of them if `upTo` is undefined. */
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

/** Returns the email settings that the user has changed. A topic without a row has its default. */
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

/**
 * Returns the email address and language of a user, and whether they turned off the emails of a topic; undefined if the
 * account is closed.
 */
export async function findRecipient(db: Db, userId: number, topic: MailTopic) {
  const [user] = await db
    .select({
      email: users.email,
      languagePreference: users.languagePreference,
      isTurnedOff: sql<boolean>`${mailSettings.mail} is false`,
    })
    .from(users)
    .leftJoin(mailSettings, and(eq(mailSettings.userId, users.id), eq(mailSettings.topic, topic)))
    .where(and(eq(users.id, userId), isNull(users.closedAt)))
  return user
}

/** Deletes a user's notifications and email settings, when the account is closed. */
export async function deleteUserNotifications(tx: Db, userId: number): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.userId, userId))
  await tx.delete(mailSettings).where(eq(mailSettings.userId, userId))
}

/** Deletes notifications that are older than the retention period. */
export async function purgeNotifications(db: Db): Promise<void> {
  const before = daysAgo(RETENTION_DAYS)
  await deleteInBatches(db, notifications, lt(notifications.createdAt, before))
}
