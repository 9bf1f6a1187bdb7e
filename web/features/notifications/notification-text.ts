import type { SecondFactorEvent } from '#contract/accounts/security-events.ts'
import type { MailTopic } from '#contract/mail-topics.ts'
import type { Notification } from '#contract/notifications.ts'
import { ANSWER_DAYS } from '#contract/withdrawals.ts'
import * as m from '#messages'
import { describeAnswer, getReceiverName } from '#messages/receivers'
import { formatDateTime, formatMinorUnits } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { getRefundRefusalText, getReviewReasonText } from '../sales/labels.ts'

/** The text of a notification and the page it links to. */
export interface NotificationText {
  title: string
  detail?: string
  to?: string
}

export function getNotificationText(notification: Notification): NotificationText {
  if ('orderId' in notification) return getSaleText(notification)
  switch (notification.kind) {
    case 'unmatched_refund': {
      const { amountMinor, currency, paymentId } = notification
      return {
        title: m.notification_unmatched_refund({ amount: formatMinorUnits(amountMinor, currency) }),
        detail: m.notification_unmatched_refund_payment({ id: paymentId }),
      }
    }
    case 'storage_80':
      return { title: m.notification_storage_80(), to: paths.dashboardProducts() }
    case 'storage_100':
      return { title: m.notification_storage_100(), to: paths.dashboardProducts() }
    case 'account_linked':
      return {
        title: m.notification_account_linked({ id: notification.collectorId }),
        detail: m.notification_account_linked_detail(),
        to: paths.paymentAccount(),
      }
    case 'account_replacement':
      return {
        title: m.notification_account_replacement({ id: notification.collectorId }),
        detail: m.notification_account_replacement_detail({
          time: formatDateTime(notification.activatesAt),
        }),
        to: paths.paymentAccount(),
      }
    case 'account_unlinked':
      return { ...ACCOUNT_UNLINKED_TEXTS[notification.account](), to: paths.paymentAccount() }
    case 'account_expiring':
      return {
        title: m.notification_account_expiring(),
        detail: m.notification_account_expiring_detail(),
        to: paths.paymentAccount(),
      }
    case 'second_factor':
      return {
        title: SECOND_FACTOR_TEXTS[notification.secondFactor](),
        to: paths.secondFactor(),
      }
    case 'product_review':
      return {
        title: m.notification_product_review({
          product: notification.productName,
          count: notification.stars,
        }),
        to: paths.dashboardReviews(),
      }
    case 'statement':
      return {
        title: m.notification_statement(),
        detail: notification.results
          .map(({ netMinor, currency }) => formatMinorUnits(netMinor, currency))
          .join(' · '),
        to: paths.dashboardSales({ view: 'statements', month: notification.month }),
      }
    case 'conversions_off': {
      const { receiver, answer } = notification
      return {
        title: m.notification_conversions_off({ name: getReceiverName(receiver) }),
        detail: describeAnswer(receiver, answer),
        to: paths.conversions(),
      }
    }
    case 'planned':
      return getPlannedText(notification)
    case 'product_taken_down':
      return {
        title: m.notification_product_taken_down({ product: notification.productName }),
        detail: notification.reason,
        ...productLink(notification),
      }
    case 'product_restored':
      return {
        title: m.notification_product_restored({ product: notification.productName }),
        ...productLink(notification),
      }
    case 'file_published':
      return {
        title: m.notification_file_published({ product: notification.productName }),
        ...productLink(notification),
      }
    case 'file_refused':
      return {
        title: m.notification_file_refused({ product: notification.productName }),
        detail:
          notification.fileRefusal === 'too_large'
            ? m.file_refused_too_large()
            : m.file_refused_malware({ signature: notification.signature ?? '' }),
        ...productLink(notification),
      }
  }
}

/** Returns the text of a notification of what a seller had planned. */
function getPlannedText({
  outcome,
  productId,
  productName: product = '',
  count = 0,
  amountMinor = 0,
  currency = 'ARS',
}: Extract<Notification, { kind: 'planned' }>): NotificationText {
  const to = productId === undefined ? undefined : paths.dashboardProduct(productId)
  switch (outcome) {
    case 'published':
      return { title: m.notification_planned_published({ product }), ...(to && { to }) }
    case 'changes_published':
      return { title: m.notification_planned_changes({ product }), ...(to && { to }) }
    case 'not_published':
      return {
        title: m.notification_planned_failed({ product }),
        detail: m.notification_planned_failed_detail(),
        to: paths.dashboardProducts(),
      }
    case 'prices_changed':
      return {
        title: m.notification_planned_prices({ count }),
        to: paths.dashboardProducts({ view: 'prices' }),
      }
    case 'offer_ended':
      return {
        title: m.notification_planned_offer({
          product,
          price: formatMinorUnits(amountMinor, currency),
        }),
        ...(to && { to }),
      }
  }
}

/** Returns the text of a notification of an event of an order. */
function getSaleText(notification: Extract<Notification, { orderId: string }>): NotificationText {
  const { orderId, productName = '', items, currency } = notification
  const product =
    items > 1 ? m.notification_products({ name: productName, more: items - 1 }) : productName
  const amount =
    'amountMinor' in notification ? formatMinorUnits(notification.amountMinor, currency) : ''
  const to = paths.dashboardSales({ sale: orderId })
  switch (notification.kind) {
    case 'delivered': {
      const { shareMinor } = notification
      const share = formatMinorUnits(shareMinor, currency)
      return {
        title: m.notification_sale({ product }),
        detail: m.notification_sale_amount({ amount: share }),
        to,
      }
    }
    case 'refunded':
    case 'partly_refunded':
    case 'payment_refunded':
      return {
        title: m.notification_refund({ product }),
        detail: m.notification_refund_amount({ amount }),
        to,
      }
    case 'refund_refused':
      return {
        title: m.notification_refund_refused({ product }),
        detail: getRefundRefusalText(notification.refusal),
        to,
      }
    case 'second_payment':
      return {
        title: m.notification_second_payment({ product }),
        detail: m.notification_second_payment_amount({ amount }),
        to,
      }
    case 'withdrawal_asked':
      return {
        title: m.notification_withdrawal_asked({ product }),
        detail: m.notification_withdrawal_asked_detail({ days: ANSWER_DAYS, amount }),
        to: paths.dashboardReturns(),
      }
    case 'charged_back':
      return {
        title: m.notification_chargeback({ product }),
        detail: m.notification_chargeback_amount({ amount }),
        to,
      }
    case 'chargeback_won':
      return { title: m.notification_chargeback_won({ product }), to }
    case 'chargeback_lost':
      return {
        title: m.notification_chargeback_lost({ product }),
        detail: m.notification_chargeback_lost_amount({ amount }),
        to,
      }
    case 'claim_opened':
      return {
        title: m.notification_claim_opened({ product }),
        detail: m.notification_claim_opened_amount({ amount }),
        to,
      }
    case 'claim_closed':
      return { title: m.notification_claim_closed({ product }), to }
    case 'review':
      return {
        title: m.notification_order_review({ product }),
        detail: getReviewReasonText(notification.reason),
        to,
      }
    case 'held':
      return {
        title: m.notification_held({ product }),
        detail: m.notification_held_detail(),
        to,
      }
    case 'product_review_hidden':
      return {
        title: m.notification_product_review_hidden({ product: productName }),
        detail: notification.note,
        to: paths.dashboardReviews(),
      }
  }
}

const ACCOUNT_UNLINKED_TEXTS: Record<
  Extract<Notification, { kind: 'account_unlinked' }>['account'],
  () => Pick<NotificationText, 'title' | 'detail'>
> = {
  unlinked: () => ({
    title: m.notification_account_unlinked(),
    detail: m.notification_account_reconnect(),
  }),
  revoked: () => ({
    title: m.notification_account_revoked(),
    detail: m.notification_account_reconnect(),
  }),
  refresh_refused: () => ({
    title: m.notification_account_revoked(),
    detail: m.notification_account_reconnect(),
  }),
  unconfirmed: () => ({
    title: m.notification_account_unconfirmed(),
    detail: m.notification_account_unconfirmed_detail(),
  }),
}

const SECOND_FACTOR_TEXTS: Record<SecondFactorEvent, () => string> = {
  totp_added: m.second_factor_totp_added,
  totp_removed: m.second_factor_totp_removed,
  passkey_added: m.second_factor_passkey_added,
  passkey_removed: m.second_factor_passkey_removed,
  off: m.second_factor_off,
  recovery_codes_renewed: m.second_factor_codes_renewed,
  recovery_code_used: m.second_factor_code_used,
  codes_guessed: m.second_factor_guessed,
  reset_requested: m.second_factor_reset_requested,
  reset_cancelled: m.second_factor_reset_cancelled,
  reset: m.second_factor_reset,
}

const productLink = ({ productId }: { productId: number }) => ({
  to: paths.dashboardProduct(productId),
})

const TOPIC_TEXTS: Record<MailTopic, { name: () => string; hint: () => string }> = {
  sales: { name: m.notification_topic_sales, hint: m.notification_topic_sales_hint },
  refunds: { name: m.notification_topic_refunds, hint: m.notification_topic_refunds_hint },
  chargebacks: {
    name: m.notification_topic_chargebacks,
    hint: m.notification_topic_chargebacks_hint,
  },
  reviews: { name: m.notification_topic_reviews, hint: m.notification_topic_reviews_hint },
  statements: {
    name: m.notification_topic_statements,
    hint: m.notification_topic_statements_hint,
  },
  conversions: {
    name: m.notification_topic_conversions,
    hint: m.notification_topic_conversions_hint,
  },
  product_reviews: {
    name: m.notification_topic_product_reviews,
    hint: m.notification_topic_product_reviews_hint,
  },
  storage: { name: m.notification_topic_storage, hint: m.notification_topic_storage_hint },
  account: { name: m.notification_topic_account, hint: m.notification_topic_account_hint },
  planned: { name: m.notification_topic_planned, hint: m.notification_topic_planned_hint },
  moderation: { name: m.notification_topic_moderation, hint: m.notification_topic_moderation_hint },
}

/** Returns the name of a notification topic and a hint about its emails. */
export function getTopicText(topic: MailTopic): { name: string; hint: string } {
  const { name, hint } = TOPIC_TEXTS[topic]
  return { name: name(), hint: hint() }
}
