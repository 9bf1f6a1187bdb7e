import { useState } from 'react'
import * as z from 'zod/mini'
import { confirmWithPasskey, startPasskeyConfirmation } from '#contract/accounts/passkeys.ts'
import { RecoveryCode, TotpCode } from '#contract/accounts/second-step.ts'
import { confirmIdentity } from '#contract/accounts/sessions.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { canUsePasskeys, requestPasskey } from '#web/features/accounts/second-factor/webauthn.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { CallForm } from '#web/shared/forms/call-form.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Fingerprint } from '#web/ui/icons/fingerprint.tsx'

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
  return (
    <CallForm
      schema={FORMS[kind]}
      fields={['code']}
      send={({ code }) =>
        callEndpoint(confirmIdentity, { body: kind === 'code' ? { code } : { recoveryCode: code } })
      }
      failure={m.proof_title()}
      errorFields={{ ERROR_SECOND_FACTOR_CODE: 'code' }}
      onDone={onProved}
      submit={m.proof_submit()}
      align="dialog"
      onCancel={onCancel}
    >
      {({ field }) =>
        kind === 'code' ? (
          <Field
            label={m.second_step_code_label()}
            hint={m.totp_code_hint()}
            autoComplete="one-time-code"
            inputMode="numeric"
            {...field('code')}
          />
        ) : (
          <Field
            label={m.second_step_recovery_label()}
            hint={m.second_step_recovery_hint()}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...field('code')}
          />
        )
      }
    </CallForm>
  )
}
