import * as m from '#messages'
import { type NotificationKindDefinition, formatProductNames } from '../notification-kind.ts'

/** The notification that a buyer has reviewed a product. */
export const productReviewNotification: NotificationKindDefinition = {
  topic: 'product_reviews',
  path: '/dashboard/reviews',
  email(detail, options, { reviewText }) {
    const product = formatProductNames(detail, options)
    return {
      subject: m.notification_email_product_review_subject(
        { product, count: detail.stars ?? 0 },
        options,
      ),
      heading: m.notification_email_product_review_heading({}, options),
      paragraphs: [
        m.notification_email_product_review_body({ product, count: detail.stars ?? 0 }, options),
        ...(reviewText ? [`«${reviewText}»`] : []),
        m.notification_email_product_review_reply({}, options),
      ],
      action: m.notification_email_see_reviews({}, options),
    }
  },
}
