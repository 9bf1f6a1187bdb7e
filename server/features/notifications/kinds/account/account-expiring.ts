import * as m from '#messages'
import type { NotificationKindDefinition } from '../notification-kind.ts'

/**
 * The notification that the permission of the seller's MercadoPago account cannot be renewed, so that sales will be
 * paused unless the account is linked again. Its email is mandatory and therefore has no hint that it can be turned
 * off.
 */
export const accountExpiringNotification: NotificationKindDefinition<'account_expiring'> = {
  path: '/dashboard/profile/payment',
  email: (_, options) => ({
    subject: m.notification_email_account_expiring_subject({}, options),
    heading: m.notification_email_account_expiring_heading({}, options),
    paragraphs: [m.notification_email_account_expiring_body({}, options)],
    action: m.notification_email_account_unlinked_action({}, options),
    notes: [],
  }),
}
