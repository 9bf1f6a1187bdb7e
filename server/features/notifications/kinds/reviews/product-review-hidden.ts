import * as m from '#messages'
import { type NotificationKindDefinition, formatProductNames } from '../notification-kind.ts'

/** The notification that an admin has hidden a review of the product, with the reason. */
export const productReviewHiddenNotification: NotificationKindDefinition = {
  topic: 'product_reviews',
  path: '/dashboard/reviews',
  email(detail, options) {
    const product = formatProductNames(detail, options)
    return {
      subject: m.notification_email_product_review_hidden_subject({ product }, options),
      heading: m.notification_email_product_review_hidden_heading({}, options),
      paragraphs: [
        m.notification_email_product_review_hidden_body({ product }, options),
        m.mail_reason({ reason: detail.reason ?? '' }, options),
      ],
      action: m.notification_email_see_reviews({}, options),
    }
  },
}
