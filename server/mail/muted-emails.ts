import { and, eq, inArray } from 'drizzle-orm'
import type { EmailTopic } from '#contract/order-emails.ts'
import type { Db } from '#server/db/client.ts'
import { mutedEmails } from '#server/db/schema/index.ts'

/** Tells whether the emails on a topic are stopped for an order, by its id, or for a mailbox, by its digest. */
export async function isMuted(db: Db, subject: string, topic: EmailTopic): Promise<boolean> {
  const isOfSubject = and(eq(mutedEmails.subject, subject), eq(mutedEmails.topic, topic))
  return (await db.$count(mutedEmails, isOfSubject)) > 0
}

/** Lists the topics whose emails are stopped for an order or a mailbox. */
export async function findMutedTopics(
  db: Db,
  subjects: readonly string[],
): Promise<{ subject: string; topic: EmailTopic }[]> {
  return db
    .select({ subject: mutedEmails.subject, topic: mutedEmails.topic })
    .from(mutedEmails)
    .where(inArray(mutedEmails.subject, [...subjects]))
}

/** Stops the emails on a topic for an order or a mailbox, or sends them again. A repetition changes nothing. */
export async function setMuted(
  db: Db,
  subject: string,
  topic: EmailTopic,
  shouldMute: boolean,
): Promise<void> {
  if (shouldMute) await db.insert(mutedEmails).values({ subject, topic }).onConflictDoNothing()
  else
    await db
      .delete(mutedEmails)
      .where(and(eq(mutedEmails.subject, subject), eq(mutedEmails.topic, topic)))
}
