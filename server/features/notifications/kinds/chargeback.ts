import * as m from '#messages'
import { type NotificationKindDefinition, amountText, productNames } from './notification-kind.ts'

/** The buyer's bank disputed a payment. `amountMinor` is the disputed amount. */
export const chargeback: NotificationKindDefinition = {
  topic: 'chargebacks',
  path: '/dashboard/sales',
  email(detail, options) {
    const product = productNames(detail, options)
    return {
      subject: m.notification_email_chargeback_subject({ product }, options),
      heading: m.notification_email_chargeback_heading({}, options),
      paragraphs: [
        m.notification_email_chargeback_body({ product, amount: amountText(detail) }, options),
      ],
      action: m.notification_email_see_sale({}, options),
    }
  },
}
