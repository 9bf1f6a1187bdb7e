import { Link } from 'react-router'
import * as m from '#messages'
import { requireAccess } from '../../shell/access.ts'
import { pageTitle } from '../../shell/page-title.ts'
import { AuthPage, sellingPoints } from '../auth-page.tsx'
import { GoogleSignIn } from '../google-button.tsx'
import type { Route } from './+types/register'
import { RegisterForm } from './register-form.tsx'

export function loader({ context, url }: Route.LoaderArgs) {
  requireAccess(context, 'guests', url)
  return null
}

export const meta: Route.MetaFunction = args => pageTitle(args, m.register_title())

/** Opening an account. Source: specification, screen behaviour, register. */
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
          <Link to="/login" className="link inline-flex min-h-touch items-center">
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
