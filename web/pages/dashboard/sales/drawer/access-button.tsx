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
import { useEndpointForm } from '#web/shared/forms/endpoint-form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

type Result = Promise<{ error?: unknown }>

/** Closes the downloads of an order with a reason, or opens them again; nothing if neither is possible. */
export function AccessButton({ order }: { order: SaleOrder }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [open, { isLoading }] = salesApi.useOpenSaleAccessMutation()
  const params = { orderId: order.orderId }
  // Only an admin can open the downloads of a file in which malware was found.
  if (order.accessClosing?.by === 'scanner') return null
  if (order.accessClosing && order.state === 'approved')
    return (
      <Button
        kind="ghost"
        size="small"
        pending={isLoading}
        icon={<LockOpen aria-hidden size={17} />}
        onClick={() => void showResult(open({ params }), m.access_opened_done())}
      >
        {m.access_open()}
      </Button>
    )
  if (!order.canCloseAccess) return null
  return (
    <>
      <Button
        kind="ghost"
        size="small"
        icon={<Lock aria-hidden size={17} />}
        onClick={() => setIsDialogOpen(true)}
      >
        {m.access_close()}
      </Button>
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
