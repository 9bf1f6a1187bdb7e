import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'

/**
 * Renders the email that tells users that an admin suspended their account and why, or that the suspension has ended.
 */
export const renderAccountSuspended: TemplateRenderer<'account_suspended'> = (
  locale,
  { reason, link },
  branding,
) => {
  const options = { locale }
  const isSuspended = reason !== null
  return renderLayout(
    locale,
    isSuspended
      ? {
          subject: m.mail_suspended_subject({ brand: branding.brandName }, options),
          preview: m.mail_suspended_preview({}, options),
          heading: m.mail_suspended_heading({}, options),
          paragraphs: [
            m.mail_suspended_body({}, options),
            m.mail_reason({ reason }, options),
            m.mail_suspended_kept({}, options),
          ],
          action: { label: m.mail_suspended_action({}, options), href: link },
        }
      : {
          subject: m.mail_unsuspended_subject({ brand: branding.brandName }, options),
          preview: m.mail_unsuspended_preview({}, options),
          heading: m.mail_unsuspended_heading({}, options),
          paragraphs: [m.mail_unsuspended_body({}, options)],
          action: { label: m.mail_unsuspended_action({}, options), href: link },
        },
    branding,
  )
}
