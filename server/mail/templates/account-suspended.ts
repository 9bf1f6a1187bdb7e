import * as m from '#messages'
import { compose } from '../layout.ts'
import type { Writer } from '../template.ts'

/** The house closed an account, and why; or opened it again. */
export const accountSuspended: Writer<'account_suspended'> = (
  locale,
  { reason, link },
  stationery,
) => {
  const o = { locale }
  const suspended = reason !== null
  return compose(
    locale,
    suspended
      ? {
          subject: m.mail_suspended_subject({ brand: stationery.brandName }, o),
          preview: m.mail_suspended_preview({}, o),
          heading: m.mail_suspended_heading({}, o),
          paragraphs: [
            m.mail_suspended_body({}, o),
            m.news_reason({ reason }, o),
            m.mail_suspended_kept({}, o),
          ],
          action: { label: m.mail_suspended_action({}, o), href: link },
        }
      : {
          subject: m.mail_unsuspended_subject({ brand: stationery.brandName }, o),
          preview: m.mail_unsuspended_preview({}, o),
          heading: m.mail_unsuspended_heading({}, o),
          paragraphs: [m.mail_unsuspended_body({}, o)],
          action: { label: m.mail_unsuspended_action({}, o), href: link },
        },
    stationery,
  )
}
