import * as m from '#messages'
import { renderLayout } from '../../layout.ts'
import type { TemplateRenderer } from '../../template.ts'

export const renderOrderMessage: TemplateRenderer<'order_message'> = (
  locale,
  { payment, number, productNames, message, link },
  branding,
) => {
  const options = { locale }
  const brand = { brand: branding.brandName }
  const heading = {
    paid: m.mail_message_heading,
    pending: m.mail_message_heading_pending,
    none: m.mail_message_heading_unpaid,
  }[payment]
  return renderLayout(
    locale,
    {
      subject: m.mail_message_subject({ number }, options),
      preview: message.slice(0, 90),
      heading: heading({}, options),
      paragraphs: [
        m.mail_message_order({ number, product: productNames.join(', ') }, options),
        ...message.split('\n').filter(line => line.trim() !== ''),
      ],
      action: { label: m.mail_message_action({}, options), href: link },
      notes: [
        m.mail_message_note({}, options),
        ...(payment === 'paid' ? [] : [m.mail_message_unpaid_note(brand, options)]),
      ],
    },
    branding,
  )
}
