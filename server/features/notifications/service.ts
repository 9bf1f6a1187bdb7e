import * as z from 'zod/mini'
import {
  MANDATORY_TOPICS,
  MAIL_TOPICS,
  type MailSetting,
  type MailTopic,
  NOTIFICATION_TOPICS,
  type NotificationEvent,
  Notification,
} from '#contract/notifications.ts'
import type { Database, Db, Transaction } from '#server/db/client.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { ApiError } from '#server/http/api-error.ts'
import { localeOf } from '#server/http/language.ts'
import { emailFor } from './email-for.ts'
import {
  countUnread,
  findRecipient,
  findMailSettings,
  findNotifications,
  insertNotification,
  markAllRead,
  markRead,
  saveMailSetting,
} from './queries.ts'

const PAGE = 30

export interface NotificationsDeps {
  db: Database
  mailQueue: MailQueue
  publicOrigin: string
}

/**
 * Tells a seller something: a line in their list and, unless they switched its topic off, a mail in their
 * language. Both are written in the caller's transaction, and once for one `dedupeKey`.
 */
export async function notify(
  { mailQueue, publicOrigin }: Pick<NotificationsDeps, 'mailQueue' | 'publicOrigin'>,
  tx: Transaction,
  userId: number,
  news: NotificationEvent,
): Promise<void> {
  const { kind, dedupeKey, detail } = news
  if (!(await insertNotification(tx, { userId, kind, dedupeKey, detail }))) return
  if (!(await wantsMail(tx, userId, NOTIFICATION_TOPICS[kind]))) return
  const user = await findRecipient(tx, userId)
  if (!user) return
  await mailQueue.enqueue(tx, {
    to: user.email,
    locale: localeOf(user.languagePreference),
    content: emailFor(news, publicOrigin),
  })
}

async function wantsMail(tx: Db, userId: number, topic: MailTopic): Promise<boolean> {
  const settings = await describeSettings(tx, userId)
  return settings.some(setting => setting.topic === topic && setting.mail)
}

export async function describeSettings(db: Db, userId: number): Promise<MailSetting[]> {
  const switched = await findMailSettings(db, userId)
  return MAIL_TOPICS.map(topic => {
    const fixed = MANDATORY_TOPICS.includes(topic)
    const mail = fixed || (switched.find(row => row.topic === topic)?.mail ?? true)
    return { topic, mail, fixed }
  })
}

/** @throws ApiError INVALID_DATA for a topic that cannot be switched off */
export async function changeSettings(
  { db }: NotificationsDeps,
  userId: number,
  changes: { topic: MailTopic; mail: boolean }[],
): Promise<MailSetting[]> {
  if (changes.some(({ topic, mail }) => !mail && MANDATORY_TOPICS.includes(topic)))
    throw new ApiError('INVALID_DATA', 'a fixed topic')
  return db.transaction(async tx => {
    for (const change of changes) await saveMailSetting(tx, { userId, ...change })
    return describeSettings(tx, userId)
  })
}

/** A page of what a user was told, newest first. */
export async function listNotifications(
  { db }: NotificationsDeps,
  userId: number,
  cursor: number | undefined,
) {
  const [rows, unread] = await Promise.all([
    findNotifications(db, userId, { before: cursor, limit: PAGE + 1 }),
    countUnread(db, userId),
  ])
  const page = rows.slice(0, PAGE)
  return {
    notifications: page.map(describe),
    unread,
    nextCursor: rows.length > PAGE ? page.at(-1)!.id : null,
  }
}

/** The fields a kind has not are null. */
const NONE = {
  orderId: null,
  productId: null,
  productName: null,
  items: null,
  amountMinor: null,
  currency: null,
  account: null,
  review: null,
  refusal: null,
  reason: null,
}

function describe(row: Awaited<ReturnType<typeof findNotifications>>[number]): Notification {
  return z.parse(Notification, {
    ...NONE,
    ...(row.detail as object),
    id: row.id,
    kind: row.kind,
    at: row.createdAt.toISOString(),
    read: row.readAt !== null,
  })
}

export async function unreadCount(
  { db }: NotificationsDeps,
  userId: number,
): Promise<{ unread: number }> {
  return { unread: await countUnread(db, userId) }
}

/** @throws ApiError UNKNOWN_ERROR for one that is not there, or another's */
export async function readOne(
  deps: NotificationsDeps,
  userId: number,
  id: number,
): Promise<{ unread: number }> {
  if (!(await markRead(deps.db, userId, id)))
    throw new ApiError('UNKNOWN_ERROR', `notification ${id}`)
  return unreadCount(deps, userId)
}

export async function readAll(
  deps: NotificationsDeps,
  userId: number,
  upTo: number | undefined,
): Promise<{ unread: number }> {
  await markAllRead(deps.db, userId, upTo)
  return unreadCount(deps, userId)
}
