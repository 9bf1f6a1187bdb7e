import * as m from '#messages'
import { type NotificationKindDefinition, formatEventAmount } from './notification-kind.ts'

/**
 * The notification that an admin asked MercadoPago to refund a payment that matches no order of the seller.
 * `amountMinor` is the amount that the buyer gets back.
 */
export const unmatchedRefundNotification: NotificationKindDefinition<'unmatched_refund'> = {
  path: '/dashboard/sales',
  email(data, options) {
    const amount = formatEventAmount(data, options)
    return {
      subject: m.notification_email_unmatched_refund_subject({ amount }, options),
      heading: m.notification_email_unmatched_refund_heading({}, options),
      paragraphs: [
        m.notification_email_unmatched_refund_body({ amount, payment: data.paymentId }, options),
      ],
      action: m.notification_email_see_sales({}, options),
    }
  },
}
