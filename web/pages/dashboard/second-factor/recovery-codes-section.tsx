import { useState } from 'react'
import { RECOVERY_CODE_COUNT, renewRecoveryCodes } from '#contract/accounts/second-factors.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import { FactorSection } from './factor-section.tsx'

/** Shows how many recovery codes are left, with a button that replaces them. */
export function RecoveryCodesSection({
  left,
  onRenewed,
}: {
  left: number
  onRenewed: (codes: string[]) => Promise<void>
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [isPending, setIsPending] = useState(false)

  const renew = async () => {
    setIsPending(true)
    const result = await callEndpoint(renewRecoveryCodes, {})
    setIsPending(false)
    setIsOpen(false)
    if (result.ok) await onRenewed(result.body.recoveryCodes)
    else showFailureToast(m.second_factor_failed_title(), result)
  }

  return (
    <FactorSection
      id="recovery-codes"
      title={m.recovery_codes_title()}
      text={m.recovery_codes_text()}
    >
      <p className="figures font-semibold">
        {m.recovery_codes_left({ left, count: RECOVERY_CODE_COUNT })}
      </p>
      <Button kind="ghost" size="small" onClick={() => setIsOpen(true)}>
        {m.recovery_codes_renew()}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.recovery_codes_renew_title()}
        description={m.recovery_codes_renew_text()}
        closeLabel={m.close()}
        cancelLabel={m.cancel()}
        confirmLabel={m.recovery_codes_renew()}
        danger={false}
        pending={isPending}
        onConfirm={() => void renew()}
      />
    </FactorSection>
  )
}
