import * as z from 'zod/mini'
import { MAIL_TOPICS, MANDATORY_MAIL_TOPICS, type MailTopic } from '#contract/mail-topics.ts'
import {
  type EmailDetail,
  type MailSetting,
  Notification,
  type NotificationEvent,
  type NotificationKind,
  getTopic,
} from '#contract/notifications.ts'
import type { Locale } from '#messages/runtime'
import type { Db, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { EmailContent, LateContent } from '#server/mail/template.ts'
import { ApiError } from '#server/http/api-error.ts'
import { toLocale } from '#server/http/hooks/language.ts'
import type { Context } from '#server/context.ts'
import { buildNotificationEmail } from './email.ts'

import {
  countUnread,
  findMailSettings,
  findNotification,
  findNotificationOfEvent,
  findNotifications,
  findRecipient,
  insertNotification,
  markAllRead,
  markRead,
  saveMailSetting,
} from './queries.ts'

export { buildNotificationEmail }

const PAGE_SIZE = 30

/**
 * Adds a notification to a user's list and queues an email in the user's language, unless the user turned off the
 * emails of its topic. Both are written in the caller's transaction. A second event with the same `dedupeKey` is
 * ignored. What concerns the account also goes to a former address that can still get it back, since the change may
 * have been a stranger's.
 */
export async function notifyUser(
  context: Pick<Context, 'mailQueue' | 'findFormerAddresses'>,
  tx: Transaction,
  userId: number,
  { kind, dedupeKey, data, emailLink, emailDetail }: NotificationEvent,
): Promise<void> {
  const id = await insertNotification(tx, { userId, kind, dedupeKey, detail: data })
  if (id !== undefined)
    await queueEmail(context, tx, { id, userId, kind }, { emailLink, emailDetail })
}

/** Queues the email of a notification that was inserted with the event of an order. */
export async function emailOfOrderEvent(
  context: Pick<Context, 'mailQueue' | 'findFormerAddresses'>,
  tx: Transaction,
  eventId: number,
  emailDetail?: EmailDetail,
): Promise<void> {
  const notification = await findNotificationOfEvent(tx, eventId)
  if (notification) await queueEmail(context, tx, notification, { emailDetail })
}

async function queueEmail(
  { mailQueue, findFormerAddresses }: Pick<Context, 'mailQueue' | 'findFormerAddresses'>,
  tx: Transaction,
  { id, userId, kind }: { id: number; userId: number; kind: NotificationKind },
  { emailLink, emailDetail }: Pick<NotificationEvent, 'emailLink' | 'emailDetail'>,
): Promise<void> {
  const topic = getTopic(kind)
  const recipient = await findRecipient(tx, userId, topic)
  if (!recipient || (recipient.isTurnedOff && !isMandatory(topic))) return
  const locale = toLocale(recipient.languagePreference)
  const formerAddresses = topic === 'account' ? await findFormerAddresses(tx, userId) : []
  for (const to of [recipient.email, ...formerAddresses])
    await mailQueue.enqueue(tx, {
      to,
      locale,
      content: {
        kind: 'notification',
        id,
        ...(emailLink && { emailLink }),
        ...(emailDetail && { emailDetail }),
      },
    })
}

/**
 * Writes the email of a notification when it is sent.
 * @returns undefined if the notification was deleted with its account
 */
export async function writeNotificationEmail(
  { db, config: { publicOrigin } }: Pick<Context, 'db' | 'config'>,
  { id, emailLink, emailDetail }: Extract<LateContent, { kind: 'notification' }>,
  locale: Locale,
): Promise<EmailContent | undefined> {
  const [notification] = serialize(await findNotification(db, id))
  if (!notification) return undefined
  const event = { kind: notification.kind, data: notification, emailLink, emailDetail }
  const parts = buildNotificationEmail(event, locale, publicOrigin)
  return { kind: 'seller_notification', parts }
}

const isMandatory = (topic: MailTopic): boolean => MANDATORY_MAIL_TOPICS.includes(topic)

/** Returns the email setting of every topic. Emails are on unless the user turned them off. */
export async function listMailSettings(db: Db, userId: number): Promise<MailSetting[]> {
  const savedSettings = await findMailSettings(db, userId)
  return MAIL_TOPICS.map(topic => {
    const fixed = isMandatory(topic)
    const mail = fixed || (savedSettings.find(row => row.topic === topic)?.mail ?? true)
    return { topic, mail, fixed }
  })
}

/** Changes the email settings of a user. @throws ApiError INVALID_DATA if a mandatory topic is turned off */
export async function updateMailSettings(
  { db }: Context,
  userId: number,
  changes: { topic: MailTopic; mail: boolean }[],
): Promise<MailSetting[]> {
  if (changes.some(({ topic, mail }) => !mail && isMandatory(topic)))
    throw new ApiError('INVALID_DATA', 'a mandatory topic')
  return runTransaction(db, async tx => {
    for (const change of changes) await saveMailSetting(tx, { userId, ...change })
    return listMailSettings(tx, userId)
  })
}

/**
 * Returns one page of a user's notifications, newest first.
 * @param cursor the last id of the previous page
 */
export async function listNotifications(
  { db }: Context,
  userId: number,
  cursor: number | undefined,
) {
  const [rows, unread] = await Promise.all([
    findNotifications(db, userId, { before: cursor, limit: PAGE_SIZE + 1 }),
    countUnread(db, userId),
  ])
  const page = rows.slice(0, PAGE_SIZE)
  return {
    notifications: serialize(page),
    unread,
    nextCursor: rows.length > PAGE_SIZE ? page.at(-1)!.id : null,
  }
}

/** Serializes stored notifications, without those whose kind only a later release knows. */
function serialize(rows: Awaited<ReturnType<typeof findNotifications>>): Notification[] {
  return rows.flatMap(({ id, kind, detail, createdAt, readAt }) => {
    const data = Object.entries(detail as object).filter(([, value]) => value !== null)
    const parsed = z.safeParse(Notification, {
      ...Object.fromEntries(data),
      id,
      kind,
      at: createdAt.toISOString(),
      read: readAt !== null,
    })
    return parsed.success ? [parsed.data] : []
  })
}

export async function getUnreadCount({ db }: Context, userId: number): Promise<{ unread: number }> {
  return { unread: await countUnread(db, userId) }
}

/** Marks a notification as read. @throws ApiError UNKNOWN_ERROR if the user has no notification with this id */
export async function markNotificationRead(
  context: Context,
  userId: number,
  id: number,
): Promise<{ unread: number }> {
  if (!(await markRead(context.db, userId, id)))
    throw new ApiError('UNKNOWN_ERROR', `notification ${id}`)
  return getUnreadCount(context, userId)
}

/** Marks a user's notifications up to the id `upTo` as read, or all of them if `upTo` is undefined. */
export async function markAllNotificationsRead(
  context: Context,
  userId: number,
  upTo: number | undefined,
): Promise<{ unread: number }> {
  await markAllRead(context.db, userId, upTo)
  return getUnreadCount(context, userId)
}
