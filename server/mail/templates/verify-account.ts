import * as m from '#messages'
import { compose } from '../layout.ts'
import type { Writer } from '../template.ts'

export const verifyAccount: Writer<'verify_account'> = (locale, { link }, stationery) => {
  const options = { locale }
  return compose(
    locale,
    {
      subject: m.mail_verify_subject({ brand: stationery.brandName }, options),
      preview: m.mail_verify_preview({}, options),
      heading: m.mail_verify_heading({}, options),
      paragraphs: [m.mail_verify_body({ brand: stationery.brandName }, options)],
      action: { label: m.mail_verify_action({}, options), href: link },
      notes: [m.mail_verify_note({}, options)],
    },
    stationery,
  )
}
