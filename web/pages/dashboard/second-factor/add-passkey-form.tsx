import { addPasskey, startPasskeyRegistration } from '#contract/accounts/second-factors.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { createPasskey } from '#web/features/accounts/second-factor/webauthn.ts'
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
  const create = async (name: string) => {
    const options = await callEndpoint(startPasskeyRegistration, {})
    if (!options.ok) return options
    const passkey = await createPasskey(options.body)
    if (passkey) return callEndpoint(addPasskey, { body: { name, passkey } })
    showToast('info', m.passkey_cancelled())
    return undefined
  }
  return (
    <PasskeyNameForm
      name={m.passkey_default_name()}
      send={({ name }) => create(name)}
      onDone={({ recoveryCodes }) => onAdded(recoveryCodes)}
      submit={m.passkey_create()}
      onCancel={onCancel}
    />
  )
}
