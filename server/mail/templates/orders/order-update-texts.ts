import { formatDateParts } from '#contract/core/format-date.ts'
import type { Currency } from '#contract/core/fields.ts'
import { formatAmount } from '#contract/core/format.ts'
import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import * as m from '#messages'
import { rejectionText } from '#messages/rejections'
import type { Locale } from '#messages/runtime'
import type { EmailParts } from '../../layout.ts'
import type { MailedOrder, OrderFacts, OrderUpdate } from '../../template.ts'
import { writeAccess } from './access-texts.ts'
import { writeWithdrawal } from './withdrawal-texts.ts'

export type Texts = Pick<EmailParts, 'subject' | 'preview' | 'heading' | 'paragraphs' | 'notes'> & {
  actionLabel: string
  /** The fragment of the order page that the button opens. */
  actionFragment?: string
}

/** Writes what an email says about a change of an order; the email shows the order itself below. */
export function writeOrderUpdate(
  update: OrderUpdate,
  { items, receipt, sellerUsername }: MailedOrder,
  locale: Locale,
): Texts {
  const options = { locale }
  const { currency } = receipt
  const amount = (minor: number) => formatAmount(minor, currency, locale)
  const total = amount(receipt.totalMinor)
  const seller = `@${sellerUsername}`
  const product =
    items.length > 1
      ? m.mail_update_products({ count: items.length }, options)
      : (items[0]?.name ?? '')
  const view = m.mail_update_view({}, options)
  const refundWay = m.mail_refunded_way({}, options)

  switch (update.kind) {
    case 'voucher_waiting':
    case 'voucher_reminder': {
      const isReminder = update.kind === 'voucher_reminder'
      const deadline = describeDeadline(update.deadline, currency, locale)
      const body = isReminder ? m.mail_voucher_reminder_body : m.mail_voucher_body
      const heading = isReminder ? m.mail_voucher_reminder_heading : m.mail_voucher_heading
      const subject = isReminder ? m.mail_voucher_reminder_subject : m.mail_voucher_subject
      return {
        subject: subject({ product }, options),
        preview: deadline[0] ?? m.mail_voucher_preview({ total }, options),
        heading: heading({}, options),
        paragraphs: [body({ total, seller }, options), ...deadline],
        actionLabel: m.mail_voucher_action({}, options),
        notes: [m.mail_voucher_note({}, options)],
      }
    }
    case 'product_review_hidden':
      return {
        subject: m.mail_review_hidden_subject({ product: update.productName }, options),
        preview: update.note,
        heading: m.mail_review_hidden_heading({}, options),
        paragraphs: [
          m.mail_review_hidden_body({ product: update.productName }, options),
          m.mail_reason({ reason: update.note }, options),
        ],
        actionLabel: view,
        notes: [m.mail_review_hidden_note({}, options)],
      }
    case 'product_review_shown':
      return {
        subject: m.mail_review_shown_subject({ product: update.productName }, options),
        preview: m.mail_review_shown_body({ product: update.productName }, options),
        heading: m.mail_review_shown_heading({}, options),
        paragraphs: [m.mail_review_shown_body({ product: update.productName }, options)],
        actionLabel: view,
      }
    case 'receipt_changed':
      return {
        subject: m.mail_receipt_changed_subject({ product }, options),
        preview: m.mail_receipt_changed_body({}, options),
        heading: m.mail_receipt_changed_heading({}, options),
        paragraphs: [m.mail_receipt_changed_body({}, options)],
        actionLabel: view,
      }
    case 'voucher_expired':
      return {
        subject: m.mail_voucher_expired_subject({ product }, options),
        preview: m.mail_voucher_expired_preview({}, options),
        heading: m.mail_voucher_expired_heading({}, options),
        paragraphs: [m.mail_voucher_expired_body({ total, seller }, options)],
        actionLabel: m.mail_voucher_expired_action({}, options),
      }
    case 'payment_declined': {
      const reason = rejectionText(update.rejection, locale)
      return {
        subject: m.mail_declined_subject({ product }, options),
        preview: reason,
        heading: m.mail_declined_heading({}, options),
        paragraphs: [m.mail_declined_body({ total, seller }, options), reason],
        actionLabel: m.mail_declined_action({}, options),
      }
    }
    case 'held':
    case 'review': {
      const isHeld = update.kind === 'held'
      const body = isHeld ? m.mail_held_body : m.mail_in_review_body
      return {
        subject: (isHeld ? m.mail_held_subject : m.mail_in_review_subject)({ product }, options),
        preview: m.mail_held_preview({}, options),
        heading: (isHeld ? m.mail_held_heading : m.mail_in_review_heading)({}, options),
        paragraphs: [body({ total, seller }, options)],
        actionLabel: view,
      }
    }
    case 'dismissed':
      return {
        subject: m.mail_dismissed_subject({ product }, options),
        preview: m.mail_dismissed_preview({}, options),
        heading: m.mail_dismissed_heading({}, options),
        paragraphs: [m.mail_dismissed_body({ total, seller }, options)],
        actionLabel: view,
      }
    case 'released': {
      const canDownload = update.canDownload && !update.isClosed
      const waiting = update.isClosed ? m.mail_released_closed : m.mail_released_waiting
      const body = canDownload ? m.mail_released_files : waiting
      return {
        subject: m.mail_released_subject({ product }, options),
        preview: body({}, options),
        heading: m.mail_released_heading({}, options),
        paragraphs: [body({}, options)],
        actionLabel: canDownload ? m.mail_delivery_action({}, options) : view,
      }
    }
    case 'refunded':
    case 'payment_refunded':
      return {
        subject: m.mail_refunded_subject({ product }, options),
        preview: refundWay,
        heading: m.mail_refunded_heading({}, options),
        paragraphs: [
          m.mail_refunded_body(
            { amount: amount(update.refundedMinor ?? update.amountMinor), seller },
            options,
          ),
          refundWay,
        ],
        actionLabel: view,
      }
    case 'partly_refunded':
      return {
        subject: m.mail_partly_refunded_subject({ product }, options),
        preview: refundWay,
        heading: m.mail_partly_refunded_heading({}, options),
        paragraphs: [
          `${m.mail_partly_refunded_body(
            { amount: amount(update.refundedMinor ?? update.amountMinor), total, seller },
            options,
          )} ${describeDownloads(update)({}, options)}`,
          refundWay,
        ],
        actionLabel: view,
      }
    case 'withdrawn':
    case 'withdrawal_asked':
    case 'withdrawal_granted':
    case 'withdrawal_declined':
    case 'withdrawal_waiting':
    case 'withdrawal_failed':
      return {
        ...writeWithdrawal(update, { product, seller, amount, total, currency }, locale),
        actionLabel: view,
      }
    case 'access_closed':
    case 'access_opened':
      return writeAccess(update, { product, seller }, locale)
    case 'files_changed':
      return {
        subject: m.mail_files_changed_subject({ product: update.productName }, options),
        preview: update.note,
        heading: m.mail_files_changed_heading({}, options),
        paragraphs: [
          m.mail_files_changed_body({ seller, product: update.productName }, options),
          ...update.note.split(/\n+/),
        ],
        actionLabel: m.mail_files_changed_action({}, options),
        notes: [m.mail_files_changed_note({}, options)],
      }
    case 'charged_back':
      return {
        subject: m.mail_dispute_subject({ product }, options),
        preview: m.mail_dispute_preview({}, options),
        heading: m.mail_dispute_heading({}, options),
        paragraphs: [m.mail_dispute_body({ total, seller }, options)],
        actionLabel: view,
        notes: [m.mail_dispute_note({}, options)],
      }
    case 'chargeback_won':
    case 'chargeback_lost': {
      const body = chooseDisputeText(update)
      return {
        subject: m.mail_dispute_over_subject({ product }, options),
        preview: m.mail_dispute_over_preview({}, options),
        heading: m.mail_dispute_over_heading({}, options),
        paragraphs: [body({ total, seller }, options)],
        actionLabel: view,
      }
    }
  }
}

/** Returns the sentence with the deadline in the time zone of the buyer's country, or nothing without a deadline. */
function describeDeadline(
  deadline: string | undefined,
  currency: Currency,
  locale: Locale,
): string[] {
  if (deadline === undefined) return []
  const { timeZone, city } = BUYER_TIME_ZONES[currency]
  const format = (options: Intl.DateTimeFormatOptions) =>
    formatDateParts(deadline, locale, { ...options, timeZone })
  const day = format({ weekday: 'long', day: 'numeric', month: 'long' }).replace(',', '')
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return [m.mail_voucher_deadline({ day, time, city: city[locale] }, { locale })]
}

/** Returns the sentence about the downloads of an order of which a part was refunded. */
function describeDownloads({ hasItemRefunds, isClosed }: OrderFacts) {
  if (hasItemRefunds) return m.mail_partly_refunded_items
  return isClosed ? m.mail_access_still_closed : m.mail_partly_refunded_files
}

function chooseDisputeText({ kind, isClosed, canDownload }: OrderUpdate) {
  if (kind === 'chargeback_lost') return m.mail_dispute_lost
  if (isClosed) return m.mail_dispute_won_closed
  return canDownload ? m.mail_dispute_won : m.mail_dispute_won_held
}
