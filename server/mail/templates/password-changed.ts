import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'

export const renderPasswordChanged: TemplateRenderer<'password_changed'> = (
  locale,
  { recoverLink },
  branding,
) => {
  const options = { locale }
  return renderLayout(
    locale,
    {
      subject: m.mail_password_subject({ brand: branding.brandName }, options),
      preview: m.mail_password_preview({}, options),
      heading: m.mail_password_heading({}, options),
      paragraphs: [m.mail_password_body({}, options), m.mail_password_not_you({}, options)],
      isWarning: true,
      action: { label: m.mail_protect_action({}, options), href: recoverLink },
    },
    branding,
  )
}
