import type { RefundRefusal, SellerEventKind } from '#contract/orders/events.ts'
import { formatAmount } from '#contract/core/format.ts'
import { ANSWER_DAYS } from '#contract/withdrawals.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { formatReceipt } from '#server/mail/receipt.ts'
import { describeReviewReason } from '#server/mail/review-reason.ts'
import {
  type NotificationEmail,
  type NotificationKindDefinition,
  formatEventAmount,
  formatProductNames,
} from './notification-kind.ts'

type Options = { locale: Locale }
type Text<I> = (inputs: I, options: Options) => string
type ProductText = Text<{ product: string }>

interface Texts {
  subject: ProductText
  heading: Text<Record<string, never>>
  body: Text<{ product: string; amount: string }>
}

const REFUSALS: Record<RefundRefusal, Text<Record<string, never>>> = {
  too_old: m.refusal_too_old,
  account_unreadable: m.refusal_account_unreadable,
  not_found: m.refusal_not_found,
  not_allowed: m.refusal_not_allowed,
  changed: m.refusal_changed,
}

/**
 * Defines the email about an event of an order, whose body names the product and the amount.
 * @param more returns further paragraphs
 */
function aboutSale<K extends SellerEventKind>(
  { subject, heading, body }: Texts,
  more: (
    data: Parameters<NotificationKindDefinition<K>['email']>[0],
    options: Options,
  ) => string[] = () => [],
): NotificationKindDefinition<K> {
  return {
    path: '/dashboard/sales',
    email(data, options): NotificationEmail {
      const product = formatProductNames(data, options)
      const amountMinor = 'amountMinor' in data ? data.amountMinor : 0
      const amount = formatEventAmount({ amountMinor, currency: data.currency }, options)
      return {
        subject: subject({ product }, options),
        heading: heading({}, options),
        paragraphs: [body({ product, amount }, options), ...more(data, options)],
        action: m.notification_email_see_sale({}, options),
      }
    },
  }
}

const REFUND: Texts = {
  subject: m.notification_email_refund_subject,
  heading: m.notification_email_refund_heading,
  body: m.notification_email_refund_body,
}

/** The emails to sellers about events of orders. The type requires one for every event that they are told of. */
export const ORDER_EVENT_EMAILS: { [K in SellerEventKind]: NotificationKindDefinition<K> } = {
  delivered: {
    path: '/dashboard/sales',
    email(data, options, { sale }) {
      const product = formatProductNames(data, options)
      const { shareMinor: amountMinor, currency } = data
      const amount = formatEventAmount({ amountMinor, currency }, options)
      return {
        subject: m.notification_email_sale_subject({ product }, options),
        heading: m.notification_email_sale_heading({}, options),
        paragraphs: [
          m.notification_email_sale_body({ product, amount }, options),
          ...(sale
            ? [
                formatReceipt(sale, options.locale),
                m.notification_email_sale_buyer({ email: sale.buyer }, options),
              ]
            : []),
        ],
        ...(sale && {
          list: sale.items.map(({ name, priceMinor, imageUrl }) => ({
            title: name,
            detail: formatAmount(priceMinor, sale.currency, options.locale),
            imageUrl,
          })),
        }),
        action: m.notification_email_see_sale({}, options),
      }
    },
  },
  refunded: aboutSale(REFUND),
  partly_refunded: aboutSale(REFUND),
  payment_refunded: aboutSale(REFUND),
  refund_refused: aboutSale(
    {
      subject: m.notification_email_refund_refused_subject,
      heading: m.notification_email_refund_refused_heading,
      body: m.notification_email_refund_refused_body,
    },
    ({ refusal }, options) => [REFUSALS[refusal]({}, options)],
  ),
  second_payment: aboutSale({
    subject: m.notification_email_second_payment_subject,
    heading: m.notification_email_second_payment_heading,
    body: m.notification_email_second_payment_body,
  }),
  charged_back: aboutSale({
    subject: m.notification_email_chargeback_subject,
    heading: m.notification_email_chargeback_heading,
    body: m.notification_email_chargeback_body,
  }),
  chargeback_won: aboutSale({
    subject: m.notification_email_chargeback_won_subject,
    heading: m.notification_email_chargeback_won_heading,
    body: m.notification_email_chargeback_won_body,
  }),
  chargeback_lost: aboutSale({
    subject: m.notification_email_chargeback_lost_subject,
    heading: m.notification_email_chargeback_lost_heading,
    body: m.notification_email_chargeback_lost_body,
  }),
  claim_opened: aboutSale({
    subject: m.notification_email_claim_opened_subject,
    heading: m.notification_email_claim_opened_heading,
    body: m.notification_email_claim_opened_body,
  }),
  claim_closed: aboutSale({
    subject: m.notification_email_claim_closed_subject,
    heading: m.notification_email_claim_closed_heading,
    body: m.notification_email_claim_closed_body,
  }),
  review: aboutSale(
    {
      subject: m.notification_email_order_review_subject,
      heading: m.notification_email_order_review_heading,
      body: m.notification_email_order_review_body,
    },
    ({ reason }, { locale }) => [describeReviewReason(reason, locale)],
  ),
  held: aboutSale({
    subject: m.notification_email_held_subject,
    heading: m.notification_email_held_heading,
    body: m.notification_email_held_body,
  }),
  withdrawal_asked: {
    ...aboutSale(
      {
        subject: m.notification_email_withdrawal_asked_subject,
        heading: m.notification_email_withdrawal_asked_heading,
        body: m.notification_email_withdrawal_asked_body,
      },
      (_, options) => [m.notification_email_withdrawal_asked_clock({ days: ANSWER_DAYS }, options)],
    ),
    path: '/dashboard/returns',
  },
  product_review_hidden: {
    path: '/dashboard/reviews',
    email({ productName: product, note }, options) {
      return {
        subject: m.notification_email_product_review_hidden_subject({ product }, options),
        heading: m.notification_email_product_review_hidden_heading({}, options),
        paragraphs: [
          m.notification_email_product_review_hidden_body({ product }, options),
          m.mail_reason({ reason: note }, options),
        ],
        action: m.notification_email_see_reviews({}, options),
      }
    },
  },
}
