import { useState } from 'react'
import * as z from 'zod/mini'
import { changePassword, CurrentPassword, NewPasswordForm } from '#contract/accounts/passwords.ts'
import { issueKey } from '#contract/core/fields.ts'
import * as m from '#messages'
import { refreshAccount } from '#web/features/accounts/api.ts'
import { NewPasswordFields } from '#web/features/accounts/passwords/new-password-fields.tsx'
import type { ApiFailure } from '#web/api/client.ts'
import { FormFailure } from '#web/shared/forms/form-failure.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { ModalForm } from './modal-form.tsx'

const missing = issueKey('issue_current_password_required')
/** The form has a current and a new password, so each field has a separate message for a missing value. */
const PasswordChange = z.safeExtend(NewPasswordForm, {
  currentPassword: z.pipe(
    z.string({ error: missing }).check(z.trim(), z.minLength(1, missing)),
    CurrentPassword,
  ),
})

/**
 * The form that changes an existing password. The dialog closes on success; after a failure it stays open with the
 * typed values.
 */
export function ChangePasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const { form, errorOf, attempt, showErrors, setServerErrors, fieldErrors } = useEndpointForm(
    PasswordChange,
    ['currentPassword', 'password', 'confirm_password'],
  )
  const change = useCaptchaCall(changePassword)
  const [failure, setFailure] = useState<ApiFailure>()

  const submit = form.handleSubmit(async ({ currentPassword, password }) => {
    setFailure(undefined)
    const result = await change({ body: { currentPassword, newPassword: password } })
    if (result.ok) {
      onClose()
      showToast('success', m.change_password_done())
      return refreshAccount()
    }
    const message = result.code
    if (message === 'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD')
      return form.setError('currentPassword', { message }, { shouldFocus: true })
    if (message === 'ERROR_AUTH_PASSWORD_REUSE')
      return form.setError('password', { message }, { shouldFocus: true })
    if (!setServerErrors(result.issues, { newPassword: 'password' })) setFailure(result)
  }, showErrors)

  return (
    <ModalForm
      onSubmit={submit}
      onCancel={onClose}
      fieldErrors={fieldErrors}
      attempt={attempt}
      isReady={form.formState.isValid}
      pending={form.formState.isSubmitting}
      submit={m.change_password_submit()}
    >
      {/* A hidden username field tells password managers to which account the password belongs. */}
      <input type="hidden" autoComplete="username" value={email} />
      <PasswordField
        label={m.change_password_current()}
        showLabel={m.show_password()}
        hideLabel={m.hide_password()}
        error={errorOf('currentPassword')}
        {...form.register('currentPassword')}
      />
      <NewPasswordFields
        form={form}
        errorOf={errorOf}
        label={m.field_new_password()}
        confirmLabel={m.field_confirm_new_password()}
      />
      <FormFailure title={m.reset_failed()} failure={failure} />
    </ModalForm>
  )
}
