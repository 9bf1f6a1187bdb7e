import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'

export const renderWelcome: TemplateRenderer<'welcome'> = (locale, { link }, branding) => {
  const options = { locale }
  const brand = branding.brandName
  return renderLayout(
    locale,
    {
      subject: m.mail_welcome_subject({ brand }, options),
      preview: m.mail_welcome_preview({}, options),
      heading: m.mail_welcome_heading({}, options),
      paragraphs: [m.mail_welcome_body({ brand }, options)],
      list: [
        { title: m.mail_welcome_pay({}, options), detail: m.mail_welcome_pay_detail({}, options) },
        {
          title: m.mail_welcome_publish({}, options),
          detail: m.mail_welcome_publish_detail({}, options),
        },
        {
          title: m.mail_welcome_share({}, options),
          detail: m.mail_welcome_share_detail({}, options),
        },
      ],
      action: { label: m.mail_welcome_action({}, options), href: link },
    },
    branding,
  )
}
