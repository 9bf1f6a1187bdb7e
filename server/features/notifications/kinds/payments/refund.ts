import * as m from '#messages'
import {
  type NotificationKindDefinition,
  formatDetailAmount,
  formatProductNames,
} from '../notification-kind.ts'

/**
 * The notification that a payment was refunded, partly or in full. `amountMinor` is the amount that the buyer got back.
 */
export const refundNotification: NotificationKindDefinition = {
  topic: 'refunds',
  path: '/dashboard/sales',
  email(detail, options) {
    const product = formatProductNames(detail, options)
    return {
      subject: m.notification_email_refund_subject({ product }, options),
      heading: m.notification_email_refund_heading({}, options),
      paragraphs: [
        m.notification_email_refund_body(
          { product, amount: formatDetailAmount(detail, options) },
          options,
        ),
      ],
      action: m.notification_email_see_sale({}, options),
    }
  },
}
