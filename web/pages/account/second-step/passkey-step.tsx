import { useState } from 'react'
import { completeStepWithPasskey, startPasskeyStep } from '#contract/accounts/second-step.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { canUsePasskeys, requestPasskey } from '#web/features/accounts/second-factor/webauthn.ts'
import { useHydrated } from '#web/shared/use-hydrated.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Fingerprint } from '#web/ui/icons/fingerprint.tsx'
import type { StepAnswer } from './code-form.tsx'

/** A button that completes the second step with a passkey; a sentence if this browser cannot use passkeys. */
export function PasskeyStep({
  rememberDevice,
  onAnswer,
}: {
  rememberDevice: boolean
  onAnswer: (answer: StepAnswer) => Promise<void>
}) {
  const [isPending, setIsPending] = useState(false)
  const isHydrated = useHydrated()
  if (isHydrated && !canUsePasskeys())
    return <p className="text-soft">{m.passkeys_unsupported()}</p>

  const complete = async () => {
    const options = await callEndpoint(startPasskeyStep, {})
    if (!options.ok) return onAnswer(options)
    const passkey = await requestPasskey(options.body)
    if (!passkey) return showToast('info', m.login_passkey_cancelled())
    return onAnswer(
      await callEndpoint(completeStepWithPasskey, { body: { passkey, rememberDevice } }),
    )
  }
  const press = async () => {
    setIsPending(true)
    await complete()
    setIsPending(false)
  }
  return (
    <Button
      wide
      disabled={!isHydrated}
      pending={isPending}
      icon={<Fingerprint aria-hidden size={20} />}
      onClick={() => void press()}
    >
      {m.second_step_passkey()}
    </Button>
  )
}
