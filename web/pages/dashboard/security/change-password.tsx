import * as z from 'zod/mini'
import { changePassword, CurrentPassword, NewPasswordForm } from '#contract/accounts/passwords.ts'
import { issueKey } from '#contract/core/fields.ts'
import * as m from '#messages'
import { refreshAccount } from '#web/features/accounts/refresh-account.ts'
import { NewPasswordFields } from '#web/features/accounts/passwords/new-password-fields.tsx'
import { EndpointForm } from '#web/shared/forms/endpoint-form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

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
  return (
    <EndpointForm
      endpoint={changePassword}
      schema={PasswordChange}
      fields={['currentPassword', 'password', 'confirm_password']}
      toInput={({ currentPassword, password }) => ({
        body: { currentPassword, newPassword: password },
      })}
      failure={m.reset_failed()}
      errorFields={{
        ERROR_PASSWORD_INVALID_CURRENT_PASSWORD: 'currentPassword',
        ERROR_AUTH_PASSWORD_REUSE: 'password',
        newPassword: 'password',
      }}
      onDone={() => {
        onClose()
        showToast('success', m.change_password_done())
        return refreshAccount()
      }}
      submit={m.change_password_submit()}
      align="dialog"
      onCancel={onClose}
    >
      {fields => (
        <>
          {/* A hidden username field tells password managers to which account the password belongs. */}
          <input type="hidden" autoComplete="username" value={email} />
          <PasswordField
            label={m.change_password_current()}
            showLabel={m.show_password()}
            hideLabel={m.hide_password()}
            {...fields.field('currentPassword')}
          />
          <NewPasswordFields
            {...fields}
            label={m.field_new_password()}
            confirmLabel={m.field_confirm_new_password()}
          />
        </>
      )}
    </EndpointForm>
  )
}
