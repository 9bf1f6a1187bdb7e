import type { SupportForm } from '#contract/support.ts'
import type { Locale } from '#messages/runtime'
import type { Context } from '#server/context.ts'

/** Emails a visitor's message to the support address. A reply to the email goes to the visitor. */
export async function forwardSupportMessage(
  { db, mailQueue, config: { supportEmail } }: Context,
  { email, message, locale, userId }: SupportForm & { locale: Locale; userId: number | undefined },
): Promise<void> {
  await mailQueue.enqueue(db, {
    to: supportEmail,
    replyTo: email,
    locale,
    content: { kind: 'support_message', email, message, userId: userId ?? null },
  })
}
