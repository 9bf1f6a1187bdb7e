import * as m from '#messages'
import {
  type NotificationKindDefinition,
  formatDetailAmount,
  formatProductNames,
} from '../notification-kind.ts'

/**
 * The notification that a buyer paid an order a second time and that the refund of the second payment was requested.
 * `amountMinor` is the amount of the second payment.
 */
export const secondPaymentNotification: NotificationKindDefinition = {
  topic: 'refunds',
  path: '/dashboard/sales',
  email(detail, options) {
    const product = formatProductNames(detail, options)
    return {
      subject: m.notification_email_second_payment_subject({ product }, options),
      heading: m.notification_email_second_payment_heading({}, options),
      paragraphs: [
        m.notification_email_second_payment_body(
          { product, amount: formatDetailAmount(detail, options) },
          options,
        ),
      ],
      action: m.notification_email_see_sale({}, options),
    }
  },
}
