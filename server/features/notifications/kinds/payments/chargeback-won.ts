import * as m from '#messages'
import {
  type NotificationKindDefinition,
  formatDetailAmount,
  formatProductNames,
} from '../notification-kind.ts'

/**
 * The notification that a chargeback was decided in favor of the seller. `amountMinor` is the amount that the seller
 * keeps.
 */
export const chargebackWonNotification: NotificationKindDefinition = {
  topic: 'chargebacks',
  path: '/dashboard/sales',
  email(detail, options) {
    const product = formatProductNames(detail, options)
    return {
      subject: m.notification_email_chargeback_won_subject({ product }, options),
      heading: m.notification_email_chargeback_won_heading({}, options),
      paragraphs: [
        m.notification_email_chargeback_won_body(
          { product, amount: formatDetailAmount(detail, options) },
          options,
        ),
      ],
      action: m.notification_email_see_sale({}, options),
    }
  },
}
