import * as m from '#messages'
import {
  type NotificationKindDefinition,
  formatDetailAmount,
  formatProductNames,
} from '../notification-kind.ts'

/** The notification that the buyer's bank disputed a payment. `amountMinor` is the disputed amount. */
export const chargebackNotification: NotificationKindDefinition = {
  topic: 'chargebacks',
  path: '/dashboard/sales',
  email(detail, options) {
    const product = formatProductNames(detail, options)
    return {
      subject: m.notification_email_chargeback_subject({ product }, options),
      heading: m.notification_email_chargeback_heading({}, options),
      paragraphs: [
        m.notification_email_chargeback_body(
          { product, amount: formatDetailAmount(detail, options) },
          options,
        ),
      ],
      action: m.notification_email_see_sale({}, options),
    }
  },
}
