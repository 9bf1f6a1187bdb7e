import { type BuyerEventKind, ORDER_EVENTS } from '#contract/orders/events.ts'
import type { EmailContent, LateContent } from './template.ts'

/**
 * Who can cause an email to an address.
 * `known`: only the owner of the address, whoever paid an order or has its link, or the operator. The email is always
 * sent.
 * `anybody`: whoever types the address. The emails to a mailbox are limited, and its owner can stop them.
 * `way_in`: the same, but the email leads somebody who lost the way back into an account or to paid orders. It has a
 * limit of its own, so that the other emails that strangers cause do not use it up.
 * `owed`: the same for an email that the law owes to the buyer of a paid order. Its owner cannot stop it.
 */
export type MailCause = 'known' | 'anybody' | 'way_in' | 'owed'

/**
 * Who can cause the email about an event of an order. An unpaid order and one of free products are made in anybody's
 * name.
 */
export function findEventCause(
  kind: BuyerEventKind,
  { approvedAt }: { approvedAt: Date | null },
): MailCause {
  const isAboutUnpaid = kind === 'withdrawn' && approvedAt === null
  const isUnproved = kind === 'given' || isAboutUnpaid
  return ORDER_EVENTS[kind].buyer === 'about_paying' || isUnproved ? 'anybody' : 'known'
}

type Content = EmailContent | LateContent
type Kind = Content['kind']
type ContentOf<K extends Kind> = Extract<Content, { kind: K }>

/** Who can cause each kind of email; a function for a kind that has more than one cause. */
const MAIL_CAUSES = {
  verify_account: 'anybody',
  welcome: 'known',
  product_available: 'anybody',
  recover: 'way_in',
  email_change: 'anybody',
  contact_email: 'anybody',
  email_change_notice: 'known',
  email_changed: 'way_in',
  password_changed: 'known',
  sign_in_code: 'known',
  google_changed: 'known',
  new_device: 'known',
  free_copy: 'anybody',
  order_delivered: 'known',
  paid_twice: 'known',
  order_event: ({ cause }) => cause,
  order_update: 'known',
  notification: 'known',
  withdrawal_requested: ({ isPaid }) => (isPaid ? 'owed' : 'anybody'),
  review_reminder: 'known',
  orders_resent: 'way_in',
  order_message: ({ payment }) => (payment === 'paid' ? 'known' : 'anybody'),
  order_address_request: 'anybody',
  order_address_changed: ({ isPaid }) => (isPaid ? 'known' : 'anybody'),
  orders_in_review: 'known',
  unmatched_payments: 'known',
  tokens_refused: 'known',
  support_message: 'known',
  account_suspended: 'known',
  seller_notification: 'known',
} as const satisfies { [K in Kind]: MailCause | ((content: ContentOf<K>) => MailCause) }

/** The kinds of email that have the same cause whatever their content is. */
export type PlainKind = {
  [K in Kind]: (typeof MAIL_CAUSES)[K] extends MailCause ? K : never
}[Kind]

/** Tells who can cause an email. */
export function findCause(content: Content | { kind: PlainKind }): MailCause {
  const cause: MailCause | ((content: never) => MailCause) = MAIL_CAUSES[content.kind]
  return typeof cause === 'function' ? cause(content as never) : cause
}
