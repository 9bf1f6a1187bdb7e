import { sum } from '#contract/core/sum.ts'
import type { ProviderPayment, ProviderRefund } from '#server/integrations/mercadopago/provider.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import {
  type RefundRow,
  findRequestedIds,
  findUndecidedRefund,
  markRefundDone,
  markRefundSent,
} from './queries.ts'
import { findReportedStates } from '../provider-refunds.ts'
import { refuseRefund } from './refuse-refund.ts'

/** The clocks of the provider and of this server can differ by this time. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000

/** Tells whether a payment that was just read has a refund, or the decision of one, that is not stored yet. */
export async function hasRefundNews(db: Db, payment: ProviderPayment): Promise<boolean> {
  if (payment.refunds.length === 0) return false
  const stored = await findReportedStates(db, payment.id)
  return payment.refunds.some(({ id, state }) => stored.get(id) !== state)
}

/**
 * Decides the refund that was requested here of a payment that was just read, whose refunds are stored: it is done or
 * refused only because the provider says so. A request whose answer was lost is recognized by its amount and time.
 * @param order the order of the payment; undefined if it matches none
 */
export async function decideRefundRequest(
  tx: Transaction,
  order: OrderRow | undefined,
  payment: ProviderPayment,
): Promise<void> {
  const isReturned = payment.status === 'refunded'
  if (payment.refunds.length === 0 && !isReturned) return
  const request = await findUndecidedRefund(tx, payment.id)
  if (!request) return
  const made = await findMade(tx, request, payment)
  if (made && request.providerRefundId === null) await markRefundSent(tx, request.id, made.id)
  // Nothing is left to be refunded.
  if (made?.state === 'done' || isReturned) return markRefundDone(tx, request.id)
  if (made?.state === 'rejected') await refuseRefund(tx, order, request, 'not_allowed')
}

/** Finds the refund of a payment that was made for a request. */
async function findMade(
  tx: Transaction,
  request: RefundRow,
  payment: ProviderPayment,
): Promise<ProviderRefund | undefined> {
  if (request.providerRefundId !== null)
    return payment.refunds.find(({ id }) => id === request.providerRefundId)
  const requestedIds = await findRequestedIds(tx, payment.id)
  const since = request.createdAt.getTime() - CLOCK_DIFFERENCE_MS
  return payment.refunds.findLast(
    refund =>
      !requestedIds.has(refund.id) &&
      (refund.createdAt === null || refund.createdAt.getTime() >= since) &&
      hasAmountOf(request, refund, payment),
  )
}

/** A request for all that is left was made by a refund after which nothing is left. */
function hasAmountOf(
  { amountMinor }: RefundRow,
  refund: ProviderRefund,
  { amountMinor: paidMinor, refunds }: ProviderPayment,
): boolean {
  if (amountMinor !== null) return refund.amountMinor === amountMinor
  const earlier = refunds.filter(({ id, state }) => id !== refund.id && state !== 'rejected')
  const earlierMinor = sum(earlier.map(other => other.amountMinor ?? 0))
  return refund.amountMinor === paidMinor - earlierMinor
}
