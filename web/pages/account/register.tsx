import { Link } from 'react-router'
import * as m from '#messages'
import { AuthPage, getSellingPoints } from '#web/features/accounts/auth-page.tsx'
import { GoogleSignInButton } from '#web/features/accounts/google/google-sign-in-button.tsx'
import { paths } from '#web/paths.ts'
import { requireAccess } from '#web/shared/access.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/register'
import { RegisterForm } from './register-form.tsx'

export function loader({ context, url }: Route.LoaderArgs) {
  requireAccess(context, 'guests', url)
  return null
}

export const meta: Route.MetaFunction = args => buildPageTitle(args, m.register_title())

/** The registration page. Source: specification, screen behaviour, register. */
export default function RegisterPage() {
  return (
    <AuthPage
      title={m.register_title()}
      lead={m.register_lead()}
      poster="night"
      slogan={m.register_poster()}
      points={getSellingPoints()}
      footer={
        <>
          <span>{m.register_have_account()}</span>
          <Link to={paths.login()} className="link inline-flex min-h-touch items-center">
            {m.nav_login()}
          </Link>
        </>
      }
    >
      <GoogleSignInButton />
      <RegisterForm />
    </AuthPage>
  )
}
