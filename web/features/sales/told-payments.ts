import type { OrderEvent, OrderEventKind } from '#contract/orders/events.ts'

/** The events that tell the same as the news that a payment has a status. */
const SAME_FACT: Partial<Record<string, readonly OrderEventKind[]>> = {
  pending: ['voucher_waiting'],
  approved: ['approved', 'partly_refunded', 'second_payment', 'chargeback_won', 'claim_closed'],
  rejected: ['payment_declined'],
  cancelled: ['voucher_expired'],
  in_mediation: ['claim_opened'],
  refunded: ['refunded', 'payment_refunded'],
  charged_back: ['charged_back', 'chargeback_lost'],
}
/** The time between two events that still tell of one fact. */
const ONE_FACT_MS = 60_000

/**
 * Leaves out the news of a payment that another event tells, as "approved" tells what its payment reported, and those
 * that report the status which the payment had already.
 * @param events the events of an order, oldest first
 */
export function leaveOutToldPayments(events: readonly OrderEvent[]): OrderEvent[] {
  const statuses = new Map<string, string>()
  return events.filter(event => {
    if (event.kind !== 'payment') return true
    const { paymentId, paymentStatus } = event
    const isRepeated = statuses.get(paymentId) === paymentStatus
    statuses.set(paymentId, paymentStatus)
    return !isRepeated && !events.some(other => tellsSameFact(other, event))
  })
}

const tellsSameFact = ({ kind, at }: OrderEvent, news: OrderEvent<'payment'>): boolean =>
  (SAME_FACT[news.paymentStatus] ?? []).includes(kind) &&
  Math.abs(Date.parse(at) - Date.parse(news.at)) <= ONE_FACT_MS
