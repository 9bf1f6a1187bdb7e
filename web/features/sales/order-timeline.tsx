import type { Currency } from '#contract/core/fields.ts'
import type { OrderEvent } from '#contract/sales/order-events.ts'
import * as m from '#messages'
import { orderEventText } from '#messages/order-events'
import { paymentStatusText } from '#messages/payment-statuses'
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

function EventDetail({ event, currency }: { event: OrderEvent; currency: Currency }) {
  const { paymentStatus, amountMinor, reason, refusal, note, address, requestedBy } = event
  const details = [
    paymentStatus !== null && paymentStatusText(paymentStatus),
    amountMinor !== null && formatMinorUnits(amountMinor, currency),
    reason !== null && getReviewReasonText(reason),
    refusal !== null && getRefundRefusalText(refusal),
    address !== null && address,
    requestedBy !== null && REQUESTED_BY_TEXTS[requestedBy](),
    note !== null && note !== '' && m.event_note({ note }),
  ].filter(detail => detail !== false)
  if (details.length === 0) return null
  return <p className="mt-0.5 text-small break-words">{details.join(' · ')}</p>
}
