import type { ReviewReason } from '#contract/sales/order.ts'
import type { Locale } from '#messages/runtime'
import type { EmailParts } from './layout.ts'

export interface RenderedEmail {
  subject: string
  text: string
  html: string
}

/** The data that an email template renders, by kind of email. Links are absolute URLs on PUBLIC_ORIGIN. */
export type EmailContent =
  | { kind: 'verify_account'; link: string }
  | { kind: 'welcome'; link: string }
  /** A link to choose a password. `purpose` is `set` if the account has no password yet. */
  | { kind: 'recover'; purpose: 'reset' | 'set'; link: string }
  /** Confirms a change of email; sent to the new address. */
  | { kind: 'email_change'; link: string }
  /** Warns of a change of email; sent to the old address. */
  | { kind: 'email_change_notice'; newEmail: string; recoverLink: string }
  | { kind: 'password_changed'; recoverLink: string }
  /** Warns that a Google account was linked or unlinked; `googleEmail` is its address. */
  | {
      kind: 'google_changed'
      change: 'linked' | 'unlinked'
      googleEmail: string
      recoverLink: string
    }
  /** A sign-in from a device that the account has not used before. `place` is the masked IP address. */
  | {
      kind: 'new_device'
      browser: string | null
      system: string | null
      place: string
      /** The time of the sign-in in ISO 8601. */
      at: string
      link: string
      recoverLink: string
    }
  | {
      kind: 'order_delivered'
      link: string
      sellerUsername: string
      items: { name: string; fileName: string; sizeBytes: number }[]
      downloads: number
      days: number
    }
  | { kind: 'orders_resent'; orders: { link: string; names: string[] }[] }
  /** Tells the admins that an order needs a review. */
  | { kind: 'order_in_review'; orderId: string; reason: ReviewReason; link: string }
  /** A message to support. `userId` is null if the sender was not signed in. */
  | { kind: 'support_message'; email: string; message: string; userId: number | null }
  /** Tells a user that the account is suspended and why or, if `reason` is null, that the suspension is over. */
  | { kind: 'account_suspended'; reason: string | null; link: string }
  /** A notification of a seller. The notifications feature supplies the parts in the seller's language. */
  | { kind: 'seller_notification'; parts: EmailParts }

/** The brand name and the site URL, which every email shows. */
export interface MailBranding {
  brandName: string
  publicOrigin: string
}

export type TemplateRenderer<K extends EmailContent['kind']> = (
  locale: Locale,
  content: Extract<EmailContent, { kind: K }>,
  branding: MailBranding,
) => RenderedEmail
