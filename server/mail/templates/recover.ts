import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'

export const renderPasswordRecovery: TemplateRenderer<'recover'> = (
  locale,
  { purpose, link },
  branding,
) => {
  const options = { locale }
  const isFirst = purpose === 'set'
  return renderLayout(
    locale,
    {
      subject: isFirst ? m.mail_set_subject({}, options) : m.mail_reset_subject({}, options),
      preview: m.mail_recover_preview({}, options),
      heading: isFirst ? m.mail_set_heading({}, options) : m.mail_reset_heading({}, options),
      paragraphs: [isFirst ? m.mail_set_body({}, options) : m.mail_reset_body({}, options)],
      action: {
        label: isFirst ? m.mail_set_action({}, options) : m.mail_reset_action({}, options),
        href: link,
      },
      notes: [m.mail_link_hour({}, options), m.mail_recover_note({}, options)],
    },
    branding,
  )
}
