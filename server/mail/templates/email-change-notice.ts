import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'

export const renderEmailChangeNotice: TemplateRenderer<'email_change_notice'> = (
  locale,
  { newEmail, recoverLink },
  branding,
) => {
  const options = { locale }
  return renderLayout(
    locale,
    {
      subject: m.mail_email_notice_subject({}, options),
      preview: m.mail_email_notice_preview({}, options),
      heading: m.mail_email_notice_heading({}, options),
      paragraphs: [
        m.mail_email_notice_body({ brand: branding.brandName, email: newEmail }, options),
        m.mail_email_notice_not_you({}, options),
      ],
      isWarning: true,
      action: { label: m.mail_protect_action({}, options), href: recoverLink },
    },
    branding,
  )
}
