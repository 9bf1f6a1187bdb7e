import { redirect, Link, useSearchParams } from 'react-router'
import { getSecondStep } from '#contract/accounts/second-step.ts'
import { toSafeReturnPath } from '#contract/core/return-to.ts'
import * as m from '#messages'
import { AuthPage } from '#web/features/accounts/auth-page.tsx'
import { pageContext } from '#web/page-context.ts'
import { paths } from '#web/paths.ts'
import { requireAccess } from '#web/shared/access.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/second-step'
import { SecondStepForm } from './second-step/second-step-form.tsx'

/** Loads the second step of this browser. Without one, the visitor must begin the sign-in again. */
export async function loader({ context, url }: Route.LoaderArgs) {
  requireAccess(context, 'guests', url)
  const step = await context.get(pageContext).call(getSecondStep, {})
  if (!step.ok) {
    const returnTo = toSafeReturnPath(url.searchParams.get('returnTo'))
    throw redirect(paths.login({ step: 'expired', returnTo }))
  }
  const { methods, canRememberDevice } = step.body
  return { methods, canRememberDevice }
}

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.second_step_title(), { hidden: true })

/** The second step of a sign-in: a passkey, a code of the authenticator app, a recovery code or an emailed code. */
export default function SecondStepPage({ loaderData }: Route.ComponentProps) {
  const { methods, canRememberDevice } = loaderData
  const isEmailed = methods.includes('email_code')
  const [search] = useSearchParams()
  const returnTo = toSafeReturnPath(search.get('returnTo'))
  return (
    <AuthPage
      title={isEmailed ? m.second_step_email_title() : m.second_step_title()}
      lead={isEmailed ? m.second_step_email_lead() : m.second_step_lead()}
      poster="keys"
      slogan={m.second_step_poster()}
      footer={
        <>
          <span>{isEmailed ? m.second_step_email_lost() : m.second_step_lost()}</span>
          <Link
            to={isEmailed ? paths.recover() : paths.help()}
            className="link inline-flex min-h-touch items-center"
          >
            {isEmailed ? m.second_step_email_lost_link() : m.second_step_lost_link()}
          </Link>
        </>
      }
    >
      <SecondStepForm
        key={methods.join(' ')}
        methods={methods}
        canRememberDevice={canRememberDevice}
        returnTo={returnTo}
      />
      <Link to={paths.login({ returnTo })} className="link inline-flex min-h-touch items-center">
        {m.second_step_restart()}
      </Link>
    </AuthPage>
  )
}
