import { NewPasswordForm, setPassword } from '#contract/accounts/passwords.ts'
import * as m from '#messages'
import { refreshAccount } from '#web/features/accounts/api.ts'
import { NewPasswordFields } from '#web/features/accounts/passwords/new-password-fields.tsx'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { showToast } from '#web/ui/toasts/toast.ts'
import { ModalForm } from './modal-form.tsx'

/**
 * The form that sets a first password, for a user who signs in with Google only. The dialog closes both on success and
 * on failure.
 */
export function SetPasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const { form, errorOf, attempt, showErrors, fieldErrors } = useEndpointForm(NewPasswordForm, [
    'password',
    'confirm_password',
  ])
  const set = useCaptchaCall(setPassword)

  const submit = form.handleSubmit(async ({ password }) => {
    const result = await set({ body: { password } })
    onClose()
    if (result.ok) showToast('success', m.set_password_done())
    else showFailureToast(m.set_failed(), result)
    // The account is fetched again even after a failure, because another tab may have set a password.
    await refreshAccount()
  }, showErrors)

  return (
    <ModalForm
      onSubmit={submit}
      onCancel={onClose}
      fieldErrors={fieldErrors}
      attempt={attempt}
      isReady={form.formState.isValid}
      pending={form.formState.isSubmitting}
      submit={m.set_submit()}
    >
      <input type="hidden" autoComplete="username" value={email} />
      <NewPasswordFields
        form={form}
        errorOf={errorOf}
        label={m.field_password()}
        confirmLabel={m.field_confirm_password()}
      />
    </ModalForm>
  )
}
