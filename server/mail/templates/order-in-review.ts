import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'
import { describeReviewReason } from '../review-reason.ts'

export const renderOrderInReview: TemplateRenderer<'order_in_review'> = (
  locale,
  { orderId, reason, link },
  branding,
) => {
  const options = { locale }
  return renderLayout(
    locale,
    {
      subject: m.mail_review_subject({}, options),
      preview: m.mail_review_preview({}, options),
      heading: m.mail_review_heading({}, options),
      paragraphs: [m.mail_review_body({}, options)],
      list: [{ title: orderId, detail: describeReviewReason(reason, locale) }],
      action: { label: m.mail_review_action({}, options), href: link },
    },
    branding,
  )
}
