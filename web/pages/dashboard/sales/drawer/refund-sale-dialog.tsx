import type { SaleOrder } from '#contract/sales/order.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useCaptcha } from '#web/api/captcha.ts'
import { salesApi } from '#web/features/sales/api.ts'
import { type ChosenRefund, RefundDialog } from '#web/features/sales/refund/refund-dialog.tsx'
import { calculateRefundOutcome } from '#web/features/sales/refund/refund-outcome.ts'
import { formatMinorUnits } from '#web/i18n/format.ts'
import { showToast } from '#web/ui/toasts/toast.ts'

/** Says what the seller keeps after a refund. A payment beside the one that paid the order returns no commission. */
function describeOutcome(order: SaleOrder, amountMinor: number): string | undefined {
  if (order.state !== 'approved') return undefined
  const { commissionMinor, keptMinor } = calculateRefundOutcome(order, amountMinor)
  const fee = formatMinorUnits(commissionMinor, order.currency)
  return keptMinor === null
    ? m.sale_refund_outcome_fee({ fee })
    : m.sale_refund_outcome({ kept: formatMinorUnits(keptMinor, order.currency), fee })
}

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
      reasonHint={m.sale_refund_reason_hint()}
      describeOutcome={amountMinor => describeOutcome(order, amountMinor)}
      send={send}
      onClose={onClose}
    />
  )
}
