import * as m from '#messages'
import { compose } from '../layout.ts'
import type { Writer } from '../template.ts'

export const emailChange: Writer<'email_change'> = (locale, { link }, stationery) => {
  const options = { locale }
  return compose(
    locale,
    {
      subject: m.mail_email_change_subject({ brand: stationery.brandName }, options),
      preview: m.mail_email_change_preview({}, options),
      heading: m.mail_email_change_heading({}, options),
      paragraphs: [m.mail_email_change_body({ brand: stationery.brandName }, options)],
      action: { label: m.mail_email_change_action({}, options), href: link },
      notes: [m.mail_link_hour({}, options), m.mail_email_change_note({}, options)],
    },
    stationery,
  )
}
