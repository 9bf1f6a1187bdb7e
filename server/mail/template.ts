import type { EmailDetail } from '#contract/notifications.ts'
import type { Currency } from '#contract/core/fields.ts'
import type { OrderCoupon } from '#contract/prices/coupons.ts'
import type { BuyerEventKind, OrderEventData, ReviewReason } from '#contract/orders/events.ts'
import type { Locale } from '#messages/runtime'
import type { EmailParts, Unsubscribe } from './layout.ts'
import type { MailCause } from './mail-causes.ts'

export interface RenderedEmail {
  subject: string
  text: string
  html: string
  /** The URL at which mail programs stop further emails of this kind. */
  unsubscribeUrl?: string
}

/** What identifies an order to its buyer: the number on the order page, the date in ISO 8601 and the total. */
export interface OrderReceipt {
  number: string
  date: string
  totalMinor: number
  currency: Currency
  /** The coupon with which the order was made, in emails that name it. */
  coupon?: OrderCoupon | null
}

/** What an email about a change of an order shows of the order. */
export interface MailedOrder {
  /** The URL of the order page. */
  link: string
  sellerUsername: string
  receipt: OrderReceipt
  /** `priceMinor` is in minor units of the receipt's currency, `imageUrl` the absolute URL of the cover. */
  items: { name: string; priceMinor: number; imageUrl: string }[]
  /** The ways out of the emails about paying the order; set for these emails only. */
  mute?: Pick<Unsubscribe, 'pageUrl' | 'oneClickUrl'> & { topic: 'payment' | 'files' }
}

/** The events of an order whose emails have a template of their own. */
type OwnTemplate = 'given' | 'delivered' | 'resent' | 'second_payment' | 'surplus_refused'

/** What an email about an event says of the order when the email is sent. */
export interface OrderFacts {
  /** False if the downloads are on hold, or the provider has not approved the payment. */
  canDownload: boolean
  /** The downloads are closed, by the seller or by the scanner. */
  isClosed: boolean
  /** Items were refunded, so that their downloads are closed. */
  hasItemRefunds: boolean
}

/** An event of an order that its buyer is emailed about, with its data and what holds for the order. */
export type OrderUpdate = {
  [K in Exclude<BuyerEventKind, OwnTemplate>]: { kind: K } & OrderEventData<K> & OrderFacts
}[Exclude<BuyerEventKind, OwnTemplate>]

/** An email whose content is written when it is sent, from what is stored then. */
export type LateContent =
  /** An email to the buyer about an event of an order. `cause` says who can cause it. */
  | { kind: 'order_event'; eventId: number; cause: MailCause }
  /** An email about a notification of a seller. `emailLink` is the URL of its button, if it contains a secret. */
  | { kind: 'notification'; id: number; emailLink?: string; emailDetail?: EmailDetail }

/**
 * An order that needs an admin. `isDelivered` is true if the buyer already has the files, whose download is then on
 * hold.
 */
export interface OrderInReview {
  /** What tells the order from others. */
  order: { receipt: OrderReceipt; productNames: string[]; sellerUsername: string }
  /** Null if a payment too many could not be refunded. */
  reason: ReviewReason | null
  isDelivered: boolean
}

/** The data that an email template renders, by kind of email. Links are absolute URLs on PUBLIC_ORIGIN. */
export type EmailContent =
  | { kind: 'verify_account'; link: string }
  | { kind: 'welcome'; link: string }
  /** An email to a visitor who asked to be told when a product can be bought. */
  | { kind: 'product_available'; productName: string; sellerUsername: string; link: string }
  /** An email with a link to choose a password. `purpose` is `set` if the account has no password yet. */
  | { kind: 'recover'; purpose: 'reset' | 'set'; link: string }
  /** An email to the new address that confirms a change of email. */
  | { kind: 'email_change'; link: string }
  /** An email that asks the owner of a contact address whether a profile may show the address. */
  | { kind: 'contact_email'; username: string; link: string }
  /** An email to the old address that warns of a change of email. */
  | { kind: 'email_change_notice'; newEmail: string; recoverLink: string }
  /** An email to the former address after a change of email. `link` undoes the change until `until`, an ISO date. */
  | { kind: 'email_changed'; newEmail: string; until: string; link: string }
  | { kind: 'password_changed'; recoverLink: string }
  /**
   * An email that warns that a Google account was linked or unlinked. `googleEmail` is the email of the Google account.
   */
  | {
      kind: 'google_changed'
      change: 'linked' | 'unlinked'
      googleEmail: string
      recoverLink: string
    }
  /**
   * An email that warns of a sign-in from a device that the account has not used before. `place` is the masked IP
   * address.
   */
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
  /** An email with the code that completes a sign-in after many failed logins. */
  | {
      kind: 'sign_in_code'
      code: string
      browser: string | null
      system: string | null
      place: string
      recoverLink: string
    }
  /** An email with the link to the files of a free product. */
  | {
      kind: 'free_copy'
      /** The URL of the order page. */
      link: string
      sellerUsername: string
      /** `imageUrl` is the absolute URL of the cover. */
      items: { name: string; imageUrl: string; files: { fileName: string; sizeBytes: number }[] }[]
      downloads: number
      days: number
    }
  | {
      kind: 'order_delivered'
      /** When the order was paid, as ISO 8601; undefined in an email that is sent again. */
      paidAt?: string
      link: string
      sellerUsername: string
      /** True if the seller has a contact email, which replies to this email go to. */
      isAnsweredBySeller: boolean
      receipt: OrderReceipt
      items: {
        name: string
        files: { fileName: string; sizeBytes: number }[]
        /** The price in minor units of the receipt's currency. */
        priceMinor: number
        /** The absolute URL of the cover. */
        imageUrl: string
        /** The days of the seller's guarantee; 0 without one that the right of withdrawal does not contain. */
        guaranteeDays: number
      }[]
      /** The names of the items that the email had bought before; missing if there are none. */
      boughtBefore?: string[]
      downloads: number
      days: number
      /** MercadoPago's type of the payment method; null if it is not known. */
      methodType: string | null
    }
  /**
   * An email that tells a buyer who paid more than an order costs, such as twice, that the refund of the payment too
   * many was requested. `amountMinor` is that payment in minor units of the receipt's currency.
   */
  | {
      kind: 'paid_twice'
      amountMinor: number
      /** Whether the order is paid otherwise, so that its files stay available. */
      isDelivered: boolean
      /** MercadoPago has refused the refund: it is requested again every day, or not any more. */
      refusal?: 'repeated' | 'final'
      receipt: OrderReceipt
      link: string
    }
  /** An email that tells a buyer how an order has changed. */
  | { kind: 'order_update'; order: MailedOrder; update: OrderUpdate }
  /** An email with the code of a request to withdraw, and with the orders on whose pages it can be confirmed. */
  | {
      kind: 'withdrawal_requested'
      code: string
      /** Whether one of the orders was paid, so that the law gives the right to the email. */
      isPaid: boolean
      orders: { link: string; names: string[]; receipt: OrderReceipt }[]
    }
  /** An email that reminds a buyer to review what was downloaded. */
  | {
      kind: 'review_reminder'
      /** The URL of the order page. */
      link: string
      sellerUsername: string
      receipt: OrderReceipt
      /** The items to review, by their ids. `imageUrl` is the absolute URL of the cover. */
      items: { id: number; name: string; imageUrl: string }[]
      mute: Pick<Unsubscribe, 'pageUrl' | 'oneClickUrl'>
    }
  | {
      kind: 'orders_resent'
      /** `isWaiting`: the order is not paid yet. */
      orders: { link: string; names: string[]; receipt: OrderReceipt; isWaiting?: boolean }[]
    }
  /**
   * An email to a seller with a message about an order. A reply to the email goes to the address of the order, which
   * nobody has proven if the order is not paid. `payment` is `pending` while the provider waits for it.
   */
  | {
      kind: 'order_message'
      payment: 'paid' | 'pending' | 'none'
      number: string
      productNames: string[]
      message: string
      /** The URL of the order in the seller's sales. */
      link: string
    }
  /**
   * An email that asks the new or the current (`old`) address of an order to agree to a change. `newEmail` is masked.
   */
  | {
      kind: 'order_address_request'
      side: 'new' | 'old'
      number: string
      sellerUsername: string
      newEmail: string
      link: string
    }
  /** An email that tells the former address of an order that the order has another one. `newEmail` is masked. */
  | {
      kind: 'order_address_changed'
      isPaid: boolean
      number: string
      sellerUsername: string
      newEmail: string
    }
  /** An email that tells the admins which orders need a review: the first of them, and how many there are in all. */
  | { kind: 'orders_in_review'; orders: OrderInReview[]; count: number; link: string }
  /** An email that tells the admins which payments match no order: the first of them, and how many there are in all. */
  | {
      kind: 'unmatched_payments'
      payments: {
        paymentId: string
        /** The amount in minor units of `currency`. */
        amountMinor: number
        currency: Currency
        sellerUsername: string
      }[]
      count: number
      link: string
    }
  /**
   * An email that tells the admins that the provider refuses the tokens of many sellers. `count` accounts were
   * disconnected within an hour, and no more are.
   */
  | { kind: 'tokens_refused'; count: number; link: string }
  /** An email with a visitor's message to support. `userId` is null if the visitor was not signed in. */
  | { kind: 'support_message'; email: string; message: string; userId: number | null }
  /**
   * An email that tells users that their account is suspended and why. If `reason` is null, the suspension has ended.
   */
  | { kind: 'account_suspended'; reason: string | null; link: string }
  /**
   * An email about a notification of a seller. The notifications feature supplies the parts in the seller's language.
   */
  | { kind: 'seller_notification'; parts: EmailParts }

/** The brand name and the URL of the site, which every email shows. */
export interface MailBranding {
  brandName: string
  publicOrigin: string
  /** How the receiver stops the emails that anybody can cause; set for these emails only. */
  mailboxMute?: Pick<Unsubscribe, 'pageUrl' | 'oneClickUrl'>
}

export type TemplateRenderer<K extends EmailContent['kind']> = (
  locale: Locale,
  content: Extract<EmailContent, { kind: K }>,
  branding: MailBranding,
) => RenderedEmail
