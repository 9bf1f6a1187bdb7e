import { useLocation } from 'react-router'
import * as m from '#messages'
import { useSession } from '#web/api/session.ts'
import { OutcomePage } from '#web/shared/outcome/outcome-page.tsx'
import { paths } from '#web/paths.ts'
import { requireAccess } from '#web/shared/access.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { useHydrated } from '#web/shared/use-hydrated.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import type { Route } from './+types/not-verified'
import { ResendVerificationForm } from './resend-verification-form.tsx'

export function loader({ context, url }: Route.LoaderArgs) {
  requireAccess(context, 'notVerified', url)
  return null
}

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.not_verified_title(), { hidden: true })

/** Explains that the account is not verified, and offers to send the link again. */
export default function NotVerifiedPage() {
  const session = useSession()
  const { state } = useLocation() as { state: { email?: string } | null }
  const isHydrated = useHydrated()
  const user = session.state === 'signedIn' ? session.user : undefined
  const knownEmail = user?.email ?? (isHydrated ? state?.email : undefined)
  return (
    <OutcomePage art="lostEnvelope" title={m.not_verified_title()} lead={m.not_verified_text()}>
      {/* The key changes when the email is loaded, so that a new form starts with this email. */}
      <ResendVerificationForm
        key={knownEmail}
        knownEmail={knownEmail}
        isVerified={user?.isVerified ?? false}
      />
      {user && (
        <LinkButton to={paths.logout()} kind="quiet" wide>
          {m.not_verified_sign_out()}
        </LinkButton>
      )}
    </OutcomePage>
  )
}
