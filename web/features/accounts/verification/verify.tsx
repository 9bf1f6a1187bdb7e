import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { verifyAccount } from '#contract/accounts.ts'
import type { Answer } from '#contract/endpoint.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { Button, LinkButton } from '../../../ui/actions/button.tsx'
import { ProgressBar } from '../../../ui/feedback/meter.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { pageTitle } from '../../shell/page-title.ts'
import { NoticePage } from '../auth-page.tsx'
import type { Route } from './+types/verify'
import { useVerification } from './send-token.ts'

/** Source: specification, constants. */
const TO_LOGIN_SECONDS = 5

export const meta: Route.MetaFunction = args =>
  pageTitle(args, m.verify_progress(), { hidden: true })

/** The link from the mail. Its token is read in the browser only: the page is the same for everyone. */
export default function Verify() {
  const { token = '' } = useParams()
  const answer = useVerification(token)
  if (!answer)
    return (
      <NoticePage art="letter" title={m.verify_progress()} lead={m.verify_progress_text()}>
        <ProgressBar label={m.loading()} />
      </NoticePage>
    )
  return answer.ok ? <Verified /> : <Failed failure={answer} />
}

function Verified() {
  const navigate = useNavigate()
  const [seconds, setSeconds] = useState(TO_LOGIN_SECONDS)

  useEffect(() => {
    if (seconds === 0) {
      void navigate('/login')
      return undefined
    }
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds, navigate])

  return (
    <NoticePage art="sealed" title={m.verify_done()} lead={m.verify_done_text({ seconds })}>
      <output className="sr-only">{m.verify_done()}</output>
      <div className="mt-2">
        <LinkButton to="/login">{m.nav_login()}</LinkButton>
      </div>
    </NoticePage>
  )
}

type Failure = Extract<Answer<typeof verifyAccount>, { ok: false }>

function Failed({ failure: { code, status } }: { failure: Failure }) {
  useEffect(() => {
    toast(
      'error',
      <span>
        <b className="block font-semibold">{m.verify_error()}</b>
        {errorText(code, getLocale())}
      </span>,
      { id: 'verify' },
    )
  }, [code])

  if (code === 'ERROR_USER_ALREADY_VERIFIED')
    return (
      <NoticePage art="sealed" title={m.verify_already()} lead={m.verify_already_text()}>
        <div className="mt-2">
          <LinkButton to="/login">{m.nav_login()}</LinkButton>
        </div>
      </NoticePage>
    )
  const unanswered = status === 0 || status >= 500
  return (
    <NoticePage
      art="lost"
      title={m.verify_failed()}
      lead={
        <>
          <p className="font-semibold text-ink">{errorText(code, getLocale())}.</p>
          <p>{unanswered ? m.verify_offline_text() : m.verify_failed_text()}</p>
        </>
      }
    >
      <div className="mt-2 flex flex-wrap gap-3">
        {unanswered && <Button onClick={() => location.reload()}>{m.retry()}</Button>}
        <LinkButton to="/notverified" kind={unanswered ? 'ghost' : 'primary'}>
          {m.verify_resend()}
        </LinkButton>
      </div>
    </NoticePage>
  )
}
