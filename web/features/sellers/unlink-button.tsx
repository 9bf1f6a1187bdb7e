import { useState } from 'react'
import * as m from '#messages'
import { cache } from '../../api/cache.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/modal.tsx'
import { toast } from '../../ui/toasts/toast.ts'

/** Stops sales, after asking. */
export function UnlinkButton() {
  const [asking, setAsking] = useState(false)
  const [unlink, { isLoading }] = cache.useUnlinkPaymentAccountMutation()

  const confirm = async () => {
    const { error } = await unlink({})
    setAsking(false)
    if (error) toast('error', m.payment_unlink_failed())
    else toast('success', m.payment_unlinked())
  }

  return (
    <>
      <Button kind="ghost" onClick={() => setAsking(true)}>
        {m.payment_unlink()}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
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
