import { describeReviewReason } from '#server/mail/review-reason.ts'
import * as m from '#messages'
import { type NotificationKindDefinition, formatProductNames } from '../notification-kind.ts'

/** The notification that a payment does not match its order, so that the order waits for a manual review. */
export const orderReviewNotification: NotificationKindDefinition = {
  topic: 'reviews',
  path: '/dashboard/sales',
  email(detail, options) {
    const product = formatProductNames(detail, options)
    return {
      subject: m.notification_email_order_review_subject({ product }, options),
      heading: m.notification_email_order_review_heading({}, options),
      paragraphs: [
        m.notification_email_order_review_body({ product }, options),
        ...(detail.review ? [describeReviewReason(detail.review, options.locale)] : []),
      ],
      action: m.notification_email_see_sale({}, options),
    }
  },
}
