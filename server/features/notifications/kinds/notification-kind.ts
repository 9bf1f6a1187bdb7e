import { formatAmount } from '#contract/core/format.ts'
import type { Currency } from '#contract/core/fields.ts'
import type {
  EmailDetail,
  NotificationData,
  NotificationKind,
  NotifiedOrder,
} from '#contract/notifications.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import type { EmailParts } from '#server/mail/layout.ts'

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

/** The email of one kind of seller notification. The web app has the text for the notification list. */
export interface NotificationKindDefinition<K extends NotificationKind> {
  /**
   * The path of the page that the button of the email opens. If the notification has an `orderId`, the page opens that
   * sale.
   */
  path: string
  email(
    data: NotificationData<K>,
    options: { locale: Locale },
    emailDetail: EmailDetail,
  ): NotificationEmail
}

/**
 * Returns the name of the notification's product. For an order with several products, it is the first name and how many
 * more there are.
 */
export function formatProductNames(
  { productName: product = '', items }: Pick<NotifiedOrder, 'productName' | 'items'>,
  options: { locale: Locale },
): string {
  return items > 1 ? m.notification_email_products({ product, more: items - 1 }, options) : product
}

/** Formats the amount of a notification: `$ 1.780,50`, in English `$ 1.780,50 ARS`. */
export function formatEventAmount(
  { amountMinor, currency }: { amountMinor: number; currency: Currency },
  { locale }: { locale: Locale },
): string {
  return formatAmount(amountMinor, currency, locale)
}
