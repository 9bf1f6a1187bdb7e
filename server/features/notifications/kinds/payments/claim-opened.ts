import * as m from '#messages'
import {
  type NotificationKindDefinition,
  formatDetailAmount,
  formatProductNames,
} from '../notification-kind.ts'

/** The notification that a buyer opened a claim about a payment at MercadoPago. `amountMinor` is the claimed amount. */
export const claimOpenedNotification: NotificationKindDefinition = {
  topic: 'chargebacks',
  path: '/dashboard/sales',
  email(detail, options) {
    const product = formatProductNames(detail, options)
    return {
      subject: m.notification_email_claim_opened_subject({ product }, options),
      heading: m.notification_email_claim_opened_heading({}, options),
      paragraphs: [
        m.notification_email_claim_opened_body(
          { product, amount: formatDetailAmount(detail, options) },
          options,
        ),
      ],
      action: m.notification_email_see_sale({}, options),
    }
  },
}
