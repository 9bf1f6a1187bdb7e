import * as m from '#messages'
import type { NotificationKindDefinition } from './notification-kind.ts'

/** The notification that the scan of a product's file found nothing, and the file went on sale. */
export const filePublishedNotification: NotificationKindDefinition<'file_published'> = {
  path: '/dashboard/products',
  email({ productName: product }, options) {
    return {
      subject: m.notification_email_file_published_subject({ product }, options),
      heading: m.notification_email_file_published_heading({}, options),
      paragraphs: [m.notification_email_file_published_body({ product }, options)],
      action: m.notification_email_see_products({}, options),
    }
  },
}
