import * as m from '#messages'
import { compose } from '../layout.ts'
import type { Writer } from '../template.ts'

export const googleChanged: Writer<'google_changed'> = (
  locale,
  { change, googleEmail, recoverLink },
  stationery,
) => {
  const options = { locale }
  const says =
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
  return compose(
    locale,
    {
      subject: says.subject({ brand: stationery.brandName }, options),
      preview: m.mail_password_preview({}, options),
      heading: says.heading({}, options),
      paragraphs: [says.body({ email: googleEmail }, options), m.mail_google_not_you({}, options)],
      isWarning: true,
      action: { label: m.mail_protect_action({}, options), href: recoverLink },
    },
    stationery,
  )
}
