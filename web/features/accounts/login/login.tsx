import { Link, useSearchParams } from 'react-router'
import * as m from '#messages'
import { requireAccess } from '../../shell/access.ts'
import { pageTitle } from '../../shell/page-title.ts'
import { AuthPage, sellingPoints } from '../auth-page.tsx'
import { EmailChangeBanner } from '../email-change/outcome.tsx'
import { GoogleSignIn } from '../google-button.tsx'
import { GoogleOutcomeBanner } from '../google-outcome.tsx'
import type { Route } from './+types/login'
import { LoginForm } from './login-form.tsx'
import { safeReturnTo } from './return-to.ts'

export function loader({ context, url }: Route.LoaderArgs) {
  requireAccess(context, 'guests', url)
  return null
}

export const meta: Route.MetaFunction = args => pageTitle(args, m.nav_login())

/** Signing in. Source: specification, screen behaviour, login. */
export default function Login() {
  const [search] = useSearchParams()
  const returnTo = safeReturnTo(search.get('returnTo'))
  return (
    <AuthPage
      title={m.login_title()}
      lead={m.login_lead()}
      poster="dawn"
      slogan={m.login_poster()}
      points={sellingPoints()}
      foot={
        <>
          {m.login_no_account()}
          <Link to="/register" className="link inline-flex min-h-touch items-center">
            {m.nav_register()}
          </Link>
        </>
      }
    >
      <GoogleOutcomeBanner />
      <EmailChangeBanner />
      <GoogleSignIn returnTo={returnTo} />
      <LoginForm returnTo={returnTo} />
    </AuthPage>
  )
}
