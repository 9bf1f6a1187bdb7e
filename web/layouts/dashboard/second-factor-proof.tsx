import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { confirmWithPasskey, startPasskeyConfirmation } from '#contract/accounts/passkeys.ts'
import { TotpCode } from '#contract/accounts/second-step.ts'
import { confirmIdentity } from '#contract/accounts/sessions.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { canUsePasskeys, requestPasskey } from '#web/features/accounts/second-factor/webauthn.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { useEndpointForm } from '#web/shared/forms/endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** A button that proves the user's identity by a passkey; nothing if this browser cannot use passkeys. */
export function PasskeyProof({ onProved }: { onProved: () => void }) {
  const [isPending, setIsPending] = useState(false)
  if (!canUsePasskeys()) return null

  const prove = async () => {
    const options = await callEndpoint(startPasskeyConfirmation, {})
    if (!options.ok) return showFailureToast(m.proof_title(), options)
    const passkey = await requestPasskey(options.body)
    if (!passkey) return showToast('info', m.login_passkey_cancelled())
    const result = await callEndpoint(confirmWithPasskey, { body: { passkey } })
    return result.ok ? onProved() : showFailureToast(m.proof_title(), result)
  }
  const press = async () => {
    setIsPending(true)
    await prove()
    setIsPending(false)
  }
  return (
    <Button
      wide
      kind="ghost"
      pending={isPending}
      icon={<Fingerprint aria-hidden size={20} />}
      onClick={() => void press()}
    >
      {m.proof_passkey()}
    </Button>
  )
}

const CodeForm = z.object({ code: TotpCode })

/** A form that proves the user's identity by a code of the authenticator app. */
export function CodeProof({ onProved }: { onProved: () => void }) {
  const { form, errorOf, showErrors } = useEndpointForm(CodeForm, ['code'])
  const submit = form.handleSubmit(async ({ code }) => {
    const result = await callEndpoint(confirmIdentity, { body: { code } })
    if (result.ok) return onProved()
    if (result.code === 'ERROR_SECOND_FACTOR_CODE')
      return form.setError('code', { message: result.code }, { shouldFocus: true })
    return showFailureToast(m.proof_title(), result)
  }, showErrors)

  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={submit}>
      <Field
        label={m.second_step_code_label()}
        hint={m.totp_code_hint()}
        autoComplete="one-time-code"
        inputMode="numeric"
        error={errorOf('code')}
        {...form.register('code')}
      />
      <SubmitButton wide isReady={form.formState.isValid} pending={form.formState.isSubmitting}>
        {m.proof_submit()}
      </SubmitButton>
    </form>
  )
}
