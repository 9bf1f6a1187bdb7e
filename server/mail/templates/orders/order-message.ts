import * as m from '#messages'
import { renderLayout } from '../../layout.ts'
import type { TemplateRenderer } from '../../template.ts'

export const renderOrderMessage: TemplateRenderer<'order_message'> = (
  locale,
  { number, productNames, message, link },
  branding,
) => {
  const options = { locale }
  return renderLayout(
    locale,
    {
      subject: m.mail_message_subject({ number }, options),
      preview: message.slice(0, 90),
      heading: m.mail_message_heading({}, options),
      paragraphs: [
        m.mail_message_order({ number, product: productNames.join(', ') }, options),
        ...message.split('\n').filter(line => line.trim() !== ''),
      ],
      action: { label: m.mail_message_action({}, options), href: link },
      notes: [m.mail_message_note({}, options)],
    },
    branding,
  )
}
