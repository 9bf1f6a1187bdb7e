import * as m from '#messages'
import { renderLayout } from '../../layout.ts'
import type { TemplateRenderer } from '../../template.ts'
import { describeReviewReason } from '../../review-reason.ts'

export const renderOrderInReview: TemplateRenderer<'order_in_review'> = (
  locale,
  { orderId, reason, isDelivered = false, link },
  branding,
) => {
  const options = { locale }
  const state = isDelivered
    ? m.mail_review_delivered({}, options)
    : m.mail_review_undelivered({}, options)
  return renderLayout(
    locale,
    {
      subject: m.mail_review_subject({}, options),
      preview: state,
      heading: m.mail_review_heading({}, options),
      paragraphs: [m.mail_review_body({}, options), state],
      list: [{ title: orderId, detail: describeReviewReason(reason, locale) }],
      action: { label: m.mail_review_action({}, options), href: link },
    },
    branding,
  )
}
