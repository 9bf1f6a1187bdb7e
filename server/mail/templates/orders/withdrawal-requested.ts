import * as m from '#messages'
import { renderLayout } from '../../layout.ts'
import { formatReceipt } from '../../receipt.ts'
import type { TemplateRenderer } from '../../template.ts'

export const renderWithdrawalRequested: TemplateRenderer<'withdrawal_requested'> = (
  locale,
  { code, orders },
  branding,
) => {
  const options = { locale }
  return renderLayout(
    locale,
    {
      subject: m.mail_withdrawal_requested_subject({ code }, options),
      preview: m.mail_withdrawal_requested_preview({}, options),
      heading: m.mail_withdrawal_requested_heading({}, options),
      paragraphs: [
        m.mail_withdrawal_code({ code }, options),
        m.mail_withdrawal_requested_body({}, options),
      ],
      list: orders.map(({ link, names, receipt }) => ({
        title: names.join(', '),
        detail: formatReceipt(receipt, locale),
        link: { label: m.mail_withdrawal_requested_link({}, options), href: link },
      })),
      notes: [m.mail_withdrawal_requested_note({}, options)],
      isReceipt: true,
    },
    branding,
  )
}
