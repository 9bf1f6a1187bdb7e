import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'

export const renderEmailChange: TemplateRenderer<'email_change'> = (locale, { link }, branding) => {
  const options = { locale }
  return renderLayout(
    locale,
    {
      subject: m.mail_email_change_subject({ brand: branding.brandName }, options),
      preview: m.mail_email_change_preview({}, options),
      heading: m.mail_email_change_heading({}, options),
      paragraphs: [m.mail_email_change_body({ brand: branding.brandName }, options)],
      action: { label: m.mail_email_change_action({}, options), href: link },
      notes: [m.mail_link_hour({}, options), m.mail_email_change_note({}, options)],
    },
    branding,
  )
}
