import type { Currency } from '#contract/core/fields.ts'
import type { OrderEvent, OrderEventFields } from '#contract/orders/events.ts'
import * as m from '#messages'
import { orderEventText } from '#messages/order-events'
import { paymentStatusText } from '#messages/payment-statuses'
import { rejectionText } from '#messages/rejections'
import { getLocale } from '#messages/runtime'
import { formatMinorUnits, formatDateTime } from '#web/i18n/format.ts'
import { DrawerSection } from '#web/ui/overlays/drawer-section.tsx'
import { getRefundRefusalText, getReviewReasonText } from './labels.ts'

/** Lists the events of an order, the oldest first. */
export function OrderTimeline({
  events,
  currency,
}: {
  events: readonly OrderEvent[]
  currency: Currency
}) {
  return (
    <DrawerSection title={m.sale_history()}>
      <ol className="relative grid gap-4 border-l-2 border-line pl-5">
        {events.map(event => (
          <li key={event.id} className="relative">
            <span
              aria-hidden
              className="absolute top-1.5 -left-[27px] size-3 rounded-full border-2 border-paper bg-jade"
            />
            <p className="font-[600]">{orderEventText(event.kind, getLocale())}</p>
            <p className="figures text-tiny text-soft">{formatDateTime(event.at)}</p>
            <EventDetail event={event} currency={currency} />
          </li>
        ))}
      </ol>
    </DrawerSection>
  )
}

const REQUESTED_BY_TEXTS = {
  buyer: m.event_by_buyer,
  seller: m.event_by_seller,
  admin: m.event_by_admin,
}

function EventDetail({ event, currency }: { event: OrderEventFields; currency: Currency }) {
  const { paymentStatus, rejection, amountMinor, reason, refusal, address, requestedBy } = event
  const note = event.answer ?? event.note
  const details = [
    paymentStatus && paymentStatusText(paymentStatus),
    rejection && rejectionText(rejection, getLocale()),
    amountMinor !== undefined && formatMinorUnits(amountMinor, currency),
    reason && getReviewReasonText(reason),
    refusal && getRefundRefusalText(refusal),
    event.productName,
    address,
    requestedBy && REQUESTED_BY_TEXTS[requestedBy](),
    note && m.event_note({ note }),
  ].filter(Boolean)
  if (details.length === 0) return null
  return <p className="mt-0.5 text-small break-words">{details.join(' · ')}</p>
}
