import { useParams } from 'react-router'
import { resetPassword } from '#contract/accounts/passwords.ts'
import * as m from '#messages'
import { SetPasswordByLink } from '#web/features/accounts/passwords/set-password-by-link.tsx'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/reset-password'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.reset_title(), { hidden: true })

/** The page that the link in a password reset email opens. Only the browser reads the token. */
export default function ResetPasswordPage() {
  const { token } = useParams()
  const resetWithCaptcha = useCaptchaCall(resetPassword)
  return (
    <SetPasswordByLink
      texts={{
        title: m.reset_title(),
        lead: m.reset_lead(),
        slogan: m.reset_poster(),
        submit: m.reset_submit(),
        successText: m.reset_done(),
        failureText: m.reset_failed(),
      }}
      send={passwords => resetWithCaptcha({ body: { token, ...passwords } })}
    />
  )
}
