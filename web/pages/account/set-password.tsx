import { useParams } from 'react-router'
import { setPasswordByToken } from '#contract/accounts/passwords.ts'
import * as m from '#messages'
import { SetPasswordByLink } from '#web/features/accounts/passwords/set-password-by-link.tsx'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/set-password'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.set_title(), { hidden: true })

/** The page that the link for setting a first password opens. Only the browser reads the token. */
export default function SetPasswordPage() {
  const { token } = useParams()
  const setWithCaptcha = useCaptchaCall(setPasswordByToken)
  return (
    <SetPasswordByLink
      texts={{
        title: m.set_title(),
        lead: m.set_lead(),
        slogan: m.set_poster(),
        submit: m.set_submit(),
        successText: m.set_done(),
        failureText: m.set_failed(),
      }}
      send={({ password }) => setWithCaptcha({ body: { token, password } })}
    />
  )
}
