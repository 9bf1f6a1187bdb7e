import type { Refund, SaleOrder, SalePayment } from '#contract/sales/order.ts'
import * as m from '#messages'
import { methodText, paymentStatusText, refusalText } from '#web/features/sales/labels.ts'
import { formatMinor, formatMoment } from '#web/i18n/format.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Part } from '#web/ui/overlays/drawer-section.tsx'
import { Chip, type Tone } from '#web/ui/surfaces/chip.tsx'

/** Lists the payment attempts as MercadoPago last reported them, with their refunds. */
export function Payments({ order }: { order: SaleOrder }) {
  if (order.payments.length === 0) return null
  return (
    <Part title={m.sale_payments()}>
      <ul className="grid gap-3">
        {order.payments.map(payment => (
          <Payment key={payment.id} payment={payment} currency={order.currency} />
        ))}
      </ul>
    </Part>
  )
}

const tones: Record<string, Tone> = {
  approved: 'jade',
  rejected: 'bad',
  charged_back: 'bad',
  pending: 'warn',
  in_process: 'warn',
  in_mediation: 'warn',
}

function Payment({ payment, currency }: { payment: SalePayment; currency: SaleOrder['currency'] }) {
  return (
    <li className="grid gap-2 rounded-card border border-line bg-card p-4 text-small">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <b className="figures block font-[650]">{formatMinor(payment.amountMinor, currency)}</b>
          <span className="figures block text-tiny text-soft">
            {methodText(payment.methodType)} · {m.sale_payment_number({ id: payment.id })}
            {payment.createdAt && <> · {formatMoment(payment.createdAt)}</>}
          </span>
        </div>
        <Chip tone={tones[payment.status] ?? 'plain'}>{paymentStatusText(payment.status)}</Chip>
      </div>
      {payment.refundDue && <Banner tone="warn">{m.sale_refund_due()}</Banner>}
      {payment.refund && <RefundNote refund={payment.refund} />}
    </li>
  )
}

function RefundNote({ refund }: { refund: Refund }) {
  const { state, requestedAt, settledAt, refusal } = refund
  if (state === 'requested')
    return <p>{m.sale_refund_requested({ date: formatMoment(requestedAt) })}</p>
  if (state === 'done')
    return <p>{m.sale_refund_done({ date: formatMoment(settledAt ?? requestedAt) })}</p>
  return <Banner tone="bad">{refusal ? refusalText(refusal) : m.sale_refund_refused()}</Banner>
}
