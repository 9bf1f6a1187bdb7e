import { useState } from 'react'
import { Link } from 'react-router'
import * as m from '#messages'
import { useSession } from '#web/api/session.ts'
import { AuthPage } from '#web/features/accounts/auth-page.tsx'
import { OutcomePage } from '#web/shared/outcome/outcome-page.tsx'
import { paths } from '#web/paths.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import type { Route } from './+types/recover'
import { RecoverForm } from './recover-form.tsx'

export const meta: Route.MetaFunction = args => buildPageTitle(args, m.recover_title())

/**
 * Requests a password reset. The page answers the same for every email, so that it does not reveal which accounts
 * exist.
 */
export default function RecoverPasswordPage() {
  const [hasRequested, setHasRequested] = useState(false)
  const isSignedIn = useSession().state === 'signedIn'
  if (hasRequested)
    return (
      <OutcomePage
        focusHeading
        art="mailbox"
        title={m.recover_sent_title()}
        lead={
          <>
            <p className="font-semibold text-ink">{m.recover_neutral()}.</p>
            <p>{m.recover_sent_text()}</p>
          </>
        }
      >
        <div className="mt-2 flex flex-wrap gap-3">
          <Button kind="ghost" onClick={() => setHasRequested(false)}>
            {m.recover_other()}
          </Button>
        </div>
      </OutcomePage>
    )
  return (
    <AuthPage
      title={m.recover_title()}
      lead={m.recover_lead()}
      poster="keys"
      slogan={m.recover_poster()}
      footer={
        <>
          <span>{m.recover_remember()}</span>
          <Link to={paths.login()} className="link inline-flex min-h-touch items-center">
            {m.nav_login()}
          </Link>
        </>
      }
    >
      {isSignedIn && (
        <Banner
          tone="info"
          live
          action={
            <LinkButton size="small" kind="ghost" to={paths.security()}>
              {m.recover_go_security()}
            </LinkButton>
          }
        >
          {m.recover_signed_in()}
        </Banner>
      )}
      <RecoverForm onRequested={() => setHasRequested(true)} />
    </AuthPage>
  )
}
