import * as m from '#messages'
import { type NotificationKindDefinition } from './notification-kind.ts'

/** The notification that the seller's files use more than 80 % of the storage quota. */
export const storageAlmostFullNotification: NotificationKindDefinition<'storage_80'> = {
  path: '/dashboard/products',
  email(_detail, options) {
    return {
      subject: m.notification_email_storage_80_subject({}, options),
      heading: m.notification_email_storage_80_heading({}, options),
      paragraphs: [m.notification_email_storage_80_body({}, options)],
      action: m.notification_email_see_products({}, options),
    }
  },
}
