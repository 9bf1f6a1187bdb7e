import * as m from '#messages'
import { compose } from '../layout.ts'
import type { Writer } from '../template.ts'

export const passwordChanged: Writer<'password_changed'> = (
  locale,
  { recoverLink },
  stationery,
) => {
  const options = { locale }
  return compose(
    locale,
    {
      subject: m.mail_password_subject({ brand: stationery.brandName }, options),
      preview: m.mail_password_preview({}, options),
      heading: m.mail_password_heading({}, options),
      paragraphs: [m.mail_password_body({}, options), m.mail_password_not_you({}, options)],
      isWarning: true,
      action: { label: m.mail_protect_action({}, options), href: recoverLink },
    },
    stationery,
  )
}
