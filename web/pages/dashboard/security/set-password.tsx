import { NewPasswordForm, setPassword } from '#contract/accounts/passwords.ts'
import * as m from '#messages'
import { refreshAccount } from '#web/features/accounts/refresh-account.ts'
import { NewPasswordFields } from '#web/features/accounts/passwords/new-password-fields.tsx'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { EndpointForm } from '#web/shared/forms/endpoint-form.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/**
 * The form that sets a first password, for a user who signs in with Google only. The dialog closes both on success and
 * on failure. Source: specification, modals.
 */
export function SetPasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <EndpointForm
      endpoint={setPassword}
      schema={NewPasswordForm}
      fields={['password', 'confirm_password']}
      toInput={({ password }) => ({ body: { password } })}
      failure={m.set_failed()}
      replaceForm={failure => {
        onClose()
        showFailureToast(m.set_failed(), failure)
        // Another tab may have set a password.
        void refreshAccount()
        return true
      }}
      onDone={() => {
        onClose()
        showToast('success', m.set_password_done())
        return refreshAccount()
      }}
      submit={m.set_submit()}
      align="dialog"
      onCancel={onClose}
    >
      {fields => (
        <>
          <input type="hidden" autoComplete="username" value={email} />
          <NewPasswordFields
            {...fields}
            label={m.field_password()}
            confirmLabel={m.field_confirm_password()}
          />
        </>
      )}
    </EndpointForm>
  )
}
