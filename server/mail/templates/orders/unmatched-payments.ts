import { formatAmount } from '#contract/core/format.ts'
import * as m from '#messages'
import { renderLayout } from '../../layout.ts'
import type { TemplateRenderer } from '../../template.ts'

export const renderUnmatchedPayments: TemplateRenderer<'unmatched_payments'> = (
  locale,
  { payments, count, link },
  branding,
) => {
  const options = { locale }
  const heading =
    count === 1
      ? m.mail_unmatched_subject({}, options)
      : m.mail_unmatched_subject_many({ count }, options)
  const body = m.mail_unmatched_body({}, options)
  return renderLayout(
    locale,
    {
      subject: heading,
      preview: body,
      heading,
      paragraphs: [body],
      list: payments.map(({ paymentId, amountMinor, currency, sellerUsername }) => ({
        title: m.admin_commission_payment({ id: paymentId }, options),
        detail: `${formatAmount(amountMinor, currency, locale)} · @${sellerUsername}`,
      })),
      action: { label: m.mail_review_action({}, options), href: link },
      ...(count > payments.length && {
        notes: [m.mail_review_more({ count: count - payments.length }, options)],
      }),
    },
    branding,
  )
}
