import * as m from '#messages'
import type { NotificationKindDefinition } from './notification-kind.ts'

/** The notification that an admin put a product back on sale. */
export const productRestoredNotification: NotificationKindDefinition<'product_restored'> = {
  path: '/dashboard/products',
  email({ productName: product }, options) {
    return {
      subject: m.notification_email_product_restored_subject({ product }, options),
      heading: m.notification_email_product_restored_heading({}, options),
      paragraphs: [m.notification_email_product_restored_body({ product }, options)],
      action: m.notification_email_see_products({}, options),
    }
  },
}
