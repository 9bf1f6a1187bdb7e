import { formatAmount } from '#contract/core/format.ts'
import * as m from '#messages'
import { renderLayout } from '../../layout.ts'
import { formatReceipt } from '../../receipt.ts'
import type { TemplateRenderer } from '../../template.ts'

export const renderPaidTwice: TemplateRenderer<'paid_twice'> = (
  locale,
  { amountMinor, receipt, link },
  branding,
) => {
  const options = { locale }
  const amount = formatAmount(amountMinor, receipt.currency, locale)
  return renderLayout(
    locale,
    {
      subject: m.mail_paid_twice_subject({}, options),
      preview: m.mail_paid_twice_preview({ amount }, options),
      heading: m.mail_paid_twice_heading({}, options),
      paragraphs: [
        m.mail_paid_twice_body({ amount }, options),
        m.mail_paid_twice_time({}, options),
        formatReceipt(receipt, locale),
      ],
      action: { label: m.mail_paid_twice_action({}, options), href: link },
      isReceipt: true,
    },
    branding,
  )
}
