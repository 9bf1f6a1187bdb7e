import { useState } from 'react'
import { buildPath } from '#contract/core/endpoint.ts'
import { getSaleReceiptPdf } from '#contract/receipts.ts'
import { type SaleOrder, getDisputePdf, resendSale } from '#contract/sales/order.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useWrite } from '#web/api/query.ts'
import { hasOpenRefund } from '#web/features/sales/open-refund.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Menu, MenuDownload } from '#web/ui/overlays/menu.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Ellipsis } from '#web/ui/icons/ellipsis.tsx'
import { FileText } from '#web/ui/icons/file-text.tsx'
import { Mail } from '#web/ui/icons/mail.tsx'
import { Scale } from '#web/ui/icons/scale.tsx'
import { Undo2 } from '#web/ui/icons/undo-2.tsx'
import { AccessButton, isAccessChangeable } from './access-button.tsx'
import { ChangeAddressButton } from './change-address-button.tsx'
import { RefundSaleDialog } from './refund-sale-dialog.tsx'

/** Tells whether the buyer or the bank disputes a payment of the order. */
const isDisputed = ({ state, hasReceipt, payments }: SaleOrder): boolean =>
  hasReceipt &&
  (state === 'charged_back' || payments.some(({ status }) => status === 'in_mediation'))

/** The actions of a seller on an order: two buttons for the usual ones, and a menu with the rest. */
export function OrderActions({ order }: { order: SaleOrder }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [resend, { isLoading }] = useWrite(resendSale)
  // While the money goes back, nothing is delivered again.
  const canResend = order.canResend && !hasOpenRefund(order)
  const canChangeEmail = order.emailChange !== 'refused' && !hasOpenRefund(order)
  const canChangeAccess = !hasOpenRefund(order) && isAccessChangeable(order)
  const hasMore = canChangeEmail || canChangeAccess || order.hasReceipt
  if (!canResend && !order.canRefund && !hasMore) return null

  const resendLinks = async () => {
    const { error } = await resend({ params: { orderId: order.orderId } })
    if (!error) return showToast('success', m.sale_resent())
    showToast('error', errorText('status' in error ? error.code : 'UNKNOWN_ERROR', getLocale()))
  }
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      {order.canRefund && (
        <Button
          kind="ghost"
          size="small"
          icon={<Undo2 aria-hidden size={17} />}
          onClick={() => setIsDialogOpen(true)}
        >
          {m.sale_refund()}
        </Button>
      )}
      {canResend && (
        <Button
          kind="ghost"
          size="small"
          pending={isLoading}
          icon={<Mail aria-hidden size={17} />}
          onClick={() => void resendLinks()}
        >
          {m.sale_resend()}
        </Button>
      )}
      {hasMore && (
        <Menu
          label={m.sale_more()}
          button={<Ellipsis aria-hidden size={20} />}
          buttonClassName="border-[1.5px] border-edge/60"
          className="ml-auto"
        >
          {canChangeEmail && <ChangeAddressButton order={order} />}
          {canChangeAccess && <AccessButton order={order} />}
          {order.hasReceipt && (
            <MenuDownload
              href={`/api${buildPath(getSaleReceiptPdf, { orderId: order.orderId })}`}
              icon={<FileText aria-hidden size={17} />}
            >
              {m.sale_receipt()}
            </MenuDownload>
          )}
          {isDisputed(order) && (
            <MenuDownload
              href={`/api${buildPath(getDisputePdf, { orderId: order.orderId })}`}
              icon={<Scale aria-hidden size={17} />}
            >
              {m.sale_dispute_pdf()}
            </MenuDownload>
          )}
        </Menu>
      )}
      {isDialogOpen && <RefundSaleDialog order={order} onClose={() => setIsDialogOpen(false)} />}
    </div>
  )
}
