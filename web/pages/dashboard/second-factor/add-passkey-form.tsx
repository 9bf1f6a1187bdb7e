import { addPasskey, startPasskeyRegistration } from '#contract/accounts/second-factors.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { createPasskey } from '#web/features/accounts/second-factor/webauthn.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { PasskeyNameForm } from './passkey-name-form.tsx'

/** Asks for a name, lets the browser create a passkey, and adds it to the account. */
export function AddPasskeyForm({
  onCancel,
  onAdded,
}: {
  onCancel: () => void
  onAdded: (recoveryCodes: string[] | null) => Promise<void>
}) {
  const add = async (name: string): Promise<void> => {
    const options = await callEndpoint(startPasskeyRegistration, {})
    if (!options.ok) return showFailureToast(m.second_factor_failed_title(), options)
    const passkey = await createPasskey(options.body)
    if (!passkey) return showToast('info', m.passkey_cancelled())
    const result = await callEndpoint(addPasskey, { body: { name, passkey } })
    return result.ok
      ? onAdded(result.body.recoveryCodes)
      : showFailureToast(m.second_factor_failed_title(), result)
  }
  return (
    <PasskeyNameForm
      name={m.passkey_default_name()}
      submitLabel={m.passkey_create()}
      onCancel={onCancel}
      onSubmit={add}
    />
  )
}
