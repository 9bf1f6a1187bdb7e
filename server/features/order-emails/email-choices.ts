import { EMAIL_TOPICS, type EmailChoices, type EmailTopic } from '#contract/order-emails.ts'
import { getOrderByToken } from '#server/features/orders/order.ts'
import { ApiError } from '#server/http/api-error.ts'
import { findMutedTopics, setMuted } from '#server/mail/muted-emails.ts'
import type { Context } from '#server/context.ts'

/** For what a choice of each topic holds. */
const SUBJECT_KINDS = {
  payment: 'orderId',
  files: 'orderId',
  reviews: 'mailboxDigest',
  unasked: 'mailboxDigest',
} as const satisfies Record<EmailTopic, string>

/**
 * Lists the topics of emails that a token can stop, and whether they are stopped.
 * @param token that of the link in these emails, or that of the order page
 * @throws ApiError as `getOrderByToken`
 */
export async function getEmailChoices(context: Context, token: string): Promise<EmailChoices> {
  const subjects = await readSubjects(context, token)
  const muted = await findMutedTopics(
    context.db,
    Object.values(subjects).filter(subject => subject !== undefined),
  )
  return {
    topics: EMAIL_TOPICS.flatMap(topic => {
      const subject = subjects[SUBJECT_KINDS[topic]]
      const isMuted = muted.some(row => row.topic === topic && row.subject === subject)
      return subject === undefined ? [] : [{ topic, isMuted }]
    }),
  }
}

/**
 * Stops the emails on a topic, or sends them again. A repetition changes nothing. An email about an order that waits
 * for the mail server is not sent either.
 * @param token that of the link in these emails, or that of the order page
 * @throws ApiError as `getOrderByToken`
 * @throws ApiError ERROR_MISSING_OR_EXPIRED_TOKEN if the token does not name that for which the topic is chosen
 */
export async function setEmailChoice(
  context: Context,
  { token, topic }: { token: string; topic: EmailTopic },
  shouldMute: boolean,
): Promise<void> {
  const subject = (await readSubjects(context, token))[SUBJECT_KINDS[topic]]
  if (subject === undefined)
    throw new ApiError('ERROR_MISSING_OR_EXPIRED_TOKEN', `no token of the topic ${topic}`)
  await setMuted(context.db, subject, topic, shouldMute)
}

/** Reads the order and the mailbox that a token names. The page of an order can be open in a stranger's browser. */
async function readSubjects(
  context: Context,
  token: string,
): Promise<{ orderId?: string | undefined; mailboxDigest?: string | undefined }> {
  return (
    context.addressTokens.readEmailsToken(token) ?? {
      orderId: (await getOrderByToken(context, token)).id,
    }
  )
}
