import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'

/** The house closed an account, and why; or opened it again. */
export const accountSuspended: TemplateRenderer<'account_suspended'> = (
  locale,
  { reason, link },
  branding,
) => {
  const o = { locale }
  const suspended = reason !== null
  return renderLayout(
    locale,
    suspended
      ? {
          subject: m.mail_suspended_subject({ brand: branding.brandName }, o),
          preview: m.mail_suspended_preview({}, o),
          heading: m.mail_suspended_heading({}, o),
          paragraphs: [
            m.mail_suspended_body({}, o),
            m.mail_reason({ reason }, o),
            m.mail_suspended_kept({}, o),
          ],
          action: { label: m.mail_suspended_action({}, o), href: link },
        }
      : {
          subject: m.mail_unsuspended_subject({ brand: branding.brandName }, o),
          preview: m.mail_unsuspended_preview({}, o),
          heading: m.mail_unsuspended_heading({}, o),
          paragraphs: [m.mail_unsuspended_body({}, o)],
          action: { label: m.mail_unsuspended_action({}, o), href: link },
        },
    branding,
  )
}
