import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import * as z from 'zod/mini'
import { signInWithGoogle } from '#contract/accounts/google.ts'
import { CurrentPassword } from '#contract/accounts/passwords.ts'
import { confirmIdentity } from '#contract/accounts/sessions.ts'
import type { User } from '#contract/accounts/user.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { setProofHandler } from '#web/api/proof.ts'
import { useSession } from '#web/api/session.ts'
import { GoogleLogo } from '#web/features/accounts/google/google-sign-in-button.tsx'
import { CallForm } from '#web/shared/forms/call-form.tsx'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Modal } from '#web/ui/overlays/modal.tsx'
import { CodeProof, PasskeyProof } from './second-factor-proof.tsx'

/**
 * The dialog that asks the user to prove their identity again when a call needs it. The call then goes on. Users with a
 * second factor use a passkey or a code, the others their password; those without one sign in with Google again, which
 * leaves the page.
 */
export function ProofDialog({
  hasPassword,
  secondFactors: loadedFactors,
}: {
  hasPassword: boolean
  secondFactors: User['secondFactor']['methods']
}) {
  const session = useSession()
  // The user may have added a second factor after the page was loaded.
  const secondFactors =
    session.state === 'signedIn' ? session.user.secondFactor.methods : loadedFactors
  const [isOpen, setIsOpen] = useState(false)
  const resolveProof = useRef<(isProved: boolean) => void>(undefined)

  useEffect(
    () =>
      setProofHandler(() => {
        resolveProof.current?.(false)
        setIsOpen(true)
        return new Promise(resolve => {
          resolveProof.current = resolve
        })
      }),
    [],
  )

  const finish = (isProved: boolean) => {
    setIsOpen(false)
    resolveProof.current?.(isProved)
    resolveProof.current = undefined
  }

  return (
    <Modal
      open={isOpen}
      onClose={() => finish(false)}
      size="small"
      title={m.proof_title()}
      description={
        secondFactors.length > 0
          ? m.proof_text_passkey()
          : hasPassword
            ? m.proof_text()
            : m.proof_text_google()
      }
      closeLabel={m.close()}
    >
      {secondFactors.includes('passkey') && <PasskeyProof onProved={() => finish(true)} />}
      {secondFactors.length > 0 ? (
        <CodeProof
          hasApp={secondFactors.includes('totp')}
          onProved={() => finish(true)}
          onCancel={() => finish(false)}
        />
      ) : hasPassword ? (
        <PasswordProof onProved={() => finish(true)} onCancel={() => finish(false)} />
      ) : (
        <GoogleProof onCancel={() => finish(false)} />
      )}
    </Modal>
  )
}

const ProofForm = z.object({ password: CurrentPassword })

function PasswordProof({ onProved, onCancel }: { onProved: () => void; onCancel: () => void }) {
  return (
    <CallForm
      schema={ProofForm}
      fields={['password']}
      send={body => callEndpoint(confirmIdentity, { body })}
      failure={m.proof_title()}
      errorFields={{ ERROR_PASSWORD_INVALID_CURRENT_PASSWORD: 'password' }}
      onDone={onProved}
      submit={m.proof_submit()}
      align="dialog"
      onCancel={onCancel}
    >
      {({ field }) => (
        <PasswordField
          label={m.field_password()}
          autoComplete="current-password"
          showLabel={m.show_password()}
          hideLabel={m.hide_password()}
          {...field('password')}
        />
      )}
    </CallForm>
  )
}

function GoogleProof({ onCancel }: { onCancel: () => void }) {
  const { pathname } = useLocation()
  const query = new URLSearchParams({ returnTo: pathname }).toString()
  return (
    <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
      <Button kind="ghost" onClick={onCancel}>
        {m.cancel()}
      </Button>
      <LinkButton
        href={`/api${signInWithGoogle.path}?${query}`}
        icon={<GoogleLogo hasWhiteBackground />}
      >
        {m.google_continue()}
      </LinkButton>
    </div>
  )
}
