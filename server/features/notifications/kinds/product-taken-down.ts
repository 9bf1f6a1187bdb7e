import * as m from '#messages'
import { type NotificationKindDefinition, formatProductNames } from './notification-kind.ts'

/** The notification that an admin took a product down. `reason` is the admin's explanation to the seller. */
export const productTakenDownNotification: NotificationKindDefinition = {
  topic: 'moderation',
  path: '/dashboard/products',
  email(detail, options) {
    const product = formatProductNames(detail, options)
    return {
      subject: m.notification_email_product_taken_down_subject({ product }, options),
      heading: m.notification_email_product_taken_down_heading({}, options),
      paragraphs: [
        m.notification_email_product_taken_down_body({ product }, options),
        m.mail_reason({ reason: detail.reason ?? '' }, options),
      ],
      action: m.notification_email_see_products({}, options),
    }
  },
}
