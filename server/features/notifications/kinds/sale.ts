import * as m from '#messages'
import {
  type NotificationKindDefinition,
  formatDetailAmount,
  formatProductNames,
} from './notification-kind.ts'

/** The notification that an order was paid and delivered. `amountMinor` is the amount that the seller receives. */
export const saleNotification: NotificationKindDefinition = {
  topic: 'sales',
  path: '/dashboard/sales',
  email(detail, options) {
    const product = formatProductNames(detail, options)
    return {
      subject: m.notification_email_sale_subject({ product }, options),
      heading: m.notification_email_sale_heading({}, options),
      paragraphs: [
        m.notification_email_sale_body(
          { product, amount: formatDetailAmount(detail, options) },
          options,
        ),
      ],
      action: m.notification_email_see_sale({}, options),
    }
  },
}
