import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'

export const renderVerification: TemplateRenderer<'verify_account'> = (
  locale,
  { link },
  branding,
) => {
  const options = { locale }
  return renderLayout(
    locale,
    {
      subject: m.mail_verify_subject({ brand: branding.brandName }, options),
      preview: m.mail_verify_preview({}, options),
      heading: m.mail_verify_heading({}, options),
      paragraphs: [m.mail_verify_body({ brand: branding.brandName }, options)],
      action: { label: m.mail_verify_action({}, options), href: link },
      notes: [m.mail_verify_note({}, options)],
    },
    branding,
  )
}
