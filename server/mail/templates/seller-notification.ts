import type { ReviewReason } from '#contract/sales/order.ts'
import type { Currency } from '#contract/core/fields.ts'
import { toDecimal } from '#contract/core/money.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { type EmailParts, renderLayout } from '../layout.ts'
import type { EmailContent, TemplateRenderer } from '../template.ts'

type News = Extract<EmailContent, { kind: 'seller_news' }>
type Words = Pick<EmailParts, 'subject' | 'heading' | 'paragraphs'> & { action: string }

/** What happened to a seller's shop, one text for each kind of news. */
export const sellerNotification: TemplateRenderer<'seller_news'> = (locale, content, branding) => {
  const { subject, heading, paragraphs, action } = wordsOf(content, locale)
  return renderLayout(
    locale,
    {
      subject,
      preview: paragraphs[0] ?? heading,
      heading,
      paragraphs,
      action: { label: action, href: content.link },
      notes: [m.notification_email_settings_note({}, { locale })],
    },
    branding,
  )
}

function wordsOf(content: News, locale: Locale): Words {
  const o = { locale }
  const product =
    content.more > 0
      ? m.notification_email_products({ product: content.product, more: content.more }, o)
      : content.product
  const amount = money(content.amountMinor, content.currency)
  const seeSale = m.notification_email_see_sale({}, o)
  const seeProducts = m.notification_email_see_products({}, o)
  switch (content.news) {
    case 'sale':
      return {
        subject: m.notification_email_sale_subject({ product }, o),
        heading: m.notification_email_sale_heading({}, o),
        paragraphs: [m.notification_email_sale_body({ product, amount }, o)],
        action: seeSale,
      }
    case 'refund':
      return {
        subject: m.notification_email_refund_subject({ product }, o),
        heading: m.notification_email_refund_heading({}, o),
        paragraphs: [m.notification_email_refund_body({ product, amount }, o)],
        action: seeSale,
      }
    case 'refund_refused':
      return {
        subject: m.notification_email_refund_refused_subject({ product }, o),
        heading: m.notification_email_refund_refused_heading({}, o),
        paragraphs: [
          m.notification_email_refund_refused_body({ product }, o),
          refusalText(content, locale),
        ],
        action: seeSale,
      }
    case 'chargeback':
      return {
        subject: m.notification_email_chargeback_subject({ product }, o),
        heading: m.notification_email_chargeback_heading({}, o),
        paragraphs: [m.notification_email_chargeback_body({ product, amount }, o)],
        action: seeSale,
      }
    case 'chargeback_won':
      return {
        subject: m.notification_email_chargeback_won_subject({ product }, o),
        heading: m.notification_email_chargeback_won_heading({}, o),
        paragraphs: [m.notification_email_chargeback_won_body({ product, amount }, o)],
        action: seeSale,
      }
    case 'order_review':
      return {
        subject: m.notification_email_order_review_subject({ product }, o),
        heading: m.notification_email_order_review_heading({}, o),
        paragraphs: [
          m.notification_email_order_review_body({ product }, o),
          ...(content.review ? [reviewText(content.review, locale)] : []),
        ],
        action: seeSale,
      }
    case 'storage_80':
      return {
        subject: m.notification_email_storage_80_subject({}, o),
        heading: m.notification_email_storage_80_heading({}, o),
        paragraphs: [m.notification_email_storage_80_body({}, o)],
        action: seeProducts,
      }
    case 'storage_100':
      return {
        subject: m.notification_email_storage_100_subject({}, o),
        heading: m.notification_email_storage_100_heading({}, o),
        paragraphs: [m.notification_email_storage_100_body({}, o)],
        action: seeProducts,
      }
    case 'product_taken_down':
      return {
        subject: m.notification_email_product_taken_down_subject({ product }, o),
        heading: m.notification_email_product_taken_down_heading({}, o),
        paragraphs: [
          m.notification_email_product_taken_down_body({ product }, o),
          m.mail_reason({ reason: content.reason }, o),
        ],
        action: seeProducts,
      }
    case 'product_restored':
      return {
        subject: m.notification_email_product_restored_subject({ product }, o),
        heading: m.notification_email_product_restored_heading({}, o),
        paragraphs: [m.notification_email_product_restored_body({ product }, o)],
        action: seeProducts,
      }
  }
}

function refusalText({ refusal }: News, locale: Locale): string {
  const o = { locale }
  switch (refusal) {
    case 'too_old':
      return m.refusal_too_old({}, o)
    case 'account_unreadable':
      return m.refusal_account_unreadable({}, o)
    case 'not_found':
      return m.refusal_not_found({}, o)
    default:
      return m.refusal_not_allowed({}, o)
  }
}

/** Why an order waits for a person, as a sentence. */
export function reviewText(reason: ReviewReason, locale: Locale): string {
  const o = { locale }
  switch (reason) {
    case 'another_order':
      return m.review_another_order({}, o)
    case 'another_collector':
      return m.review_another_collector({}, o)
    case 'another_currency':
      return m.review_another_currency({}, o)
    case 'another_amount':
      return m.review_another_amount({}, o)
    case 'not_live_mode':
      return m.review_not_live_mode({}, o)
    case 'fraud_alert':
      return m.review_fraud_alert({}, o)
    case 'account_unreadable':
      return m.review_account_unreadable({}, o)
  }
}

/** `$ 1.780,50`; currencies without decimals show none. */
function money(minor: number, currency: Currency): string {
  const digits = currency === 'CLP' || currency === 'COP' || minor % 100 === 0 ? 0 : 2
  const amount = toDecimal(minor).toLocaleString('de-DE', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `$\u00a0${amount}`
}
