import * as m from '#messages'
import { renderLayout } from '../../layout.ts'
import { formatReceipt } from '../../receipt.ts'
import type { TemplateRenderer } from '../../template.ts'

export const renderOrdersResent: TemplateRenderer<'orders_resent'> = (
  locale,
  { orders },
  branding,
) => {
  const options = { locale }
  return renderLayout(
    locale,
    {
      subject: m.mail_resent_subject({}, options),
      preview: m.mail_resent_preview({}, options),
      heading: m.mail_resent_heading({}, options),
      paragraphs: [m.mail_resent_body({}, options)],
      list: orders.map(({ link, names, receipt, isWaiting }) => ({
        title: names.join(', '),
        detail: [
          ...(isWaiting ? [m.mail_resent_waiting({}, options)] : []),
          formatReceipt(receipt, locale),
        ].join(' · '),
        link: {
          label: isWaiting
            ? m.mail_resent_waiting_link({}, options)
            : m.mail_resent_link({}, options),
          href: link,
        },
      })),
      notes: [m.mail_resent_note({}, options)],
    },
    branding,
  )
}
