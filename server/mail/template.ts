import type { RefundRefusal, ReviewReason } from '#contract/sales/order.ts'
import type { Currency } from '#contract/core/fields.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Locale } from '#messages/runtime'

/** A mail's words, before it has an address. */
export interface RenderedEmail {
  subject: string
  text: string
  html: string
}

/** What a mail says, by kind. Links in it are whole addresses on PUBLIC_ORIGIN. */
export type EmailContent =
  | { kind: 'verify_account'; link: string }
  | { kind: 'welcome'; link: string }
  /** To choose another password, or the first one. */
  | { kind: 'recover'; purpose: 'reset' | 'set'; link: string }
  | { kind: 'email_change'; link: string }
  /** To the address that is being left. */
  | { kind: 'email_change_notice'; newEmail: string; recoverLink: string }
  | { kind: 'password_changed'; recoverLink: string }
  /** A Google account can sign in from here on, or no longer; `googleEmail` is its address there. */
  | {
      kind: 'google_changed'
      change: 'linked' | 'unlinked'
      googleEmail: string
      recoverLink: string
    }
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
  | {
      kind: 'payment_account_lost'
      reason: 'unlinked' | 'revoked' | 'refresh_refused'
      link: string
    }
  | { kind: 'order_in_review'; orderId: string; reason: ReviewReason; link: string }
  /** What somebody wrote to the house; `userId` where they were signed in. */
  | { kind: 'support_message'; email: string; message: string; userId: number | null }
  /** `reason` null: the suspension is over. */
  | { kind: 'account_suspended'; reason: string | null; link: string }
  | {
      kind: 'seller_news'
      news: Exclude<NotificationKind, 'account_unlinked'>
      link: string
      /** The first product of it, and how many more. */
      product: string
      more: number
      amountMinor: number
      currency: Currency
      reason: string
      review: ReviewReason | null
      refusal: RefundRefusal | null
    }

/** What every mail carries around its words. */
export interface MailBranding {
  brandName: string
  publicOrigin: string
}

export type TemplateRenderer<K extends EmailContent['kind']> = (
  locale: Locale,
  content: Extract<EmailContent, { kind: K }>,
  branding: MailBranding,
) => RenderedEmail
