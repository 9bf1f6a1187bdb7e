import { recoverPassword } from '#contract/accounts/passwords.ts'
import * as m from '#messages'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { CaptchaWarning } from '#web/shared/forms/captcha-warning.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/**
 * Asks for the email of the account. After a success it shows a toast that stays until it is closed. Source:
 * specification, screen behaviour, recover.
 */
export function RecoverForm({ onRequested }: { onRequested: () => void }) {
  const { form, errorOf, attempt, showErrors, fieldErrors } = useEndpointForm(
    recoverPassword.body,
    ['email'],
  )
  const requestReset = useCaptchaCall(recoverPassword)

  const submit = async (body: { email: string }) => {
    const result = await requestReset({ body })
    if (!result.ok) return showFailureToast(m.recover_failed(), result)
    showToast('info', m.recover_neutral(), { autoClose: false, id: 'recover' })
    onRequested()
  }

  return (
    <form
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit(submit, showErrors)}
    >
      <CaptchaWarning />
      <ErrorSummary title={m.form_problems()} errors={fieldErrors} attempt={attempt} />
      <Field
        label={m.field_email()}
        type="email"
        inputMode="email"
        autoComplete="username"
        placeholder={m.field_email_placeholder()}
        error={errorOf('email')}
        {...form.register('email')}
      />
      <SubmitButton wide isReady={form.formState.isValid} pending={form.formState.isSubmitting}>
        {m.recover_submit()}
      </SubmitButton>
    </form>
  )
}
