import { refundSale, type SaleOrder } from '#contract/sales/order.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { RefundDialog } from '#web/features/sales/refund/refund-dialog.tsx'
import { calculateRefundOutcome } from '#web/features/sales/refund/refund-outcome.ts'
import { formatMinorUnits } from '#web/i18n/format.ts'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
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
  const [refundAndRefresh] = useWrite(refundSale)
  const refund = useCaptchaCall(refundSale, input => toCallResult(refundAndRefresh(input)))
  const { orderId, items, currency, priceMinor, refundedMinor } = order
  return (
    <RefundDialog
      refundable={{ leftMinor: priceMinor - refundedMinor, currency, items }}
      canSplit={order.state === 'approved'}
      reasonLabel={m.sale_refund_reason()}
      reasonHint={m.sale_refund_reason_hint()}
      describeOutcome={amountMinor => describeOutcome(order, amountMinor)}
      send={chosen => refund({ params: { orderId }, ...chosen })}
      onDone={() => {
        showToast('success', m.sale_refund_asked())
        onClose()
      }}
      onClose={onClose}
    />
  )
}
