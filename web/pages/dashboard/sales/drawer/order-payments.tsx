import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import type { Refund, SaleOrder, SalePayment } from '#contract/sales/order.ts'
import * as m from '#messages'
import { paymentMethodText } from '#messages/payment-methods'
import { paymentStatusText } from '#messages/payment-statuses'
import { getLocale } from '#messages/runtime'
import { getRefundDueText, getRefundRefusalText } from '#web/features/sales/labels.ts'
import { formatMinorUnits, formatDateTime } from '#web/i18n/format.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { DrawerSection } from '#web/ui/overlays/drawer-section.tsx'
import { Chip, type ChipTone } from '#web/ui/surfaces/chip.tsx'

/** Lists the payment attempts as MercadoPago last reported them, with their refunds. */
export function OrderPayments({ order }: { order: SaleOrder }) {
  if (order.payments.length === 0) return null
  return (
    <DrawerSection title={m.sale_payments()}>
      <ul className="grid gap-3">
        {order.payments.map(payment => (
          <Payment key={payment.id} payment={payment} currency={order.currency} />
        ))}
      </ul>
    </DrawerSection>
  )
}

const STATUS_TONES: Record<string, ChipTone> = {
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
          <b className="figures block font-[650]">
            {formatMinorUnits(payment.amountMinor, currency)}
          </b>
          <span className="figures block text-tiny text-soft">
            <span>
              {paymentMethodText(payment.methodType, getLocale())} ·{' '}
              {m.sale_payment_number({ id: payment.id })}
            </span>
            {payment.createdAt && <span>{` · ${formatDateTime(payment.createdAt)}`}</span>}
          </span>
        </div>
        <Chip tone={STATUS_TONES[payment.status] ?? 'plain'}>
          {paymentStatusText(payment.status)}
        </Chip>
      </div>
      {payment.deadline && (
        <p>
          {m.sale_payment_deadline({
            moment: formatDateTime(payment.deadline, BUYER_TIME_ZONES[currency].timeZone),
          })}
        </p>
      )}
      {payment.refundDue && <Banner tone="warn">{getRefundDueText(payment.problem)}</Banner>}
      {payment.refunds.map(refund => (
        <RefundNote key={refund.requestedAt} refund={refund} currency={currency} />
      ))}
    </li>
  )
}

function RefundNote({ refund, currency }: { refund: Refund; currency: SaleOrder['currency'] }) {
  const { state, requestedAt, settledAt, refusal, amountMinor } = refund
  const part = amountMinor !== null && (
    <b className="figures font-[650]">{formatMinorUnits(amountMinor, currency)}: </b>
  )
  if (state === 'requested')
    return (
      <p>
        {part}
        {m.sale_refund_requested({ date: formatDateTime(requestedAt) })}
      </p>
    )
  if (state === 'done')
    return (
      <p>
        {part}
        {m.sale_refund_done({ date: formatDateTime(settledAt ?? requestedAt) })}
      </p>
    )
  return (
    <Banner tone="bad">{refusal ? getRefundRefusalText(refusal) : m.sale_refund_refused()}</Banner>
  )
}
