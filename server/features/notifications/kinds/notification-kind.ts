import { formatAmount } from '#contract/core/format.ts'
import type { MailTopic } from '#contract/mail-topics.ts'
import type { NotificationEvent } from '#contract/notifications.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import type { EmailParts } from '#server/mail/layout.ts'

export type NotificationDetail = NotificationEvent['detail']
export type EmailDetail = NonNullable<NotificationEvent['emailDetail']>

/** The email of a notification in one language. `action` is the label of the email's button. */
export interface NotificationEmail extends Pick<
  EmailParts,
  'subject' | 'heading' | 'paragraphs' | 'list'
> {
  action: string
  /** The preview text that mail programs show beside the subject; by default the first paragraph. */
  preview?: string
  /** The small print at the end of the email; by default a hint at the email settings. */
  notes?: string[]
}

/**
 * The definition of one kind of seller notification: its email topic, its email and its page. The web app has the text
 * for the notification list.
 */
export interface NotificationKindDefinition {
  /** The topic whose emails a seller can turn off. */
  topic: MailTopic
  /**
   * The path of the page that the button of the email opens. If the notification has an `orderId`, the page opens that
   * sale.
   */
  path: string
  email(
    detail: NotificationDetail,
    options: { locale: Locale },
    emailDetail: EmailDetail,
  ): NotificationEmail
}

/**
 * Returns the name of the notification's product. For an order with several products, it is the first name and how many
 * more there are.
 */
export function formatProductNames(
  { productName, items }: NotificationDetail,
  options: { locale: Locale },
): string {
  const product = productName ?? ''
  const more = (items ?? 1) - 1
  return more > 0 ? m.notification_email_products({ product, more }, options) : product
}

/** Formats the amount of a notification: `$ 1.780,50`, in English `$ 1.780,50 ARS`. */
export function formatDetailAmount(
  { amountMinor, currency }: NotificationDetail,
  { locale }: { locale: Locale },
): string {
  return formatAmount(amountMinor ?? 0, currency ?? 'ARS', locale)
}
