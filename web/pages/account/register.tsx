import { Link } from 'react-router'
import * as m from '#messages'
import { AuthPage, sellingPoints } from '#web/features/accounts/auth-page.tsx'
import { GoogleSignIn } from '#web/features/accounts/google/google-sign-in.tsx'
import { paths } from '#web/paths.ts'
import { requireAccess } from '#web/shared/access.ts'
import { pageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/register'
import { RegisterForm } from './register/register-form.tsx'

export function loader({ context, url }: Route.LoaderArgs) {
  requireAccess(context, 'guests', url)
  return null
}

export const meta: Route.MetaFunction = args => pageTitle(args, m.register_title())

/** The registration page. Source: specification, screen behaviour, register. */
export default function Register() {
  return (
    <AuthPage
      title={m.register_title()}
      lead={m.register_lead()}
      poster="night"
      slogan={m.register_poster()}
      points={sellingPoints()}
      foot={
        <>
          {m.register_have_account()}
          <Link to={paths.login()} className="link inline-flex min-h-touch items-center">
            {m.nav_login()}
          </Link>
        </>
      }
    >
      <GoogleSignIn />
      <RegisterForm />
    </AuthPage>
  )
}
