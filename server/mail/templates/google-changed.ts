import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'

export const renderGoogleChanged: TemplateRenderer<'google_changed'> = (
  locale,
  { change, googleEmail, recoverLink },
  branding,
) => {
  const options = { locale }
  const texts =
    change === 'linked'
      ? {
          subject: m.mail_google_linked_subject,
          heading: m.mail_google_linked_heading,
          body: m.mail_google_linked_body,
        }
      : {
          subject: m.mail_google_unlinked_subject,
          heading: m.mail_google_unlinked_heading,
          body: m.mail_google_unlinked_body,
        }
  return renderLayout(
    locale,
    {
      subject: texts.subject({ brand: branding.brandName }, options),
      preview: m.mail_password_preview({}, options),
      heading: texts.heading({}, options),
      paragraphs: [texts.body({ email: googleEmail }, options), m.mail_google_not_you({}, options)],
      isWarning: true,
      action: { label: m.mail_protect_action({}, options), href: recoverLink },
    },
    branding,
  )
}
