import * as m from '#messages'
import type { NotificationKindDefinition } from '../notification-kind.ts'

/** The notification that buyers now pay into a MercadoPago account, which somebody else may have linked. */
export const accountLinkedNotification: NotificationKindDefinition<'account_linked'> = {
  path: '/dashboard/profile/payment',
  email: ({ collectorId, previousCollectorId }, options) => ({
    subject: m.notification_email_account_linked_subject({}, options),
    heading: m.notification_email_account_linked_heading({}, options),
    paragraphs: [
      m.notification_email_account_linked_body({ id: collectorId }, options),
      ...(previousCollectorId && previousCollectorId !== collectorId
        ? [m.notification_email_account_linked_before({ id: previousCollectorId }, options)]
        : []),
      m.notification_email_account_not_you({}, options),
    ],
    action: m.notification_email_account_linked_action({}, options),
    // The hint that emails can be turned off is omitted, since this email is mandatory.
    notes: [],
  }),
}
