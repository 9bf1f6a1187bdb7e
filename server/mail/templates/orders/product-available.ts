import * as m from '#messages'
import { renderLayout } from '../../layout.ts'
import type { TemplateRenderer } from '../../template.ts'

export const renderProductAvailable: TemplateRenderer<'product_available'> = (
  locale,
  { productName, sellerUsername, link },
  branding,
) => {
  const options = { locale }
  return renderLayout(
    locale,
    {
      subject: m.mail_available_subject({ product: productName }, options),
      preview: m.mail_available_preview({}, options),
      heading: m.mail_available_heading({}, options),
      paragraphs: [
        m.mail_available_body({ product: productName, seller: `@${sellerUsername}` }, options),
      ],
      action: { label: m.mail_available_action({}, options), href: link },
      notes: [m.mail_available_note({}, options)],
    },
    branding,
  )
}
