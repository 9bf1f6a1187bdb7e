import { formatDateTime } from '#contract/core/format-date.ts'
import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'

export const renderNewDevice: TemplateRenderer<'new_device'> = (
  locale,
  { browser, system, place, at, link, recoverLink },
  branding,
) => {
  const options = { locale }
  const when = formatDateTime(at, locale)
  const device = [browser, system].filter(Boolean).join(' · ')
  return renderLayout(
    locale,
    {
      subject: m.mail_device_subject({ brand: branding.brandName }, options),
      preview: m.mail_device_preview({}, options),
      heading: m.mail_device_heading({}, options),
      paragraphs: [m.mail_device_body({}, options)],
      list: [
        {
          title: device || m.mail_device_unknown({}, options),
          detail: m.mail_device_detail({ when, place }, options),
        },
      ],
      isWarning: true,
      action: { label: m.mail_device_action({}, options), href: link },
      notes: [m.mail_device_not_you({ link: recoverLink }, options)],
    },
    branding,
  )
}
