import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import type { EmailParts } from '../../layout.ts'
import type { OrderUpdate } from '../../template.ts'

export type WithdrawalUpdate = Extract<OrderUpdate, { type: `withdrawal_${string}` }>

/** The words about an order that the texts contain. `amount` formats minor units of the order's currency. */
interface OrderWords {
  product: string
  seller: string
  total: string
  amount: (minor: number) => string
}

/** Writes what an email says about a buyer's withdrawal from an order. */
export function writeWithdrawal(
  update: WithdrawalUpdate,
  { product, seller, total, amount }: OrderWords,
  locale: Locale,
): Pick<EmailParts, 'subject' | 'preview' | 'heading' | 'paragraphs'> {
  const options = { locale }
  const code = m.mail_withdrawal_code({ code: update.code }, options)
  switch (update.type) {
    case 'withdrawal_refunding':
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
    case 'withdrawal_canceling':
      return {
        subject: m.mail_withdrawal_canceling_subject({ product }, options),
        preview: code,
        heading: m.mail_withdrawal_canceling_heading({}, options),
        paragraphs: [m.mail_withdrawal_canceling_body({ seller, total }, options), code],
      }
    case 'withdrawal_waiting':
      return {
        subject: m.mail_withdrawal_waiting_subject({ product }, options),
        preview: m.mail_withdrawal_waiting_preview({}, options),
        heading: m.mail_withdrawal_waiting_heading({}, options),
        paragraphs: [m.mail_withdrawal_waiting_body({ seller }, options), code],
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
