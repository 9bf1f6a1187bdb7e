import { useState } from 'react'
import { closeSaleAccess, openSaleAccess } from '#contract/sales/access.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { SaleOrder } from '#contract/sales/order.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { FormDialog } from '#web/shared/forms/form-dialog.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { MenuButton } from '#web/ui/overlays/menu.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Lock } from '#web/ui/icons/lock.tsx'
import { LockOpen } from '#web/ui/icons/lock-open.tsx'

/** Tells whether the seller can close or open the downloads. Only an admin can open those of a file with malware. */
export const isAccessChangeable = ({ accessClosing, state, canCloseAccess }: SaleOrder): boolean =>
  accessClosing?.by !== 'scanner' &&
  ((accessClosing !== null && state === 'approved') || canCloseAccess)

/** The menu item that closes the downloads of an order with a reason, or opens them again. */
export function AccessButton({ order }: { order: SaleOrder }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [open, { isLoading }] = useWrite(openSaleAccess)
  const openAccess = async () => {
    const { error } = await open({ params: { orderId: order.orderId } })
    if (error) showFailureToast(m.access_open_failed(), error)
    else showToast('success', m.access_opened_done())
  }
  if (order.accessClosing && order.state === 'approved')
    return (
      <MenuButton disabled={isLoading} onClick={() => void openAccess()}>
        <LockOpen aria-hidden size={17} />
        {m.access_open()}
      </MenuButton>
    )
  return (
    <>
      <MenuButton onClick={() => setIsDialogOpen(true)}>
        <Lock aria-hidden size={17} />
        {m.access_close()}
      </MenuButton>
      {isDialogOpen && (
        <CloseAccessDialog orderId={order.orderId} onClose={() => setIsDialogOpen(false)} />
      )}
    </>
  )
}

function CloseAccessDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const [close] = useWrite(closeSaleAccess)
  return (
    <FormDialog
      title={m.access_close()}
      description={m.access_close_text()}
      onClose={onClose}
      done={m.access_closed_done()}
      schema={closeSaleAccess.body}
      fields={['reason']}
      send={body => toCallResult(close({ params: { orderId }, body }))}
      failure={m.access_close_failed()}
      submit={m.access_close()}
      submitKind="danger"
    >
      {({ field }) => (
        <TextArea
          label={m.access_reason()}
          rows={3}
          maxLength={LIMITS.reason.max}
          {...field('reason')}
        />
      )}
    </FormDialog>
  )
}
