import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { NewPasswordForm } from '#contract/accounts/passwords.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import * as m from '#messages'
import { recheckSession } from '#web/api/session.ts'
import { paths } from '#web/paths.ts'
import { failureToast, type Refused } from '#web/shared/failure-toast.tsx'
import { CaptchaNotice } from '#web/shared/forms/captcha-notice.tsx'
import { useContractForm } from '#web/shared/forms/contract-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { AuthPage, NoticePage } from '../auth-page.tsx'
import { useCountdown } from '../use-countdown.ts'
import { NewPasswordPair } from './new-password-pair.tsx'

/** The delay before the redirect to the login. Source: specification, constants. */
const TO_LOGIN_SECONDS = 2

/** The error codes which mean that the emailed link no longer works. */
const SPENT: readonly ErrorCode[] = [
  'ERROR_INVALID_OR_EXPIRED_TOKEN',
  'ERROR_MISSING_TOKEN_OR_PASSWORD',
]

export interface ChoosePasswordTexts {
  title: string
  lead: string
  slogan: string
  submit: string
  done: string
  failed: string
}

type Passwords = { password: string; confirm_password: string }
type Outcome = 'choosing' | 'done' | 'spent'

/** The page behind a password link from an email: asks for the new password, then leads to the login. */
export function ChoosePassword({
  texts,
  onChoose,
}: {
  texts: ChoosePasswordTexts
  onChoose: (passwords: Passwords) => Promise<{ ok: true } | ({ ok: false } & Refused)>
}) {
  const [outcome, setOutcome] = useState<Outcome>('choosing')
  const { form, errorOf, attempt, refuse, blame, problems } = useContractForm(NewPasswordForm, [
    'password',
    'confirm_password',
  ])

  const send = async (passwords: Passwords) => {
    const answer = await onChoose(passwords)
    if (answer.ok) {
      toast('success', texts.done, { id: 'password' })
      setOutcome('done')
      // The server ended every session, including the one of this browser.
      return recheckSession()
    }
    failureToast(texts.failed, answer)
    blame(answer.issues)
    if (SPENT.includes(answer.code)) setOutcome('spent')
    if (answer.code === 'ERROR_AUTH_PASSWORD_REUSE')
      form.setError('password', { message: answer.code }, { shouldFocus: true })
  }

  if (outcome === 'done') return <Done title={texts.done} />
  if (outcome === 'spent') return <Spent />
  return (
    <AuthPage
      title={texts.title}
      lead={texts.lead}
      poster="keys"
      slogan={texts.slogan}
      foot={
        <Link to={paths.login()} className="link inline-flex min-h-touch items-center">
          {m.nav_login()}
        </Link>
      }
    >
      <form
        method="post"
        noValidate
        className="grid gap-5"
        onSubmit={form.handleSubmit(send, refuse)}
      >
        <CaptchaNotice />
        <ErrorSummary title={m.form_problems()} errors={problems} attempt={attempt} />
        <NewPasswordPair
          form={form}
          errorOf={errorOf}
          label={m.field_new_password()}
          confirmLabel={m.field_confirm_new_password()}
        />
        <SubmitButton wide ready={form.formState.isValid} pending={form.formState.isSubmitting}>
          {texts.submit}
        </SubmitButton>
      </form>
    </AuthPage>
  )
}

function Done({ title }: { title: string }) {
  const navigate = useNavigate()
  useCountdown(TO_LOGIN_SECONDS, () => void navigate(paths.login(), { replace: true }))
  return (
    <NoticePage arriving art="opened" title={title} lead={null}>
      <div>
        <LinkButton to={paths.login()}>{m.to_login()}</LinkButton>
      </div>
    </NoticePage>
  )
}

function Spent() {
  return (
    <NoticePage
      arriving
      art="lost"
      title={m.link_spent_title()}
      lead={
        <>
          <p>{m.link_spent_text()}</p>
          <p>{m.recover_neutral()}.</p>
        </>
      }
    >
      <div className="mt-2">
        <LinkButton to={paths.recover()}>{m.link_spent_again()}</LinkButton>
      </div>
    </NoticePage>
  )
}
