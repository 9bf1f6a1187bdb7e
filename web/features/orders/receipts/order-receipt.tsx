import { lazy, Suspense, useState } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { type Receipt, getReceipt, saveReceiptBuyer } from '#contract/receipts.ts'
import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { taxIdText } from '#messages/tax-ids'
import { callEndpoint } from '#web/api/client.ts'
import { formatDate, formatMinorUnits } from '#web/i18n/format.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { persistently } from '#web/ui/load-code.ts'
import { Download } from '#web/ui/icons/download.tsx'

const TaxDataForm = lazy(persistently(() => import('./tax-data-form.tsx')))

/**
 * What a buyer paid, when, and the number to name it by. A paid order also has the receipt as a file, and a form for
 * the name and tax id that it shows. Nothing asks for tax data once everything was refunded.
 */
export function OrderReceipt({
  token,
  order,
}: {
  token: string
  order: Pick<
    Order,
    'receiptUrl' | 'totalMinor' | 'coupon' | 'refundedMinor' | 'currency' | 'number' | 'createdAt'
  >
}) {
  const [receipt, setReceipt] = useState<Receipt>()
  const [isOpen, setOpen] = useState(false)
  const { receiptUrl, totalMinor, coupon, refundedMinor, currency } = order

  const open = async () => {
    setOpen(true)
    const result = await callEndpoint(getReceipt, { params: { token } })
    if (result.ok) return setReceipt(result.body)
    setOpen(false)
    showToast('error', errorText(result.code, getLocale()))
  }

  return (
    <section
      aria-label={m.receipt_section()}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line py-5"
    >
      <div className="grid gap-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-[650]">
            {receiptUrl === null ? m.order_total() : m.receipt_yours()}
          </span>
          <span className="figures font-display text-[1.4rem] font-bold">
            {formatMinorUnits(totalMinor, currency)}
          </span>
        </p>
        {coupon && (
          <p className="figures text-small">
            {m.coupon_took_off({
              code: coupon.code,
              discount: formatMinorUnits(coupon.discountMinor, currency),
            })}
          </p>
        )}
        {refundedMinor > 0 && (
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-small">
            {m.order_given_back()}
            <span className="figures font-[650]">{formatMinorUnits(refundedMinor, currency)}</span>
          </p>
        )}
        <p className="figures text-small text-soft">
          {m.order_number({ number: order.number })} ·{' '}
          {formatDate(order.createdAt, BUYER_TIME_ZONES[currency].timeZone)}
        </p>
      </div>
      {receiptUrl !== null && (
        <div className="flex flex-wrap gap-x-3 gap-y-2">
          <LinkButton
            href={receiptUrl}
            download
            kind="ghost"
            size="small"
            icon={<Download aria-hidden size={16} />}
          >
            {m.receipt_download()}
          </LinkButton>
          {!isOpen && refundedMinor < totalMinor && (
            <Button kind="ghost" size="small" onClick={() => void open()}>
              {receipt?.buyer ? m.receipt_correct_data() : m.receipt_add_data()}
            </Button>
          )}
        </div>
      )}
      {isOpen && !receipt && <Skeleton className="h-24" />}
      {receipt?.buyer && <ShownBuyer buyer={receipt.buyer} />}
      {isOpen && receipt && (
        <BuyerForm
          token={token}
          receipt={receipt}
          onSaved={setReceipt}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

function ShownBuyer({
  buyer: { name, taxIdKind, taxId },
}: {
  buyer: NonNullable<Receipt['buyer']>
}) {
  return (
    <p className="text-small break-words text-soft">
      {m.receipt_data_shown({ name, kind: taxIdText(taxIdKind, getLocale()), taxId })}
    </p>
  )
}

function BuyerForm({
  token,
  receipt,
  onSaved,
  onClose,
}: {
  token: string
  receipt: Receipt
  onSaved: (receipt: Receipt) => void
  onClose: () => void
}) {
  if (receipt.correctableUntil === null)
    return <p className="text-small text-soft">{m.receipt_data_late()}</p>
  return (
    <div className="grid gap-4">
      <p className="text-small text-soft">
        {m.receipt_data_lead({ date: formatDate(receipt.correctableUntil) })}
      </p>
      <Suspense fallback={<Skeleton className="h-64" />}>
        <TaxDataForm
          taxData={receipt.buyer}
          submit={m.receipt_data_save()}
          send={async body => {
            const result = await callEndpoint(saveReceiptBuyer, { params: { token }, body })
            if (result.ok) onSaved(result.body)
            return result
          }}
          onDone={() => {
            onClose()
            showToast('success', m.receipt_data_saved())
          }}
          onCancel={onClose}
        />
      </Suspense>
    </div>
  )
}
