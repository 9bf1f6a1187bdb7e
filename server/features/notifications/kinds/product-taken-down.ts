import * as m from '#messages'
import type { NotificationKindDefinition } from './notification-kind.ts'

/** The notification that an admin took a product down. `reason` is the admin's explanation to the seller. */
export const productTakenDownNotification: NotificationKindDefinition<'product_taken_down'> = {
  path: '/dashboard/products',
  email({ productName: product, ...data }, options) {
    return {
      subject: m.notification_email_product_taken_down_subject({ product }, options),
      heading: m.notification_email_product_taken_down_heading({}, options),
      paragraphs: [
        m.notification_email_product_taken_down_body({ product }, options),
        m.mail_reason({ reason: data.reason }, options),
      ],
      action: m.notification_email_see_products({}, options),
    }
  },
}
