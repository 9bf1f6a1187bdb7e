import * as m from '#messages'
import { renderLayout } from '../../layout.ts'
import type { TemplateRenderer } from '../../template.ts'

export const renderAddressRequest: TemplateRenderer<'order_address_request'> = (
  locale,
  { side, number, sellerUsername: seller, newEmail: email, link },
  branding,
) => {
  const options = { locale }
  return renderLayout(
    locale,
    {
      subject: m.mail_address_request_subject({ number }, options),
      preview: m.mail_address_request_preview({}, options),
      heading: m.mail_address_request_heading({}, options),
      paragraphs: [
        side === 'new'
          ? m.mail_address_request_new({ number, seller }, options)
          : m.mail_address_request_old({ number, seller, email }, options),
      ],
      action: { label: m.mail_address_request_action({}, options), href: link },
      notes: [m.mail_address_request_note({}, options)],
    },
    branding,
  )
}

export const renderAddressChanged: TemplateRenderer<'order_address_changed'> = (
  locale,
  { number, sellerUsername: seller, newEmail: email },
  branding,
) => {
  const options = { locale }
  return renderLayout(
    locale,
    {
      subject: m.mail_address_changed_subject({ number }, options),
      preview: m.mail_address_changed_preview({}, options),
      heading: m.mail_address_changed_heading({}, options),
      paragraphs: [m.mail_address_changed_body({ number, seller, email }, options)],
      notes: [m.mail_address_changed_note({}, options)],
    },
    branding,
  )
}
