import { formatDate } from '#contract/core/format-date.ts'
import type { Currency } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import type { EmailParts } from '../../layout.ts'
import type { OrderUpdate } from '../../template.ts'

export type WithdrawalUpdate = Extract<OrderUpdate, { kind: 'withdrawn' | `withdrawal_${string}` }>

/** The words about an order that the texts contain. `amount` formats minor units of the order's currency. */
interface OrderWords {
  product: string
  seller: string
  total: string
  currency: Currency
  amount: (minor: number) => string
}

/** Writes what an email says about a buyer's withdrawal from an order. */
export function writeWithdrawal(
  update: WithdrawalUpdate,
  { product, seller, total, currency, amount }: OrderWords,
  locale: Locale,
): Pick<EmailParts, 'subject' | 'preview' | 'heading' | 'paragraphs'> {
  const options = { locale }
  const code = m.mail_withdrawal_code({ code: update.note }, options)
  switch (update.kind) {
    case 'withdrawn':
      if (update.amountMinor === undefined)
        return {
          subject: m.mail_withdrawal_canceling_subject({ product }, options),
          preview: code,
          heading: m.mail_withdrawal_canceling_heading({}, options),
          paragraphs: [m.mail_withdrawal_canceling_body({ seller, total }, options), code],
        }
      return {
        subject: m.mail_withdrawal_refunding_subject({ product }, options),
        preview: code,
        heading: m.mail_withdrawal_refunding_heading({}, options),
        paragraphs: [
          m.mail_withdrawal_refunding_body({ seller, amount: amount(update.amountMinor) }, options),
          m.mail_refunded_way({}, options),
          code,
        ],
      }
    case 'withdrawal_asked': {
      const day = formatLastDay(update.dueAt, currency, locale)
      return {
        subject: m.mail_withdrawal_asked_subject({ product }, options),
        preview: code,
        heading: m.mail_withdrawal_asked_heading({}, options),
        paragraphs: [m.mail_withdrawal_asked_body({ seller, day }, options), code],
      }
    }
    case 'withdrawal_granted': {
      const body = update.isAnswered
        ? m.mail_withdrawal_granted_body
        : m.mail_withdrawal_unanswered_body
      return {
        subject: m.mail_withdrawal_refunding_subject({ product }, options),
        preview: code,
        heading: m.mail_withdrawal_refunding_heading({}, options),
        paragraphs: [body({ seller }, options), m.mail_refunded_way({}, options), code],
      }
    }
    case 'withdrawal_declined':
      return {
        subject: m.mail_withdrawal_declined_subject({ product }, options),
        preview: update.answer,
        heading: m.mail_withdrawal_declined_heading({}, options),
        paragraphs: [
          m.mail_withdrawal_declined_body({ seller }, options),
          m.mail_reason({ reason: update.answer }, options),
          m.mail_withdrawal_declined_appeal({}, options),
          code,
        ],
      }
    case 'withdrawal_waiting':
      return {
        subject: m.mail_withdrawal_waiting_subject({ product }, options),
        preview: m.mail_withdrawal_waiting_preview({ days: LIMITS.refundTryDays }, options),
        heading: m.mail_withdrawal_waiting_heading({}, options),
        paragraphs: [
          m.mail_withdrawal_waiting_body({ seller, days: LIMITS.refundTryDays }, options),
          code,
        ],
      }
    case 'withdrawal_failed':
      return {
        subject: m.mail_withdrawal_failed_subject({ product }, options),
        preview: m.mail_withdrawal_failed_preview({}, options),
        heading: m.mail_withdrawal_failed_heading({}, options),
        paragraphs: [m.mail_withdrawal_failed_body({ seller }, options), code],
      }
  }
}

/** Formats the last day before a moment at which a period is over, in the time zone of the buyer's country. */
function formatLastDay(end: string, currency: Currency, locale: Locale): string {
  return formatDate(Date.parse(end) - 1, locale, BUYER_TIME_ZONES[currency].timeZone)
}
