import { useLocation } from 'react-router'
import * as m from '#messages'
import { OutcomePage } from '#web/shared/outcome/outcome-page.tsx'
import { paths } from '#web/paths.ts'
import { requireAccess } from '#web/shared/access.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { useHydrated } from '#web/shared/use-hydrated.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import type { Route } from './+types/email-sent'

export function loader({ context, url }: Route.LoaderArgs) {
  requireAccess(context, 'emailSent', url)
  return null
}

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.email_sent_title(), { hidden: true })

/** The page after the registration, which asks the user to open the emailed link. */
export default function EmailSentPage() {
  const { state } = useLocation() as { state: { email?: string } | null }
  // The email is kept in the browser's history state. It survives a reload, but the server does not know it.
  const isHydrated = useHydrated()
  const email = isHydrated ? state?.email : undefined
  return (
    <OutcomePage
      art="mailbox"
      title={m.email_sent_title()}
      lead={
        <>
          <p className="font-semibold text-ink">
            {email ? m.email_sent_to({ email }) : m.email_sent_somewhere()}
          </p>
          <p>{m.email_sent_text()}</p>
        </>
      }
    >
      <div className="mt-2 flex flex-wrap gap-3">
        <LinkButton to={paths.notVerified()} state={{ email }} kind="ghost">
          {m.email_sent_resend()}
        </LinkButton>
      </div>
    </OutcomePage>
  )
}
