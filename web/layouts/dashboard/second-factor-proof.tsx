import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { confirmWithPasskey, startPasskeyConfirmation } from '#contract/accounts/passkeys.ts'
import { RecoveryCode, TotpCode } from '#contract/accounts/second-step.ts'
import { confirmIdentity } from '#contract/accounts/sessions.ts'
import * as m from '#messages'
import { type ApiFailure, callEndpoint } from '#web/api/client.ts'
import { canUsePasskeys, requestPasskey } from '#web/features/accounts/second-factor/webauthn.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { FormFailure } from '#web/shared/forms/form-failure.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
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

const FORMS = { code: z.object({ code: TotpCode }), recovery: z.object({ code: RecoveryCode }) }

/**
 * Asks for a code of the authenticator app or, after a press or without an app, for a recovery code, which proves the
 * user's identity.
 */
export function CodeProof({
  hasApp,
  ...callbacks
}: {
  hasApp: boolean
  onProved: () => void
  onCancel: () => void
}) {
  const [kind, setKind] = useState<keyof typeof FORMS>(hasApp ? 'code' : 'recovery')
  const otherKind = kind === 'code' ? 'recovery' : 'code'
  return (
    <>
      <CodeForm key={kind} kind={kind} {...callbacks} />
      {hasApp && (
        <Button kind="quiet" size="small" onClick={() => setKind(otherKind)}>
          {kind === 'code' ? m.second_step_use_recovery() : m.second_step_use_code()}
        </Button>
      )}
    </>
  )
}

function CodeForm({
  kind,
  onProved,
  onCancel,
}: {
  kind: keyof typeof FORMS
  onProved: () => void
  onCancel: () => void
}) {
  const { form, errorOf, showErrors } = useEndpointForm(FORMS[kind], ['code'])
  const [failure, setFailure] = useState<ApiFailure>()
  const submit = form.handleSubmit(async ({ code }) => {
    setFailure(undefined)
    const body = kind === 'code' ? { code } : { recoveryCode: code }
    const result = await callEndpoint(confirmIdentity, { body })
    if (result.ok) return onProved()
    if (result.code === 'ERROR_SECOND_FACTOR_CODE')
      return form.setError('code', { message: result.code }, { shouldFocus: true })
    setFailure(result)
  }, showErrors)

  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={submit}>
      {kind === 'code' ? (
        <Field
          label={m.second_step_code_label()}
          hint={m.totp_code_hint()}
          autoComplete="one-time-code"
          inputMode="numeric"
          error={errorOf('code')}
          {...form.register('code')}
        />
      ) : (
        <Field
          label={m.second_step_recovery_label()}
          hint={m.second_step_recovery_hint()}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={errorOf('code')}
          {...form.register('code')}
        />
      )}
      <FormFailure title={m.proof_title()} failure={failure} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button kind="ghost" onClick={onCancel}>
          {m.cancel()}
        </Button>
        <SubmitButton isReady={form.formState.isValid} pending={form.formState.isSubmitting}>
          {m.proof_submit()}
        </SubmitButton>
      </div>
    </form>
  )
}
