import type { SupportForm } from '#contract/support.ts'
import type { Locale } from '#messages/runtime'
import type { Database } from '#server/db/client.ts'
import type { MailQueue } from '#server/mail/queue.ts'

export interface SupportDeps {
  db: Database
  mailQueue: MailQueue
  /** The email address that receives messages to support. */
  supportEmail: string
}

/** Emails a visitor's message to the support address. A reply to the email goes to the visitor. */
export async function forwardSupportMessage(
  { db, mailQueue, supportEmail }: SupportDeps,
  { email, message, locale, userId }: SupportForm & { locale: Locale; userId: number | undefined },
): Promise<void> {
  await mailQueue.enqueue(db, {
    to: supportEmail,
    replyTo: email,
    locale,
    content: { kind: 'support_message', email, message, userId: userId ?? null },
  })
}
