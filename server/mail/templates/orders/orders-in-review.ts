import * as m from '#messages'
import { renderLayout } from '../../layout.ts'
import { formatReceipt } from '../../receipt.ts'
import { describeReviewReason } from '../../review-reason.ts'
import type { TemplateRenderer } from '../../template.ts'

export const renderOrdersInReview: TemplateRenderer<'orders_in_review'> = (
  locale,
  { orders, count, link },
  branding,
) => {
  const options = { locale }
  const heading =
    count === 1
      ? m.mail_review_subject({}, options)
      : m.mail_review_subject_many({ count }, options)
  const describeDelivery = (isDelivered: boolean) =>
    isDelivered ? m.mail_review_delivered({}, options) : m.mail_review_undelivered({}, options)
  return renderLayout(
    locale,
    {
      subject: heading,
      preview: m.mail_review_body({}, options),
      heading,
      paragraphs: [m.mail_review_body({}, options)],
      list: orders.map(({ order, reason, isDelivered }) => {
        const problem =
          reason === null
            ? m.mail_review_surplus({}, options)
            : `${describeReviewReason(reason, locale)} ${describeDelivery(isDelivered)}`
        const receipt = formatReceipt(order.receipt, locale)
        return {
          title: order.productNames.join(', '),
          detail: `${receipt} · @${order.sellerUsername}. ${problem}`,
        }
      }),
      action: { label: m.mail_review_action({}, options), href: link },
      ...(count > orders.length && {
        notes: [m.mail_review_more({ count: count - orders.length }, options)],
      }),
    },
    branding,
  )
}
