import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { verifyAccount } from '#contract/accounts/registration.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import type { ApiFailure } from '#web/api/client.ts'
import { notifyOtherTabs, refreshSession, refreshSessionIfSignedIn } from '#web/api/session.ts'
import { OutcomePage } from '#web/shared/outcome/outcome-page.tsx'
import { useCountdown } from '#web/features/accounts/use-countdown.ts'
import { useEmailToken } from '#web/features/accounts/use-email-token.ts'
import { paths } from '#web/paths.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { ProgressBar } from '#web/ui/feedback/meter.tsx'
import { VerifyQuestion } from './verify-question.tsx'
import type { Route } from './+types/verify'

/** The seconds until the redirect to the login page. Source: specification, constants. */
const REDIRECT_SECONDS = 5

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.verify_progress(), { hidden: true })

/**
 * The page that the link in a verification email opens. Only the browser reads the token, so the HTML is the same for
 * every visitor.
 */
export default function VerifyAccountPage() {
  const { token = '' } = useParams()
  const { question, result, retry, finish } = useEmailToken(verifyAccount, token)
  if (question) return <VerifyQuestion token={token} link={question} onResult={finish} />
  if (!result)
    return (
      <OutcomePage art="mailbox" title={m.verify_progress()} lead={m.verify_progress_text()}>
        <ProgressBar label={m.loading()} />
      </OutcomePage>
    )
  return result.ok ? <Verified /> : <VerificationFailed failure={result} onRetry={retry} />
}

/**
 * The success page. In the browser that registered the account, the server has signed the user in; the page then leads
 * to the questions for new sellers instead of the login page.
 */
function Verified() {
  const { signedInCookie } = useSiteSettings()
  const isSignedIn = `; ${document.cookie};`.includes(`; ${signedInCookie}=1;`)
  const nextPath = isSignedIn ? paths.welcome() : paths.login()
  const navigate = useNavigate()
  const seconds = useCountdown(REDIRECT_SECONDS, () => void navigate(nextPath, { replace: true }))
  // The session is fetched again, since verifying changes it: it began, an unverified user became verified, or the link
  // signed another user out.
  useEffect(() => {
    if (!isSignedIn) return void refreshSessionIfSignedIn()
    void refreshSession().then(notifyOtherTabs)
  }, [isSignedIn])

  return (
    <OutcomePage
      focusHeading
      art="checkedEnvelope"
      title={m.verify_done()}
      lead={isSignedIn ? m.verify_done_signed_in({ seconds }) : m.verify_done_text({ seconds })}
    >
      <div className="mt-2">
        <LinkButton to={nextPath}>{m.nav_login()}</LinkButton>
      </div>
    </OutcomePage>
  )
}

function VerificationFailed({ failure, onRetry }: { failure: ApiFailure; onRetry: () => void }) {
  const { code, status } = failure
  useEffect(() => {
    showFailureToast(m.verify_error(), { code, status }, 'verify')
  }, [code, status])

  if (code === 'ERROR_USER_ALREADY_VERIFIED')
    return (
      <OutcomePage
        focusHeading
        art="checkedEnvelope"
        title={m.verify_already()}
        lead={m.verify_already_text()}
      >
        <div className="mt-2">
          <LinkButton to={paths.login()}>{m.nav_login()}</LinkButton>
        </div>
      </OutcomePage>
    )
  const isUnanswered = status === 0 || status >= 500
  return (
    <OutcomePage
      focusHeading
      art="lostEnvelope"
      title={m.verify_failed()}
      lead={
        isUnanswered ? (
          m.verify_offline_text()
        ) : (
          <>
            <p className="font-semibold text-ink">{errorText(code, getLocale())}.</p>
            <p>{m.verify_failed_text()}</p>
          </>
        )
      }
    >
      <div className="mt-2 flex flex-wrap gap-3">
        {isUnanswered && <Button onClick={onRetry}>{m.retry()}</Button>}
        <LinkButton to={paths.notVerified()} kind={isUnanswered ? 'ghost' : 'primary'}>
          {m.verify_resend()}
        </LinkButton>
      </div>
    </OutcomePage>
  )
}
