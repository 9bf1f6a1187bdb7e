import { useState } from 'react'
import { type AdminOrder, refundOrder } from '#contract/admin/orders.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { RefundDialog } from '#web/features/sales/refund/refund-dialog.tsx'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { Button, type ButtonKind } from '#web/ui/actions/button.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** Opens a dialog in which an admin refunds a payment of an order, or a part of the one that paid the order. */
export function RefundButton({
  order: { orderId, state, currency, items },
  payment,
  kind,
}: {
  order: AdminOrder
  payment: AdminOrder['payments'][number]
  kind: ButtonKind
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [refund] = useWrite(refundOrder)
  const canSplit = payment.bought && state === 'approved'
  // The payments that together paid an order are refunded together.
  const leftOfItems = items.reduce((sum, item) => sum + item.priceMinor - item.refundedMinor, 0)
  const leftMinor = canSplit ? leftOfItems : payment.amountMinor - payment.refundedMinor
  return (
    <>
      <Button kind={kind} size="small" onClick={() => setIsOpen(true)}>
        {m.sale_refund_go()}
        <span className="sr-only"> {payment.id}</span>
      </Button>
      {isOpen && (
        <RefundDialog
          refundable={{ leftMinor, currency, items }}
          canSplit={canSplit}
          reasonLabel={m.admin_reason_note()}
          send={({ body, idempotencyKey }) =>
            toCallResult(
              refund({
                params: { orderId },
                body: { ...body, paymentId: payment.id },
                idempotencyKey,
              }),
            )
          }
          onDone={() => {
            showToast('success', m.admin_done())
            setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
