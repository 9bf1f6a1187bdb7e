import type { Transaction } from '#server/db/client.ts'
import {
  closeGrants,
  closeRefundedItems,
  reopenGrants,
} from '#server/features/orders/grant-queries.ts'
import { deliverOrder } from '#server/features/orders/delivery/delivery.ts'
import {
  type OrderItemRow,
  findOrderItems,
  findPayments,
  isOrderId,
  lockOrder,
  refreshSaleState,
  runOrderTransaction,
  transitionOrder,
} from '#server/features/orders/queries.ts'
import { recordAttempt } from '#server/features/orders/events/attempt.ts'
import { isCouponUsedUp } from '#server/features/prices/service.ts'
import { isCreditLost } from '#server/features/orders/credit-queries.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import { type SellerAccount, withSellerToken } from '#server/features/payment-accounts/tokens.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import type { Context } from '#server/context.ts'
import { type PaymentOutcome, type Situation, type Step, decide } from './decide/decide.ts'
import { clearRefundDue, markLeftoversDue, saveParts, savePayment } from './queries.ts'
import { decideRefundRequest, hasRefundNews } from './refunds/decide-request.ts'
import { returnSurplus } from './refunds/return-surplus.ts'
import { checkCommission } from './review/check-commission.ts'
import { placeHold } from './review/place-hold.ts'
import { sendToReview } from './review/send-to-review.ts'
import { saveSettlement } from './settlement.ts'
import { recordUnmatchedPayment } from './record-unmatched.ts'
import { hasFraudAlert } from './review/fraud-alerts.ts'

export type { PaymentOutcome }

/**
 * Reads one payment from the provider with its seller's token and applies the payment to its order. Webhook events,
 * reconciliation and refunds all use this function.
 * @throws ApiError or ProviderError if the payment cannot be read
 */
export async function fetchAndApplyPayment(
  context: Context,
  seller: SellerAccount,
  paymentId: string,
): Promise<PaymentOutcome> {
  const payment = await withSellerToken(context, seller, accessToken =>
    context.provider.readPayment(accessToken, paymentId),
  )
  return applyPayment(context, seller, payment)
}

/** Applies a payment that was just read from the provider to its order, in one transaction. */
export async function applyPayment(
  context: Context,
  reader: SellerAccount,
  payment: ProviderPayment,
): Promise<PaymentOutcome> {
  const { orderId } = payment
  if (orderId === null || !isOrderId(orderId)) return 'PAYMENT_NOT_FOUND'
  return runOrderTransaction(context, orderId, async (tx, lockedOrder) => {
    let order = lockedOrder
    // If a payment account moved to another user, its earlier payments are read with that user's tokens, so either the
    // seller or the account must match.
    const isOwn = order?.sellerId === reader.sellerId || order?.collectorId === reader.collectorId
    if (!order || !isOwn) {
      await recordUnmatchedPayment(tx, reader, orderId, payment)
      return 'PAYMENT_NOT_FOUND'
    }
    const stored = await findPayments(tx, order.id)
    const before = stored.find(({ id }) => id === payment.id)
    // The provider's alert can arrive before the first news of its payment. The order is held before it is delivered.
    if (!before && (await hasFraudAlert(tx, payment.id))) {
      await placeHold(tx, order, payment.id)
      order = (await lockOrder(tx, orderId))!
    }
    const situation = {
      order,
      stored,
      payment,
      hasRefundNews: await hasRefundNews(tx, payment),
      lostDiscount: await findLostDiscount(tx, order),
      liveMode: context.config.mercadoPago.liveMode,
      now: new Date(),
    }
    const { outcome, steps } = decide(situation)
    // Only the steps of an order that is paid need the items, of which no step but the settlement changes anything.
    const items = steps.some(step => step.do === 'settle' || step.do === 'deliver')
      ? await findOrderItems(tx, order.id)
      : []
    let delivery: PaymentOutcome | undefined
    for (const step of steps)
      delivery = (await carryOut(context, tx, { ...situation, items }, step)) ?? delivery
    // A transition has refreshed the state by itself.
    const isRefreshed = steps.some(step => step.do === 'transition')
    if (steps.length > 0 && !isRefreshed) await refreshSaleState(tx, order.id)
    return delivery ?? outcome
  })
}

/** Finds what the price of an order counted on and is gone since the order was given up. */
async function findLostDiscount(
  tx: Transaction,
  { id, couponCode, creditMinor }: OrderRow,
): Promise<Situation['lostDiscount']> {
  if (couponCode !== null && (await isCouponUsedUp(tx, id))) return 'coupon_used_up'
  return creditMinor !== null && (await isCreditLost(tx, id)) ? 'credit_used_up' : null
}

/**
 * Carries out one step of a decision about a payment.
 * @returns the outcome of a delivery
 */
async function carryOut(
  context: Context,
  tx: Transaction,
  { order, stored, payment, items }: Situation & { items: OrderItemRow[] },
  step: Step,
): Promise<PaymentOutcome | undefined> {
  switch (step.do) {
    case 'save':
      await savePayment(tx, order.id, payment, {
        ...step,
        isNew: stored.every(({ id }) => id !== payment.id),
      })
      return undefined
    case 'save_parts':
      await saveParts(tx, order.id, step.ids)
      return undefined
    case 'record':
      await recordOrderEvent(tx, order.id, step.kind, step.data as never, step.audience)
      return undefined
    case 'decide_refund_request':
      await decideRefundRequest(tx, order, payment)
      return undefined
    case 'record_attempt': {
      const before = stored.find(({ id }) => id === payment.id)
      await recordAttempt(tx, order, payment.id, before, await findPayments(tx, order.id))
      return undefined
    }
    case 'send_to_review':
      await sendToReview(tx, order, step)
      return undefined
    case 'transition':
      await transitionOrder(tx, order, step.to, step.fields)
      return undefined
    case 'settle':
      await saveSettlement(tx, order, items, step.payment)
      return undefined
    case 'mark_leftovers_due':
      await markLeftoversDue(tx, order.id, step.paymentId)
      return undefined
    case 'clear_refund_due':
      await clearRefundDue(tx, step.paymentId)
      return undefined
    case 'deliver':
      return deliverOrder(tx, order, items, step.paidBy)
    case 'close_grants':
      await closeGrants(tx, order.id, step.reason)
      return undefined
    case 'reopen_grants':
      await reopenGrants(tx, order.id)
      return undefined
    case 'close_refunded_items':
      await closeRefundedItems(tx, order.id)
      return undefined
    case 'return_surplus':
      await returnSurplus(tx, { ...order, approvedPaymentId: step.paidBy })
      return undefined
    case 'check_commission':
      await checkCommission(tx, order, step.payer, step.before)
      return undefined
  }
}
