import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { confirmEmailChange } from '#contract/accounts/user.ts'
import * as m from '#messages'
import type { ApiFailure } from '#web/api/client.ts'
import { refreshSessionIfSignedIn, useSession } from '#web/api/session.ts'
import type { EmailChangeOutcome } from '#web/features/accounts/email-change-banner.tsx'
import { OutcomePage } from '#web/shared/outcome/outcome-page.tsx'
import { useCountdown } from '#web/features/accounts/use-countdown.ts'
import { useEmailToken } from '#web/features/accounts/use-email-token.ts'
import { paths } from '#web/paths.ts'
import { getFailureText } from '#web/shared/failure-text.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { ProgressBar } from '#web/ui/feedback/meter.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import type { Route } from './+types/confirm-email-change'

/** The seconds for which the outcome is shown before the redirect. */
const REDIRECT_SECONDS = 5

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.email_change_progress(), { hidden: true })

/**
 * The page that the confirmation link in the email to the new address opens. It confirms the change once, after a press
 * if another browser requested it, and then redirects with the outcome: to the dashboard if a user is signed in, else
 * to the login page. Source: specification, screen behaviour, confirm email change.
 */
export default function ConfirmEmailChangePage() {
  const { token = '' } = useParams()
  const { question, result, retry, confirm } = useEmailToken(confirmEmailChange, token)
  if (question)
    return (
      <OutcomePage
        focusHeading
        art="mailbox"
        title={m.email_change_ask_title()}
        lead={
          <>
            <p>{m.email_change_ask_text()}</p>
            <p>{m.email_change_ask_not_you()}</p>
          </>
        }
      >
        <div className="mt-2">
          <Button onClick={confirm}>{m.email_change_ask_submit()}</Button>
        </div>
      </OutcomePage>
    )
  if (!result)
    return (
      <OutcomePage art="mailbox" title={m.email_change_progress()} lead={m.verify_progress_text()}>
        <ProgressBar label={m.loading()} />
      </OutcomePage>
    )
  return result.ok ? <EmailChanged /> : <EmailChangeFailed failure={result} onRetry={retry} />
}

function useRedirect(outcome: EmailChangeOutcome) {
  const navigate = useNavigate()
  const isSignedIn = useSession().state === 'signedIn'
  const redirectPath = isSignedIn ? paths.dashboard() : paths.login()
  const seconds = useCountdown(
    REDIRECT_SECONDS,
    () => void navigate(`${redirectPath}?email_change=${outcome}`, { replace: true }),
  )
  return { seconds, redirectPath, isSignedIn }
}

function EmailChanged() {
  const { seconds, redirectPath, isSignedIn } = useRedirect('success')
  // The session in the browser still has the old email, so it is fetched again.
  useEffect(() => void refreshSessionIfSignedIn(), [])
  useEffect(() => showToast('success', m.email_change_done(), { id: 'email-change' }), [])

  return (
    <OutcomePage
      focusHeading
      art="checkedEnvelope"
      title={m.email_change_done()}
      lead={m.email_change_done_text({ seconds })}
    >
      <div className="mt-2">
        <LinkButton to={redirectPath}>{isSignedIn ? m.to_dashboard() : m.to_login()}</LinkButton>
      </div>
    </OutcomePage>
  )
}

function EmailChangeFailed({ failure, onRetry }: { failure: ApiFailure; onRetry: () => void }) {
  const { code, status } = failure
  const { seconds, redirectPath, isSignedIn } = useRedirect('error')
  useEffect(() => {
    showFailureToast(m.email_change_error(), { code, status }, 'email-change')
  }, [code, status])

  const isUnanswered = status === 0 || status >= 500
  const isEmailTaken = code === 'ERROR_AUTH_USER_ALREADY_EXISTS'
  return (
    <OutcomePage
      focusHeading
      art="lostEnvelope"
      title={m.email_change_failed()}
      lead={
        <>
          <p className="font-semibold text-ink">{getFailureText(failure)}.</p>
          {!isUnanswered && (
            <p>{isEmailTaken ? m.email_change_taken_text() : m.email_change_failed_text()}</p>
          )}
          <p>{m.email_change_going({ seconds })}</p>
        </>
      }
    >
      <div className="mt-2 flex flex-wrap gap-3">
        {isUnanswered && <Button onClick={onRetry}>{m.retry()}</Button>}
        <LinkButton
          to={isSignedIn && !isUnanswered ? paths.security() : redirectPath}
          kind={isUnanswered ? 'ghost' : 'primary'}
        >
          {isSignedIn ? (isUnanswered ? m.to_dashboard() : m.recover_go_security()) : m.to_login()}
        </LinkButton>
      </div>
    </OutcomePage>
  )
}
