import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'

export const renderContactEmail: TemplateRenderer<'contact_email'> = (
  locale,
  { username, link },
  branding,
) => {
  const options = { locale }
  return renderLayout(
    locale,
    {
      subject: m.mail_contact_email_subject({ brand: branding.brandName }, options),
      preview: m.mail_contact_email_preview({}, options),
      heading: m.mail_contact_email_heading({}, options),
      paragraphs: [
        m.mail_contact_email_body({ seller: `@${username}`, brand: branding.brandName }, options),
      ],
      action: { label: m.mail_email_change_action({}, options), href: link },
      notes: [m.mail_email_change_note({}, options)],
    },
    branding,
  )
}
