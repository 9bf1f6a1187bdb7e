import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'

const REASONS = {
  unlinked: m.notification_email_account_unlinked_by_seller,
  revoked: m.notification_email_account_unlinked_revoked,
  refresh_refused: m.notification_email_account_unlinked_refresh_refused,
}

export const paymentAccountLost: TemplateRenderer<'payment_account_lost'> = (
  locale,
  { reason, link },
  branding,
) => {
  const options = { locale }
  return renderLayout(
    locale,
    {
      subject: m.notification_email_account_unlinked_subject({}, options),
      preview: m.notification_email_account_unlinked_preview({}, options),
      heading: m.notification_email_account_unlinked_heading({}, options),
      paragraphs: [
        REASONS[reason]({}, options),
        m.notification_email_account_unlinked_body({}, options),
      ],
      action: { label: m.notification_email_account_unlinked_action({}, options), href: link },
    },
    branding,
  )
}
