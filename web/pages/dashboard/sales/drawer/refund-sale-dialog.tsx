import type { SaleOrder } from '#contract/sales/order.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useCaptcha } from '#web/api/captcha.ts'
import { salesApi } from '#web/features/sales/api.ts'
import { type ChosenRefund, RefundDialog } from '#web/features/sales/refund/refund-dialog.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** Asks the seller what to refund of an order. */
export function RefundSaleDialog({ order, onClose }: { order: SaleOrder; onClose: () => void }) {
  const [refund] = salesApi.useRefundSaleMutation()
  const takeCaptcha = useCaptcha('refund_form')
  const { orderId, items, currency, priceMinor, refundedMinor } = order

  const send = async (chosen: ChosenRefund) => {
    const captcha = await takeCaptcha().catch(() => undefined)
    if (captcha === undefined) return showToast('error', m.create_captcha())
    const { error } = await refund({ params: { orderId }, captcha, ...chosen })
    onClose()
    if (!error) return showToast('success', m.sale_refund_asked())
    showToast('error', errorText('status' in error ? error.code : 'UNKNOWN_ERROR', getLocale()))
  }
  return (
    <RefundDialog
      refundable={{ leftMinor: priceMinor - refundedMinor, currency, items }}
      canSplit={order.state === 'approved'}
      reasonLabel={m.sale_refund_reason()}
      send={send}
      onClose={onClose}
    />
  )
}
