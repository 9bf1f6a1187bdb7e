import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { login, LoginForm as LoginSchema } from '#contract/accounts/sessions.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useCaptcha } from '#web/api/captcha.ts'
import { type ApiFailure, callEndpoint } from '#web/api/client.ts'
import { useFinishSignIn } from '#web/features/accounts/use-finish-sign-in.ts'
import { paths } from '#web/paths.ts'
import { CaptchaWarning } from '#web/shared/forms/captcha-warning.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

interface LoginFailure {
  text: string
  /** The email of an account that the user must verify before signing in. */
  unverifiedEmail?: string
}

/**
 * Asks for email and password, then opens the path `returnTo`, or the page of the second step if the account has one.
 */
export function LoginForm({ returnTo }: { returnTo: string }) {
  const { form, field, attempt, showErrors, fieldErrors } = useEndpointForm(LoginSchema, [
    'email',
    'password',
  ])
  const [loginFailure, setLoginFailure] = useState<LoginFailure>()
  const takeCaptcha = useCaptcha('login_form')
  const navigate = useNavigate()
  const finish = useFinishSignIn(returnTo)

  const fail = (loginFailure: LoginFailure) => {
    setLoginFailure(loginFailure)
    showToast('error', loginFailure.text)
  }
  const submit = form.handleSubmit(async body => {
    setLoginFailure(undefined)
    const captcha = await takeCaptcha().catch(() => undefined)
    if (captcha === undefined) return fail({ text: m.login_captcha() })
    const result = await callEndpoint(login, { body, captcha })
    if (!result.ok)
      return fail({
        text: failureText(result),
        ...(result.code === 'ERROR_AUTH_USER_NOT_VERIFIED' && { unverifiedEmail: body.email }),
      })
    if (result.body.secondStep) await navigate(paths.secondStep({ returnTo }))
    else await finish()
  }, showErrors)

  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={submit}>
      <CaptchaWarning />
      {loginFailure && (
        <Banner tone="bad" title={loginFailure.text}>
          {loginFailure.unverifiedEmail && (
            <Link
              to={paths.notVerified()}
              state={{ email: loginFailure.unverifiedEmail }}
              className="link inline-flex min-h-11 items-center"
            >
              {m.login_verify()}
            </Link>
          )}
        </Banner>
      )}
      <ErrorSummary title={m.form_problems()} errors={fieldErrors} attempt={attempt} />
      <Field
        label={m.field_email()}
        type="email"
        inputMode="email"
        autoComplete="username webauthn"
        placeholder={m.field_email_placeholder()}
        {...field('email')}
      />
      <PasswordField
        label={m.field_password()}
        showLabel={m.show_password()}
        hideLabel={m.hide_password()}
        {...field('password')}
      />
      <p className="-mt-3 text-right">
        <Link to={paths.recover()} className="link inline-flex min-h-11 items-center text-small">
          {m.login_forgot()}
        </Link>
      </p>
      <SubmitButton wide isReady={form.formState.isValid} pending={form.formState.isSubmitting}>
        {m.login_submit()}
      </SubmitButton>
    </form>
  )
}

/**
 * Returns the text for a failed login, with the reason if the account is suspended. Source: specification, client
 * messages.
 */
function failureText({ status, code, reason }: ApiFailure): string {
  if (status === 0) return m.login_network()
  const text = errorText(code, getLocale())
  return reason ? `${text}. ${m.login_suspended_reason({ reason })}` : text
}
