import { NewPasswordForm, setPassword } from '#contract/accounts/passwords.ts'
import * as m from '#messages'
import { refreshAccount } from '#web/features/accounts/api.ts'
import { NewPasswordPair } from '#web/features/accounts/passwords/new-password-pair.tsx'
import { failureToast } from '#web/shared/failure-toast.tsx'
import { useContractForm } from '#web/shared/forms/contract-form.ts'
import { useGuardedCall } from '#web/shared/forms/use-captcha-call.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { ModalForm } from './modal-form.tsx'

/** Sets a first password for a user who signs in with Google only. The dialog closes on success and on failure. */
export function SetPassword({ email, onClose }: { email: string; onClose: () => void }) {
  const { form, errorOf, attempt, refuse, problems } = useContractForm(NewPasswordForm, [
    'password',
    'confirm_password',
  ])
  const set = useGuardedCall(setPassword)

  const send = form.handleSubmit(async ({ password }) => {
    const answer = await set({ body: { password } })
    onClose()
    if (answer.ok) toast('success', m.set_password_done())
    else failureToast(m.set_failed(), answer)
    // The account is refetched even after a failure, because a password may have been set in another tab.
    await refreshAccount()
  }, refuse)

  return (
    <ModalForm
      onSubmit={send}
      onCancel={onClose}
      problems={problems}
      attempt={attempt}
      ready={form.formState.isValid}
      pending={form.formState.isSubmitting}
      submit={m.set_submit()}
    >
      <input type="hidden" autoComplete="username" value={email} />
      <NewPasswordPair
        form={form}
        errorOf={errorOf}
        label={m.field_password()}
        confirmLabel={m.field_confirm_password()}
      />
    </ModalForm>
  )
}
