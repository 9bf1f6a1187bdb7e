import * as m from '#messages'
import { type NotificationKindDefinition, formatProductNames } from './notification-kind.ts'

/** The notification that an admin put a product back on sale. */
export const productRestoredNotification: NotificationKindDefinition = {
  topic: 'moderation',
  path: '/dashboard/products',
  email(detail, options) {
    const product = formatProductNames(detail, options)
    return {
      subject: m.notification_email_product_restored_subject({ product }, options),
      heading: m.notification_email_product_restored_heading({}, options),
      paragraphs: [m.notification_email_product_restored_body({ product }, options)],
      action: m.notification_email_see_products({}, options),
    }
  },
}
