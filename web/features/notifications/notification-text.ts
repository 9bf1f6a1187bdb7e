import type { MailTopic } from '#contract/mail-topics.ts'
import type { Notification, SecondFactorChange } from '#contract/notifications.ts'
import { ANSWER_DAYS } from '#contract/withdrawals.ts'
import * as m from '#messages'
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
  const { kind, orderId, productName, items, amountMinor, currency, account } = notification
  const product =
    items !== null && items > 1
      ? m.notification_products({ name: productName ?? '', more: items - 1 })
      : (productName ?? '')
  const amount = amountMinor !== null && currency ? formatMinorUnits(amountMinor, currency) : ''
  const salePath = orderId === null ? undefined : paths.dashboardSales({ sale: orderId })
  const aboutSale = (title: string, detail?: string): NotificationText => ({
    title,
    ...(detail && { detail }),
    ...(salePath && { to: salePath }),
  })
  switch (kind) {
    case 'sale':
      return aboutSale(
        m.notification_sale({ product }),
        amount && m.notification_sale_amount({ amount }),
      )
    case 'refund':
      return aboutSale(
        m.notification_refund({ product }),
        amount && m.notification_refund_amount({ amount }),
      )
    case 'refund_refused':
      return aboutSale(
        m.notification_refund_refused({ product }),
        notification.refusal ? getRefundRefusalText(notification.refusal) : undefined,
      )
    case 'second_payment':
      return aboutSale(
        m.notification_second_payment({ product }),
        amount && m.notification_second_payment_amount({ amount }),
      )
    case 'withdrawal_asked':
      return {
        title: m.notification_withdrawal_asked({ product }),
        detail: m.notification_withdrawal_asked_detail({ days: ANSWER_DAYS, amount }),
        to: paths.dashboardReturns(),
      }
    case 'chargeback':
      return aboutSale(
        m.notification_chargeback({ product }),
        amount && m.notification_chargeback_amount({ amount }),
      )
    case 'chargeback_won':
      return aboutSale(m.notification_chargeback_won({ product }))
    case 'claim_opened':
      return aboutSale(
        m.notification_claim_opened({ product }),
        amount && m.notification_claim_opened_amount({ amount }),
      )
    case 'claim_closed':
      return aboutSale(m.notification_claim_closed({ product }))
    case 'unmatched_refund':
      return {
        title: m.notification_unmatched_refund({ amount }),
        detail: m.notification_unmatched_refund_payment({ id: notification.paymentId ?? '' }),
      }
    case 'order_review':
      return aboutSale(
        m.notification_order_review({ product }),
        notification.review ? getReviewReasonText(notification.review) : undefined,
      )
    case 'storage_80':
      return { title: m.notification_storage_80(), to: paths.dashboardProducts() }
    case 'storage_100':
      return { title: m.notification_storage_100(), to: paths.dashboardProducts() }
    case 'account_linked':
      return {
        title: m.notification_account_linked({ id: notification.collectorId ?? '' }),
        detail: m.notification_account_linked_detail(),
        to: paths.paymentAccount(),
      }
    case 'account_replacement':
      return {
        title: m.notification_account_replacement({ id: notification.collectorId ?? '' }),
        ...(notification.activatesAt && {
          detail: m.notification_account_replacement_detail({
            time: formatDateTime(notification.activatesAt),
          }),
        }),
        to: paths.paymentAccount(),
      }
    case 'account_unlinked':
      return { ...ACCOUNT_UNLINKED_TEXTS[account ?? 'unlinked'](), to: paths.paymentAccount() }
    case 'account_expiring':
      return {
        title: m.notification_account_expiring(),
        detail: m.notification_account_expiring_detail(),
        to: paths.paymentAccount(),
      }
    case 'second_factor':
      return {
        title: SECOND_FACTOR_TEXTS[notification.secondFactor ?? 'off'](),
        to: paths.secondFactor(),
      }
    case 'product_review':
      return {
        title: m.notification_product_review({ product, count: notification.stars ?? 0 }),
        to: paths.dashboardReviews(),
      }
    case 'product_review_hidden':
      return {
        title: m.notification_product_review_hidden({ product }),
        ...(notification.reason && { detail: notification.reason }),
        to: paths.dashboardReviews(),
      }
    case 'product_taken_down':
      return {
        title: m.notification_product_taken_down({ product }),
        ...(notification.reason && { detail: notification.reason }),
        ...productLink(notification),
      }
    case 'product_restored':
      return { title: m.notification_product_restored({ product }), ...productLink(notification) }
    case 'file_published':
      return { title: m.notification_file_published({ product }), ...productLink(notification) }
    case 'file_refused':
      return {
        title: m.notification_file_refused({ product }),
        detail:
          notification.fileRefusal === 'too_large'
            ? m.file_refused_too_large()
            : m.file_refused_malware({ signature: notification.signature ?? '' }),
        ...productLink(notification),
      }
  }
}

const ACCOUNT_UNLINKED_TEXTS: Record<
  NonNullable<Notification['account']>,
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

const SECOND_FACTOR_TEXTS: Record<SecondFactorChange, () => string> = {
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

const productLink = ({ productId }: Notification) =>
  productId === null ? {} : { to: paths.dashboardProduct(productId) }

const TOPIC_TEXTS: Record<MailTopic, { name: () => string; hint: () => string }> = {
  sales: { name: m.notification_topic_sales, hint: m.notification_topic_sales_hint },
  refunds: { name: m.notification_topic_refunds, hint: m.notification_topic_refunds_hint },
  chargebacks: {
    name: m.notification_topic_chargebacks,
    hint: m.notification_topic_chargebacks_hint,
  },
  reviews: { name: m.notification_topic_reviews, hint: m.notification_topic_reviews_hint },
  product_reviews: {
    name: m.notification_topic_product_reviews,
    hint: m.notification_topic_product_reviews_hint,
  },
  storage: { name: m.notification_topic_storage, hint: m.notification_topic_storage_hint },
  account: { name: m.notification_topic_account, hint: m.notification_topic_account_hint },
  moderation: { name: m.notification_topic_moderation, hint: m.notification_topic_moderation_hint },
}

/** Returns the name of a notification topic and a hint about its emails. */
export function getTopicText(topic: MailTopic): { name: string; hint: string } {
  const { name, hint } = TOPIC_TEXTS[topic]
  return { name: name(), hint: hint() }
}
