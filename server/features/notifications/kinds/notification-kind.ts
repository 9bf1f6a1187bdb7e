import type { MailTopic, NotificationEvent } from '#contract/notifications.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { formatAmount } from '#server/mail/format.ts'
import type { EmailParts } from '#server/mail/layout.ts'

export type NotificationDetail = NotificationEvent['detail']

/** The email of a notification in one language. `action` is the label of its button. */
export interface NotificationEmail extends Pick<EmailParts, 'subject' | 'heading' | 'paragraphs'> {
  action: string
  /** The text that mail programs show beside the subject; defaults to the first paragraph. */
  preview?: string
  /** Small print; defaults to a hint at the email settings. */
  notes?: string[]
}

/** One kind of seller notification. The web words its entry in the list of notifications. */
export interface NotificationKindDefinition {
  /** A seller can turn off the emails of a topic. */
  topic: MailTopic
  /** Path of the page that the email's button opens. If the detail has an `orderId`, that sale is opened on it. */
  path: string
  email(detail: NotificationDetail, options: { locale: Locale }): NotificationEmail
}

/** Returns the product of a notification, or the first product of its order and how many more there are. */
export function formatProductNames(
  { productName, items }: NotificationDetail,
  options: { locale: Locale },
): string {
  const product = productName ?? ''
  const more = (items ?? 1) - 1
  return more > 0 ? m.notification_email_products({ product, more }, options) : product
}

/** Returns the amount of a notification with its currency sign: `$ 1.780,50`. */
export function formatDetailAmount({ amountMinor, currency }: NotificationDetail): string {
  return formatAmount(amountMinor ?? 0, currency ?? 'ARS')
}
