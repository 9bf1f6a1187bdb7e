import * as m from '#messages'
import { type NotificationKindDefinition, formatProductNames } from './notification-kind.ts'

/** The notification that the scan of a product's file found nothing, and the file went on sale. */
export const filePublishedNotification: NotificationKindDefinition = {
  topic: 'moderation',
  path: '/dashboard/products',
  email(detail, options) {
    const product = formatProductNames(detail, options)
    return {
      subject: m.notification_email_file_published_subject({ product }, options),
      heading: m.notification_email_file_published_heading({}, options),
      paragraphs: [m.notification_email_file_published_body({ product }, options)],
      action: m.notification_email_see_products({}, options),
    }
  },
}
