import type { RefundRefusal } from '#contract/orders/events.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { type NotificationKindDefinition, formatProductNames } from '../notification-kind.ts'

type Text = (inputs: Record<string, never>, options: { locale: Locale }) => string

const REFUSALS: Record<RefundRefusal, Text> = {
  too_old: m.refusal_too_old,
  account_unreadable: m.refusal_account_unreadable,
  not_found: m.refusal_not_found,
  not_allowed: m.refusal_not_allowed,
  changed: m.refusal_changed,
}

/** The notification that MercadoPago refused a refund. `refusal` is MercadoPago's reason. */
export const refundRefusedNotification: NotificationKindDefinition = {
  topic: 'refunds',
  path: '/dashboard/sales',
  email(detail, options) {
    const product = formatProductNames(detail, options)
    return {
      subject: m.notification_email_refund_refused_subject({ product }, options),
      heading: m.notification_email_refund_refused_heading({}, options),
      paragraphs: [
        m.notification_email_refund_refused_body({ product }, options),
        REFUSALS[detail.refusal ?? 'not_allowed']({}, options),
      ],
      action: m.notification_email_see_sale({}, options),
    }
  },
}
