import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { NewPasswordForm } from '#contract/accounts/passwords.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import * as m from '#messages'
import type { ApiFailure } from '#web/api/client.ts'
import { refreshSessionIfSignedIn } from '#web/api/session.ts'
import { paths } from '#web/paths.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { CaptchaWarning } from '#web/shared/forms/captcha-warning.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { AuthPage } from '../auth-page.tsx'
import { OutcomePage } from '#web/shared/outcome/outcome-page.tsx'
import { useCountdown } from '../use-countdown.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

/** The seconds until the redirect to the login page. Source: specification, constants. */
const REDIRECT_SECONDS = 2

/** The error codes that mean that the emailed link no longer works. */
const DEAD_LINK_CODES: readonly ErrorCode[] = [
  'ERROR_INVALID_OR_EXPIRED_TOKEN',
  'ERROR_MISSING_TOKEN_OR_PASSWORD',
]

export interface SetPasswordTexts {
  title: string
  lead: string
  slogan: string
  submit: string
  successText: string
  failureText: string
}

type Passwords = { password: string; confirm_password: string }
type Outcome = 'form' | 'done' | 'deadLink'

/** Asks for a new password on the page that an emailed password link opens, then redirects to the login page. */
export function SetPasswordByLink({
  texts,
  onSubmit,
}: {
  texts: SetPasswordTexts
  onSubmit: (passwords: Passwords) => Promise<{ ok: true } | ({ ok: false } & ApiFailure)>
}) {
  const [outcome, setOutcome] = useState<Outcome>('form')
  const { form, errorOf, attempt, showErrors, setServerErrors, fieldErrors } = useEndpointForm(
    NewPasswordForm,
    ['password', 'confirm_password'],
  )

  const submit = async (passwords: Passwords) => {
    const result = await onSubmit(passwords)
    if (result.ok) {
      showToast('success', texts.successText, { id: 'password' })
      setOutcome('done')
      // The server has ended every session of the account, including the one of this browser.
      return refreshSessionIfSignedIn()
    }
    if (result.code === 'ERROR_AUTH_PASSWORD_REUSE')
      return form.setError('password', { message: result.code }, { shouldFocus: true })
    if (setServerErrors(result.issues)) return
    showFailureToast(texts.failureText, result)
    if (DEAD_LINK_CODES.includes(result.code)) setOutcome('deadLink')
  }

  if (outcome === 'done') return <PasswordSaved title={texts.successText} />
  if (outcome === 'deadLink') return <DeadLink />
  return (
    <AuthPage
      title={texts.title}
      lead={texts.lead}
      poster="keys"
      slogan={texts.slogan}
      footer={
        <Link to={paths.login()} className="link inline-flex min-h-touch items-center">
          {m.nav_login()}
        </Link>
      }
    >
      <form
        method="post"
        noValidate
        className="grid gap-5"
        onSubmit={form.handleSubmit(submit, showErrors)}
      >
        <CaptchaWarning />
        <ErrorSummary title={m.form_problems()} errors={fieldErrors} attempt={attempt} />
        <NewPasswordFields
          form={form}
          errorOf={errorOf}
          label={m.field_new_password()}
          confirmLabel={m.field_confirm_new_password()}
        />
        <SubmitButton wide isReady={form.formState.isValid} pending={form.formState.isSubmitting}>
          {texts.submit}
        </SubmitButton>
      </form>
    </AuthPage>
  )
}

function PasswordSaved({ title }: { title: string }) {
  const navigate = useNavigate()
  useCountdown(REDIRECT_SECONDS, () => void navigate(paths.login(), { replace: true }))
  return (
    <OutcomePage focusHeading art="openDoor" title={title} lead={null}>
      <div>
        <LinkButton to={paths.login()}>{m.to_login()}</LinkButton>
      </div>
    </OutcomePage>
  )
}

function DeadLink() {
  return (
    <OutcomePage
      focusHeading
      art="lostEnvelope"
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
    </OutcomePage>
  )
}
