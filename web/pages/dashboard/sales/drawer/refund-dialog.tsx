import { useState } from 'react'
import { LIMITS } from '#contract/core/limits.ts'
import type { SaleOrder } from '#contract/sales/order.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useCaptcha } from '#web/api/captcha.ts'
import { salesApi } from '#web/features/sales/api.ts'
import { formatMinorUnits } from '#web/i18n/format.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** Asks for confirmation before the whole payment is refunded. */
export function RefundDialog({ order, onClose }: { order: SaleOrder; onClose: () => void }) {
  const [refund] = salesApi.useRefundSaleMutation()
  const [pending, setPending] = useState(false)
  const [reason, setReason] = useState('')
  const takeCaptcha = useCaptcha('refund_form')

  const confirm = async () => {
    setPending(true)
    const captcha = await takeCaptcha().catch(() => undefined)
    if (captcha === undefined) {
      setPending(false)
      return showToast('error', m.create_captcha())
    }
    const { error } = await refund({
      params: { orderId: order.orderId },
      body: reason.trim() ? { reason } : {},
      captcha,
    })
    onClose()
    if (!error) return showToast('success', m.sale_refund_asked())
    showToast('error', errorText('status' in error ? error.code : 'UNKNOWN_ERROR', getLocale()))
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={m.sale_refund_title({ amount: formatMinorUnits(order.priceMinor, order.currency) })}
      description={m.sale_refund_text()}
      closeLabel={m.close()}
      cancelLabel={m.cancel()}
      confirmLabel={m.sale_refund_go()}
      pending={pending}
      onConfirm={() => void confirm()}
    >
      <TextArea
        label={m.sale_refund_reason()}
        aside={m.optional()}
        rows={2}
        maxLength={LIMITS.reason.max}
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
    </ConfirmDialog>
  )
}
