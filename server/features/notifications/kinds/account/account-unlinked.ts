import * as m from '#messages'
import type { NotificationKindDefinition } from '../notification-kind.ts'

const REASONS = {
  unlinked: m.notification_email_account_unlinked_by_seller,
  revoked: m.notification_email_account_unlinked_revoked,
  refresh_refused: m.notification_email_account_unlinked_refresh_refused,
}

/**
 * The notification that the seller's MercadoPago account is no longer linked or must be confirmed, so that sales are
 * paused. `account` in its details is the reason.
 */
export const accountUnlinkedNotification: NotificationKindDefinition<'account_unlinked'> = {
  path: '/dashboard/profile/payment',
  email({ account }, options) {
    const heading = m.notification_email_account_unlinked_heading({}, options)
    // The hint that emails can be turned off is omitted, since this email is mandatory.
    const notes: string[] = []
    if (account === 'unconfirmed')
      return {
        subject: m.notification_email_account_unconfirmed_subject({}, options),
        heading,
        paragraphs: [m.notification_email_account_unconfirmed_body({}, options)],
        action: m.notification_email_account_unconfirmed_action({}, options),
        notes,
      }
    return {
      subject: m.notification_email_account_unlinked_subject({}, options),
      preview: m.notification_email_account_unlinked_preview({}, options),
      heading,
      paragraphs: [
        REASONS[account]({}, options),
        m.notification_email_account_unlinked_body({}, options),
      ],
      action: m.notification_email_account_unlinked_action({}, options),
      notes,
    }
  },
}
