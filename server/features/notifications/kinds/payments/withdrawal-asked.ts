import { ANSWER_DAYS } from '#contract/withdrawals.ts'
import * as m from '#messages'
import {
  type NotificationKindDefinition,
  formatDetailAmount,
  formatProductNames,
} from '../notification-kind.ts'

/** The notification that a buyer asks for a refund after the withdrawal period, which the seller has to answer. */
export const withdrawalAskedNotification: NotificationKindDefinition = {
  topic: 'refunds',
  path: '/dashboard/returns',
  email(detail, options) {
    const product = formatProductNames(detail, options)
    const amount = formatDetailAmount(detail, options)
    return {
      subject: m.notification_email_withdrawal_asked_subject({ product }, options),
      heading: m.notification_email_withdrawal_asked_heading({}, options),
      paragraphs: [
        m.notification_email_withdrawal_asked_body({ product, amount }, options),
        m.notification_email_withdrawal_asked_clock({ days: ANSWER_DAYS }, options),
      ],
      action: m.notification_email_see_sale({}, options),
    }
  },
}
