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
  /** `purpose` says whether the account has a password to reset, or sets its first one. */
  | { kind: 'recover'; purpose: 'reset' | 'set'; link: string }
  /** Sent to the new address. */
  | { kind: 'email_change'; link: string }
  /** Sent to the old address. */
  | { kind: 'email_change_notice'; newEmail: string; recoverLink: string }
  | { kind: 'password_changed'; recoverLink: string }
  /** `googleEmail` is the address of the Google account that was linked or unlinked. */
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
      /** ISO 8601. */
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
  /** Sent to the admins. */
  | { kind: 'order_in_review'; orderId: string; reason: ReviewReason; link: string }
  /** Sent to the support address. `userId` is null if the sender was not signed in. */
  | { kind: 'support_message'; email: string; message: string; userId: number | null }
  /** `reason` is null when a suspension ends. */
  | { kind: 'account_suspended'; reason: string | null; link: string }
  /** The notifications feature writes the parts, in the seller's language. */
  | { kind: 'seller_notification'; parts: EmailParts }

/** What surrounds the text of every email. */
export interface MailBranding {
  brandName: string
  publicOrigin: string
}

export type TemplateRenderer<K extends EmailContent['kind']> = (
  locale: Locale,
  content: Extract<EmailContent, { kind: K }>,
  branding: MailBranding,
) => RenderedEmail
