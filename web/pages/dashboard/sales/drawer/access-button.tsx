import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { closeSaleAccess } from '#contract/sales/access.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { SaleOrder } from '#contract/sales/order.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { salesApi } from '#web/features/sales/api.ts'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { MenuButton } from '#web/ui/overlays/menu.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

type Result = Promise<{ error?: unknown }>

/** Tells whether the seller can close or open the downloads. Only an admin can open those of a file with malware. */
export const isAccessChangeable = ({ accessClosing, state, canCloseAccess }: SaleOrder): boolean =>
  accessClosing?.by !== 'scanner' &&
  ((accessClosing !== null && state === 'approved') || canCloseAccess)

/** The menu item that closes the downloads of an order with a reason, or opens them again. */
export function AccessButton({ order }: { order: SaleOrder }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [open, { isLoading }] = salesApi.useOpenSaleAccessMutation()
  const params = { orderId: order.orderId }
  if (order.accessClosing && order.state === 'approved')
    return (
      <MenuButton
        disabled={isLoading}
        onClick={() => void showResult(open({ params }), m.access_opened_done())}
      >
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
  const [close, { isLoading }] = salesApi.useCloseSaleAccessMutation()
  const { form, errorOf } = useEndpointForm(closeSaleAccess.body, ['reason'])
  const submit = form.handleSubmit(async (body: z.infer<typeof closeSaleAccess.body>) => {
    const request = close({ params: { orderId }, body })
    if (await showResult(request, m.access_closed_done())) onClose()
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={m.access_close()}
      description={m.access_close_text()}
      closeLabel={m.close()}
      cancelLabel={m.cancel()}
      confirmLabel={m.access_close()}
      pending={isLoading}
      onConfirm={() => void submit()}
    >
      <TextArea
        label={m.access_reason()}
        rows={3}
        maxLength={LIMITS.reason.max}
        error={errorOf('reason')}
        {...form.register('reason')}
      />
    </ConfirmDialog>
  )
}

/** Shows a toast about the result of a request. Resolves to whether it has succeeded. */
async function showResult(request: Result, successText: string): Promise<boolean> {
  const { error } = await request
  if (!error) {
    showToast('success', successText)
    return true
  }
  const code = (error as { code?: Parameters<typeof errorText>[0] }).code ?? 'UNKNOWN_ERROR'
  showToast('error', errorText(code, getLocale()))
  return false
}
