import * as m from '#messages'
import { type NotificationKindDefinition } from './notification-kind.ts'

/** The seller's files passed 80 % of their storage quota. */
export const storageAlmostFullNotification: NotificationKindDefinition = {
  topic: 'storage',
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
