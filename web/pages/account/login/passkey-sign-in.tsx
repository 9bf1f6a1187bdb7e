import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { signInWithPasskey, startPasskeySignIn } from '#contract/accounts/passkeys.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import {
  canSuggestPasskeys,
  canUsePasskeys,
  cancelPasskeyRequest,
  requestPasskey,
} from '#web/features/accounts/second-factor/webauthn.ts'
import { useFinishSignIn } from '#web/features/accounts/use-finish-sign-in.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { useHydrated } from '#web/shared/use-hydrated.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Fingerprint } from '#web/ui/icons/fingerprint.tsx'

/**
 * Signs in with a passkey instead of email and password: by a button, or by the suggestions of the email field, where
 * the browser shows its passkeys. Nothing is shown if the browser cannot use passkeys.
 */
export function PasskeySignIn({ returnTo }: { returnTo: string }) {
  const isAvailable = useHydrated() && canUsePasskeys()
  const [isPending, setIsPending] = useState(false)
  const finish = useFinishSignIn(returnTo)
  const lastStart = useRef<Promise<unknown>>(Promise.resolve())
  const wasChosen = useRef(false)

  /**
   * Asks for a challenge, one request after the other: the first sets the cookie that all challenges belong to. So the
   * suggestions also reach the browser first; it has one request for passkeys at a time, and the last one stays.
   */
  const start = () => {
    const started = lastStart.current.then(() => callEndpoint(startPasskeySignIn, {}))
    lastStart.current = started
    return started
  }
  const signIn = async (inAutofill: boolean) => {
    const options = await start()
    // The user chose a suggested passkey just before the press: that sign-in goes on.
    if (wasChosen.current) return undefined
    if (!options.ok) return inAutofill || showFailureToast(m.login_passkey_failed(), options)
    const passkey = await requestPasskey(options.body, { inAutofill })
    if (!passkey) return inAutofill || showToast('info', m.login_passkey_cancelled())
    wasChosen.current = true
    setIsPending(true)
    const result = await callEndpoint(signInWithPasskey, { body: { passkey } })
    if (result.ok) return finish()
    wasChosen.current = false
    setIsPending(false)
    return showFailureToast(m.login_passkey_failed(), result)
  }
  const suggestPasskeys = useEffectEvent(() => signIn(true))
  useEffect(() => {
    if (!isAvailable) return undefined
    void canSuggestPasskeys().then(canSuggest => (canSuggest ? suggestPasskeys() : undefined))
    return () => void cancelPasskeyRequest()
  }, [isAvailable])

  if (!isAvailable) return null
  const press = async () => {
    setIsPending(true)
    await signIn(false)
    setIsPending(wasChosen.current)
  }
  return (
    <Button
      kind="ghost"
      wide
      pending={isPending}
      icon={<Fingerprint aria-hidden size={20} />}
      onClick={() => void press()}
    >
      {m.login_passkey()}
    </Button>
  )
}
