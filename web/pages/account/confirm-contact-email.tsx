import { confirmContactEmail } from '#contract/profiles.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { LinkPage } from '#web/shared/outcome/link-page.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/confirm-contact-email'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.contact_email_title(), { hidden: true })

/** The page that the link in the email to a contact address opens. */
export default function ConfirmContactEmailPage() {
  const link = { to: paths.dashboard(), label: m.to_dashboard() }
  return (
    <LinkPage
      endpoint={confirmContactEmail}
      question={{
        title: m.contact_email_title(),
        text: m.contact_email_text(),
        submit: m.contact_email_submit(),
      }}
      onDone={() => ({ title: m.contact_email_done_title(), text: m.contact_email_done(), link })}
      refusals={{
        ERROR_INVALID_OR_EXPIRED_TOKEN: {
          title: m.contact_email_invalid_title(),
          text: m.contact_email_invalid(),
          link,
        },
      }}
      failure={m.contact_email_failed()}
    />
  )
}
