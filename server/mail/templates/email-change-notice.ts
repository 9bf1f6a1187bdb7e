import * as m from '#messages'
import { compose } from '../layout.ts'
import type { Writer } from '../template.ts'

export const emailChangeNotice: Writer<'email_change_notice'> = (
  locale,
  { newEmail, recoverLink },
  stationery,
) => {
  const options = { locale }
  return compose(
    locale,
    {
      subject: m.mail_email_notice_subject({}, options),
      preview: m.mail_email_notice_preview({}, options),
      heading: m.mail_email_notice_heading({}, options),
      paragraphs: [
        m.mail_email_notice_body({ brand: stationery.brandName, email: newEmail }, options),
        m.mail_email_notice_not_you({}, options),
      ],
      isWarning: true,
      action: { label: m.mail_protect_action({}, options), href: recoverLink },
    },
    stationery,
  )
}
