import { useNavigate } from 'react-router'
import { Registration, register as registerCall } from '#contract/accounts/registration.ts'
import * as m from '#messages'
import { useCaptcha } from '#web/api/captcha.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { callEndpoint } from '#web/api/client.ts'
import { useSession } from '#web/api/session.ts'
import { NewPasswordFields } from '#web/features/accounts/passwords/new-password-fields.tsx'
import { paths } from '#web/paths.ts'
import { getFailureText } from '#web/shared/failure-text.ts'
import { CaptchaWarning } from '#web/shared/forms/captcha-warning.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { useSiteSettings } from '#web/shared/site.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Checkbox } from '#web/ui/forms/toggles.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** Asks for email, password and consent to the terms. After a failure the typed values stay in the form. */
export function RegisterForm() {
  const { form, field, attempt, showErrors, setServerErrors, fieldErrors } = useEndpointForm(
    Registration,
    ['email', 'password', 'confirm_password', 'tyc'],
  )
  const { formState } = form
  const takeCaptcha = useCaptcha('register_form')
  const obstacle = useGuestObstacle()
  const navigate = useNavigate()

  const submit = async (registration: Registration) => {
    if (obstacle) return showErrors()
    const captcha = await takeCaptcha().catch(() => undefined)
    if (captcha === undefined) return showToast('error', m.register_captcha())
    const result = await callEndpoint(registerCall, { body: registration, captcha })
    if (!result.ok) {
      if (result.code === 'ERROR_AUTH_USER_ALREADY_EXISTS')
        return form.setError('email', { message: result.code }, { shouldFocus: true })
      if (setServerErrors(result.issues)) return
      return showToast('error', registerFailure(result))
    }
    showToast('success', m.register_done())
    await navigate(paths.emailSent(), { state: { email: result.body.email } })
  }

  const obstacleErrors = obstacle ? [{ message: obstacle }] : []
  return (
    <form
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit(submit, showErrors)}
    >
      <CaptchaWarning />
      <ErrorSummary
        title={m.form_problems()}
        errors={[...fieldErrors, ...obstacleErrors]}
        attempt={attempt}
      />
      <Field
        label={m.field_email()}
        type="email"
        inputMode="email"
        autoComplete="email"
        placeholder={m.field_email_placeholder()}
        {...field('email')}
      />
      <NewPasswordFields
        form={form}
        field={field}
        label={m.field_password()}
        confirmLabel={m.field_confirm_password()}
      />
      <Checkbox label={<TermsLabel />} {...field('tyc')} />
      <SubmitButton wide isReady={formState.isValid && !obstacle} pending={formState.isSubmitting}>
        {m.register_submit()}
      </SubmitButton>
    </form>
  )
}

/** Returns the text for a failed registration. Source: specification, client messages. */
function registerFailure(result: ApiFailure): string {
  const { status, code } = result
  if (status === 0) return m.register_network()
  return code === 'UNKNOWN_ERROR' || status >= 500 ? m.register_failed() : getFailureText(result)
}

function TermsLabel() {
  const { termsUrl, privacyUrl } = useSiteSettings()
  const document = (href: string, name: string) => (
    <a href={href} target="_blank" rel="noopener" className="link">
      {name}
      <span className="sr-only"> {m.opens_new_tab()}</span>
    </a>
  )
  return (
    <span>
      {m.register_accept()} {document(termsUrl, m.register_terms())} {m.register_accept_and()}{' '}
      {document(privacyUrl, m.register_privacy())}
    </span>
  )
}

/**
 * Returns the text that says why the visitor cannot register now, or undefined. The session is still being fetched, or
 * another tab has signed a user in. Source: specification, register.
 */
function useGuestObstacle(): string | undefined {
  const { state } = useSession()
  if (state === 'signedIn') return m.session_open()
  return state === 'signedOut' ? undefined : m.session_loading()
}
