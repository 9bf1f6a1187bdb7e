import { recoverPassword } from '#contract/accounts/passwords.ts'
import * as m from '#messages'
import { failureToast } from '#web/shared/failure-toast.tsx'
import { CaptchaNotice } from '#web/shared/forms/captcha-notice.tsx'
import { useContractForm } from '#web/shared/forms/contract-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { useGuardedCall } from '#web/shared/forms/use-captcha-call.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toasts/toast.ts'

/** Asks for the email. Success shows a toast that stays. Source: specification, screen behaviour, recover. */
export function RecoverForm({ onAsked }: { onAsked: () => void }) {
  const { form, errorOf, attempt, refuse, problems } = useContractForm(recoverPassword.body, [
    'email',
  ])
  const ask = useGuardedCall(recoverPassword)

  const send = async (body: { email: string }) => {
    const answer = await ask({ body })
    if (!answer.ok) return failureToast(m.recover_failed(), answer)
    toast('info', m.recover_neutral(), { autoClose: false, id: 'recover' })
    onAsked()
  }

  return (
    <form
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit(send, refuse)}
    >
      <CaptchaNotice />
      <ErrorSummary title={m.form_problems()} errors={problems} attempt={attempt} />
      <Field
        label={m.field_email()}
        type="email"
        inputMode="email"
        autoComplete="username"
        placeholder={m.field_email_placeholder()}
        error={errorOf('email')}
        {...form.register('email')}
      />
      <SubmitButton wide ready={form.formState.isValid} pending={form.formState.isSubmitting}>
        {m.recover_submit()}
      </SubmitButton>
    </form>
  )
}
