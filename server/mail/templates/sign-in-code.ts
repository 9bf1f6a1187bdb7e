import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'

export const renderSignInCode: TemplateRenderer<'sign_in_code'> = (
  locale,
  { code, browser, system, place, recoverLink },
  branding,
) => {
  const options = { locale }
  const device = [browser, system].filter(Boolean).join(' · ')
  return renderLayout(
    locale,
    {
      subject: m.mail_code_subject({ brand: branding.brandName }, options),
      preview: m.mail_code_preview({}, options),
      heading: m.mail_code_heading({}, options),
      paragraphs: [m.mail_code_body({}, options)],
      list: [
        {
          title: code,
          detail: m.mail_code_detail(
            { device: device || m.mail_device_unknown({}, options), place },
            options,
          ),
        },
      ],
      notes: [m.mail_code_not_you({ link: recoverLink }, options)],
    },
    branding,
  )
}
