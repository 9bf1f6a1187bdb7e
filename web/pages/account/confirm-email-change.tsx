import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { confirmEmailChange } from '#contract/accounts/user.ts'
import * as m from '#messages'
import { recheckSession, useSession } from '#web/api/session.ts'
import { NoticePage } from '#web/features/accounts/auth-page.tsx'
import type { EmailChangeOutcome } from '#web/features/accounts/email-change-banner.tsx'
import { useCountdown } from '#web/features/accounts/use-countdown.ts'
import { useLinkCall } from '#web/features/accounts/use-email-token.ts'
import { paths } from '#web/paths.ts'
import { failureText, failureToast, type Refused } from '#web/shared/failure-toast.tsx'
import { pageTitle } from '#web/shared/page-title.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { ProgressBar } from '#web/ui/feedback/meter.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import type { Route } from './+types/confirm-email-change'

/** The time to read the outcome before the redirect. */
const GO_ON_SECONDS = 5

export const meta: Route.MetaFunction = args =>
  pageTitle(args, m.email_change_progress(), { hidden: true })

/**
 * The page behind the link in the email to the new address. It confirms the change once, then redirects with the
 * outcome: to the dashboard if somebody is signed in, else to the login. Source: specification, screen behaviour,
 * confirm email change.
 */
export default function ConfirmEmailChange() {
  const { token = '' } = useParams()
  const { answer, retry } = useLinkCall(confirmEmailChange, token)
  if (!answer)
    return (
      <NoticePage art="letter" title={m.email_change_progress()} lead={m.verify_progress_text()}>
        <ProgressBar label={m.loading()} />
      </NoticePage>
    )
  return answer.ok ? <Changed /> : <Failed failure={answer} onRetry={retry} />
}

function useGoOn(outcome: EmailChangeOutcome) {
  const navigate = useNavigate()
  const signedIn = useSession().state === 'signedIn'
  const back = signedIn ? paths.dashboard() : paths.login()
  const seconds = useCountdown(
    GO_ON_SECONDS,
    () => void navigate(`${back}?email_change=${outcome}`, { replace: true }),
  )
  return { seconds, back, signedIn }
}

function Changed() {
  const { seconds, back, signedIn } = useGoOn('success')
  // The session still holds the old email.
  useEffect(() => void recheckSession(), [])
  useEffect(() => toast('success', m.email_change_done(), { id: 'email-change' }), [])

  return (
    <NoticePage
      arriving
      art="sealed"
      title={m.email_change_done()}
      lead={m.email_change_done_text({ seconds })}
    >
      <div className="mt-2">
        <LinkButton to={back}>{signedIn ? m.to_dashboard() : m.to_login()}</LinkButton>
      </div>
    </NoticePage>
  )
}

function Failed({ failure, onRetry }: { failure: Refused; onRetry: () => void }) {
  const { code, status } = failure
  const { seconds, back, signedIn } = useGoOn('error')
  useEffect(() => {
    failureToast(m.email_change_error(), { code, status }, 'email-change')
  }, [code, status])

  const unanswered = status === 0 || status >= 500
  const taken = code === 'ERROR_AUTH_USER_ALREADY_EXISTS'
  return (
    <NoticePage
      arriving
      art="lost"
      title={m.email_change_failed()}
      lead={
        <>
          <p className="font-semibold text-ink">{failureText(failure)}.</p>
          {!unanswered && (
            <p>{taken ? m.email_change_taken_text() : m.email_change_failed_text()}</p>
          )}
          <p>{m.email_change_going({ seconds })}</p>
        </>
      }
    >
      <div className="mt-2 flex flex-wrap gap-3">
        {unanswered && <Button onClick={onRetry}>{m.retry()}</Button>}
        <LinkButton
          to={signedIn && !unanswered ? paths.security() : back}
          kind={unanswered ? 'ghost' : 'primary'}
        >
          {signedIn ? (unanswered ? m.to_dashboard() : m.recover_go_security()) : m.to_login()}
        </LinkButton>
      </div>
    </NoticePage>
  )
}
