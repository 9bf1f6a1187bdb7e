import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'

const REASONS = {
  unlinked: m.mail_account_lost_unlinked,
  revoked: m.mail_account_lost_revoked,
  refresh_refused: m.mail_account_lost_refused,
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
      subject: m.mail_account_lost_subject({}, options),
      preview: m.mail_account_lost_preview({}, options),
      heading: m.mail_account_lost_heading({}, options),
      paragraphs: [REASONS[reason]({}, options), m.mail_account_lost_body({}, options)],
      action: { label: m.mail_account_lost_action({}, options), href: link },
    },
    branding,
  )
}
