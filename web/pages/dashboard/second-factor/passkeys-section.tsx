import { useState } from 'react'
import type { Passkey } from '#contract/accounts/second-factors.ts'
import * as m from '#messages'
import { canUsePasskeys } from '#web/features/accounts/second-factor/webauthn.ts'
import { useHydrated } from '#web/shared/use-hydrated.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Modal } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { AddPasskeyForm } from './add-passkey-form.tsx'
import { FactorSection } from './factor-section.tsx'
import { PasskeyRow } from './passkey-row.tsx'

/** Lists the user's passkeys, with a button that adds one. */
export function PasskeysSection({
  passkeys,
  onAdded,
}: {
  passkeys: readonly Passkey[]
  onAdded: (recoveryCodes: string[] | null) => Promise<void>
}) {
  const [isOpen, setIsOpen] = useState(false)
  const isUnsupported = useHydrated() && !canUsePasskeys()
  const close = () => setIsOpen(false)
  const finish = async (recoveryCodes: string[] | null) => {
    close()
    showToast('success', m.passkey_added())
    await onAdded(recoveryCodes)
  }

  return (
    <FactorSection id="passkeys" title={m.passkeys_title()} text={m.passkeys_text()}>
      {passkeys.length > 0 ? (
        <ul className="grid w-full divide-y divide-line">
          {passkeys.map(passkey => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : (
        <p className="text-soft">{m.passkeys_none()}</p>
      )}
      {isUnsupported ? (
        <p className="text-soft">{m.passkeys_unsupported()}</p>
      ) : (
        <Button size="small" kind="ghost" onClick={() => setIsOpen(true)}>
          {m.passkey_add()}
        </Button>
      )}
      <Modal
        open={isOpen}
        onClose={close}
        size="small"
        title={m.passkey_add()}
        description={m.passkey_add_text()}
        closeLabel={m.close()}
      >
        <AddPasskeyForm onCancel={close} onAdded={finish} />
      </Modal>
    </FactorSection>
  )
}
