import * as m from '#messages'
import {
  type NotificationKindDefinition,
  formatDetailAmount,
  formatProductNames,
} from '../notification-kind.ts'

/**
 * The notification that MercadoPago closed a buyer's claim, and that the payment stands. `amountMinor` is the amount
 * that was claimed.
 */
export const claimClosedNotification: NotificationKindDefinition = {
  topic: 'chargebacks',
  path: '/dashboard/sales',
  email(detail, options) {
    const product = formatProductNames(detail, options)
    return {
      subject: m.notification_email_claim_closed_subject({ product }, options),
      heading: m.notification_email_claim_closed_heading({}, options),
      paragraphs: [
        m.notification_email_claim_closed_body(
          { product, amount: formatDetailAmount(detail, options) },
          options,
        ),
      ],
      action: m.notification_email_see_sale({}, options),
    }
  },
}
