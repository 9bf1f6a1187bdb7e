import { NewPasswords, setPassword } from '#contract/accounts/passwords.ts'
import * as m from '#messages'
import { refreshAccount } from '../../../api/account-cache.ts'
import { toast } from '../../../ui/toasts/toast.ts'
import { useContractForm } from '../../forms/contract-form.ts'
import { useGuardedCall } from '../../forms/use-guarded-call.ts'
import { failureToast } from '../failure-toast.tsx'
import { NewPasswordPair } from '../register/new-password-pair.tsx'
import { ModalForm } from './form-shell.tsx'

/** A first password, for who signs in with Google only. Closes on success and on error alike. */
export function SetPassword({ email, onClose }: { email: string; onClose: () => void }) {
  const { form, errorOf, attempt, refuse, problems } = useContractForm(NewPasswords, [
    'password',
    'confirm_password',
  ])
  const set = useGuardedCall(setPassword)

  const send = form.handleSubmit(async ({ password }) => {
    const answer = await set({ body: { password } })
    onClose()
    if (answer.ok) toast('success', m.set_password_done())
    else failureToast(m.set_failed(), answer)
    // Also after an error: a password may have been set in another tab.
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
