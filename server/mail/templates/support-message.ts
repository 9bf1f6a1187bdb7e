import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'

export const renderSupportMessage: TemplateRenderer<'support_message'> = (
  locale,
  { email, message, userId },
  branding,
) => {
  const options = { locale }
  return renderLayout(
    locale,
    {
      subject: m.mail_support_subject({ email }, options),
      preview: message.slice(0, 90),
      heading: m.mail_support_heading({}, options),
      paragraphs: [
        m.mail_support_from({ email }, options),
        ...message.split('\n').filter(line => line.trim() !== ''),
      ],
      notes: [
        m.mail_support_note({}, options),
        ...(userId === null ? [] : [m.mail_support_user({ id: userId }, options)]),
      ],
    },
    branding,
  )
}
