import * as m from '#messages'
import { type NotificationKindDefinition, formatEventAmount } from './notification-kind.ts'

/** The notification that what the seller had planned came about at its time, or could not. */
export const plannedNotification: NotificationKindDefinition<'planned'> = {
  path: '/dashboard/products',
  email(
    { outcome, productName: product = '', count = 0, amountMinor = 0, currency = 'ARS' },
    options,
  ) {
    const texts = {
      published: () => ({
        subject: m.notification_email_planned_published_subject({ product }, options),
        body: m.notification_email_planned_published_body({ product }, options),
      }),
      changes_published: () => ({
        subject: m.notification_email_planned_changes_subject({ product }, options),
        body: m.notification_email_planned_changes_body({ product }, options),
      }),
      not_published: () => ({
        subject: m.notification_email_planned_failed_subject({ product }, options),
        body: m.notification_email_planned_failed_body({ product }, options),
      }),
      prices_changed: () => ({
        subject: m.notification_email_planned_prices_subject({}, options),
        body: m.notification_email_planned_prices_body({ count }, options),
      }),
      offer_ended: () => ({
        subject: m.notification_email_planned_offer_subject({ product }, options),
        body: m.notification_email_planned_offer_body(
          { product, price: formatEventAmount({ amountMinor, currency }, options) },
          options,
        ),
      }),
    }
    const { subject, body } = texts[outcome]()
    return {
      subject,
      heading: m.notification_email_planned_heading({}, options),
      paragraphs: [body],
      action: m.notification_email_see_products({}, options),
    }
  },
}
