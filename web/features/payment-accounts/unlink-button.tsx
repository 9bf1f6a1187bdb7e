import { useState } from 'react'
import { unlinkMercadoPago } from '#contract/payment-accounts.ts'
import * as m from '#messages'
import { refreshSession } from '#web/api/session.ts'
import { useWrite } from '#web/api/query.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/**
 * A button that unlinks the MercadoPago account. A dialog asks for confirmation first, because unlinking stops sales.
 */
export function UnlinkButton() {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [unlink, { isLoading }] = useWrite(unlinkMercadoPago)

  const confirm = async () => {
    const { error } = await unlink({})
    // The header and the checklist show whether the seller can sell.
    void refreshSession()
    setIsDialogOpen(false)
    if (error) showFailureToast(m.payment_unlink_failed(), error)
    else showToast('success', m.payment_unlinked())
  }

  return (
    <>
      <Button kind="ghost" onClick={() => setIsDialogOpen(true)}>
        {m.payment_unlink()}
      </Button>
      <ConfirmDialog
        open={isDialogOpen}
        onClose={() => setIsDialogOpen(false)}
        title={m.payment_unlink_title()}
        description={m.payment_unlink_text()}
        closeLabel={m.close()}
        cancelLabel={m.cancel()}
        confirmLabel={m.payment_unlink()}
        pending={isLoading}
        onConfirm={() => void confirm()}
      />
    </>
  )
}
