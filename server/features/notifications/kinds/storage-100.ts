import * as m from '#messages'
import { type NotificationKindDefinition } from './notification-kind.ts'

/** The notification that the seller's files fill the storage quota. */
export const storageFullNotification: NotificationKindDefinition<'storage_100'> = {
  path: '/dashboard/products',
  email(_detail, options) {
    return {
      subject: m.notification_email_storage_100_subject({}, options),
      heading: m.notification_email_storage_100_heading({}, options),
      paragraphs: [m.notification_email_storage_100_body({}, options)],
      action: m.notification_email_see_products({}, options),
    }
  },
}
