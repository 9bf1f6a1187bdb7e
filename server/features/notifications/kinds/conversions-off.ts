import * as m from '#messages'
import { describeAnswer, getReceiverName } from '#messages/receivers'
import type { NotificationKindDefinition } from './notification-kind.ts'

/** The notification that a receiver of conversion events was switched off, since it refuses them. */
export const conversionsOffNotification: NotificationKindDefinition<'conversions_off'> = {
  path: '/dashboard/profile/conversions',
  email({ receiver, answer }, options) {
    const name = getReceiverName(receiver, options)
    return {
      subject: m.notification_email_conversions_off_subject({ name }, options),
      heading: m.notification_email_conversions_off_heading({ name }, options),
      paragraphs: [
        m.notification_email_conversions_off_body({ name }, options),
        describeAnswer(receiver, answer, options),
        m.conversions_off({}, options),
      ],
      action: m.notification_email_conversions_off_action({}, options),
    }
  },
}
