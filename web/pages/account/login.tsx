import { Link, useSearchParams } from 'react-router'
import { toSafeReturnPath } from '#contract/core/return-to.ts'
import * as m from '#messages'
import { AuthPage, getSellingPoints } from '#web/features/accounts/auth-page.tsx'
import { EmailChangeBanner } from '#web/features/accounts/email-change-banner.tsx'
import { GoogleOutcomeBanner } from '#web/features/accounts/google/google-outcome-banner.tsx'
import { GoogleSignInButton } from '#web/features/accounts/google/google-sign-in-button.tsx'
import { paths } from '#web/paths.ts'
import { requireAccess } from '#web/shared/access.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import type { Route } from './+types/login'
import { LoginForm } from './login/login-form.tsx'
import { PasskeySignIn } from './login/passkey-sign-in.tsx'

export function loader({ context, url }: Route.LoaderArgs) {
  requireAccess(context, 'guests', url)
  return null
}

export const meta: Route.MetaFunction = args => buildPageTitle(args, m.nav_login())

/** The login page. Source: specification, screen behaviour, login. */
export default function LoginPage() {
  const [search] = useSearchParams()
  const returnTo = toSafeReturnPath(search.get('returnTo'))
  return (
    <AuthPage
      title={m.login_title()}
      lead={m.login_lead()}
      poster="dawn"
      slogan={m.login_poster()}
      points={getSellingPoints()}
      footer={
        <>
          <span>{m.login_no_account()}</span>
          <Link to={paths.register()} className="link inline-flex min-h-touch items-center">
            {m.nav_register()}
          </Link>
        </>
      }
    >
      <GoogleOutcomeBanner />
      <EmailChangeBanner />
      <GoogleSignInButton returnTo={returnTo} />
      {search.get('step') === 'expired' && (
        <Banner tone="warn" live>
          {m.login_step_expired()}
        </Banner>
      )}
      <LoginForm returnTo={returnTo} />
      <PasskeySignIn returnTo={returnTo} />
    </AuthPage>
  )
}
