import { formatDateTime } from '#contract/core/format-date.ts'
import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'

export const renderEmailChanged: TemplateRenderer<'email_changed'> = (
  locale,
  { newEmail, until, link },
  branding,
) => {
  const options = { locale }
  const time = formatDateTime(until, locale)
  return renderLayout(
    locale,
    {
      subject: m.mail_email_changed_subject({}, options),
      preview: m.mail_email_notice_preview({}, options),
      heading: m.mail_email_changed_heading({}, options),
      paragraphs: [
        m.mail_email_changed_body({ brand: branding.brandName, email: newEmail }, options),
        m.mail_email_changed_undo({ time }, options),
      ],
      isWarning: true,
      action: { label: m.mail_email_changed_action({}, options), href: link },
    },
    branding,
  )
}
