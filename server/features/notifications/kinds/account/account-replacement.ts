import { formatDateTime } from '#contract/core/format-date.ts'
import * as m from '#messages'
import type { NotificationKindDefinition } from '../notification-kind.ts'

/**
 * The notification that another MercadoPago account will replace the current one. The button of its email undoes the
 * replacement.
 */
export const accountReplacementNotification: NotificationKindDefinition<'account_replacement'> = {
  path: '/dashboard/profile/payment',
  email: ({ collectorId, previousCollectorId, activatesAt }, options) => {
    const time = formatDateTime(activatesAt, options.locale)
    return {
      subject: m.notification_email_account_replacement_subject({}, options),
      heading: m.notification_email_account_replacement_heading({}, options),
      paragraphs: [
        m.notification_email_account_replacement_body(
          { id: collectorId, previous: previousCollectorId, time },
          options,
        ),
        m.notification_email_account_replacement_until({}, options),
        m.notification_email_account_replacement_undo({}, options),
      ],
      action: m.notification_email_account_replacement_action({}, options),
      notes: [],
    }
  },
}
