import * as m from '#messages'
import type { NotificationKindDefinition } from './notification-kind.ts'

/** The notification that a buyer has reviewed a product. */
export const productReviewNotification: NotificationKindDefinition<'product_review'> = {
  path: '/dashboard/reviews',
  email({ productName: product, stars: count }, options, { reviewText }) {
    return {
      subject: m.notification_email_product_review_subject({ product, count }, options),
      heading: m.notification_email_product_review_heading({}, options),
      paragraphs: [
        m.notification_email_product_review_body({ product, count }, options),
        ...(reviewText ? [`«${reviewText}»`] : []),
        m.notification_email_product_review_reply({}, options),
      ],
      action: m.notification_email_see_reviews({}, options),
    }
  },
}
