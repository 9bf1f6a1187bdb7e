import { useState } from 'react'
import { startTotpSetup, removeTotp } from '#contract/accounts/second-factors.ts'
import type { EndpointReply } from '#contract/core/endpoint.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { callEndpoint } from '#web/api/client.ts'
import { formatDate } from '#web/i18n/format.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { ConfirmDialog, Modal } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { FactorSection } from './factor-section.tsx'
import { TotpSetup } from './totp-setup.tsx'

/** Sets up or removes the authenticator app. */
export function TotpSection({
  since,
  onAdded,
}: {
  since: string | null
  onAdded: (recoveryCodes: string[] | null) => Promise<void>
}) {
  const [setup, setSetup] = useState<EndpointReply<typeof startTotpSetup>>()
  const [isStarting, setIsStarting] = useState(false)

  const start = async () => {
    setIsStarting(true)
    const result = await callEndpoint(startTotpSetup, {})
    setIsStarting(false)
    if (result.ok) setSetup(result.body)
    else showFailureToast(m.second_factor_failed_title(), result)
  }
  const finish = async (recoveryCodes: string[] | null) => {
    setSetup(undefined)
    showToast('success', m.totp_added())
    await onAdded(recoveryCodes)
  }

  return (
    <FactorSection id="totp" title={m.totp_title()} text={m.totp_text()}>
      {since === null ? (
        <Button size="small" kind="ghost" pending={isStarting} onClick={() => void start()}>
          {m.totp_add()}
        </Button>
      ) : (
        <>
          <p className="font-semibold">{m.totp_since({ date: formatDate(since) })}</p>
          <RemoveTotp />
        </>
      )}
      <Modal
        open={setup !== undefined}
        onClose={() => setSetup(undefined)}
        title={m.totp_add()}
        description={m.totp_scan()}
        closeLabel={m.close()}
      >
        {setup && <TotpSetup setup={setup} onCancel={() => setSetup(undefined)} onAdded={finish} />}
      </Modal>
    </FactorSection>
  )
}

function RemoveTotp() {
  const [isOpen, setIsOpen] = useState(false)
  const [remove, { isLoading }] = useWrite(removeTotp)

  const confirm = async () => {
    const { error } = await remove({})
    setIsOpen(false)
    if (error) showFailureToast(m.second_factor_failed_title(), error)
    else showToast('success', m.totp_removed())
  }

  return (
    <>
      <Button kind="ghost" size="small" onClick={() => setIsOpen(true)}>
        {m.totp_remove()}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.totp_remove_title()}
        description={m.totp_remove_text()}
        closeLabel={m.close()}
        cancelLabel={m.cancel()}
        confirmLabel={m.totp_remove()}
        pending={isLoading}
        onConfirm={() => void confirm()}
      />
    </>
  )
}
