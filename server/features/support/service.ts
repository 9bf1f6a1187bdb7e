import type { SupportForm } from '#contract/support.ts'
import type { Locale } from '#messages/runtime'
import type { Database } from '#server/db/client.ts'
import type { Postman } from '#server/mail/queue.ts'

export interface SupportDeps {
  db: Database
  postman: Postman
  /** Where the people behind the house read their mail. */
  supportEmail: string
}

/** Mails what somebody wrote to the house; an answer to that mail goes to them. */
export async function passOn(
  { db, postman, supportEmail }: SupportDeps,
  { email, message, locale, userId }: SupportForm & { locale: Locale; userId: number | undefined },
): Promise<void> {
  await postman.queue(db, {
    to: supportEmail,
    replyTo: email,
    locale,
    letter: { kind: 'support_message', email, message, userId: userId ?? null },
  })
}
