import type { ErrorCode } from '#contract/core/errors.ts'
import type { ReviewReason } from '#contract/orders/events.ts'
import type { OrderRow, PaymentRow } from '#server/features/orders/rules/rows.ts'
import {
  type OrderState,
  ORDER_TRANSITIONS,
  findMismatch,
  isMoneyHeld,
  isMoneyReturned,
  isPaidByAnother,
  isPaymentPending,
  toPaymentStatus,
} from '#server/features/orders/rules/payment-state.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import { type CombinedPayment, assessParts, isWaitingForRest } from '../combine-parts.ts'
import { moneyOf } from '../order-money.ts'
import type { SettlingPayment } from '../settlement.ts'
import {
  type FormerPayment,
  type RecordStep,
  chargebackEvents,
  claimEvents,
  disputeEvent,
  lostChargebackEvents,
  refundEvent,
} from './events.ts'

/** The result of applying a payment to its order: `applied`, or the code that says why nothing changed. */
export type PaymentOutcome =
  | 'applied'
  | Extract<
      ErrorCode,
      | 'PAYMENT_STATUS_ALREADY_SET'
      | 'PAYMENT_STATUS_ALREADY_CHANGED'
      | 'PAYMENT_NOT_FOUND'
      | 'PRODUCT_ALREADY_SENT'
    >

/** What is known when a payment of an order was just read. */
export interface Situation {
  /** The order, locked. */
  order: OrderRow
  /** All payments of the order as they were last stored, newest first. */
  stored: readonly PaymentRow[]
  payment: ProviderPayment
  /** Whether the provider reports a refund of the payment, or the decision of one, that is not stored. */
  hasRefundNews: boolean
  /** What the price of the order counted on and is gone since the order was given up; null if nothing is. */
  lostDiscount: Extract<ReviewReason, 'coupon_used_up' | 'credit_used_up'> | null
  /** Whether the installation takes real money. */
  liveMode: boolean
  now: Date
}

/** One thing that a decision does. The steps are carried out in their sequence, in one transaction. */
export type Step =
  | RecordStep
  /** Stores the payment with its refunds, and books it. */
  | { do: 'save'; problem: ReviewReason | null; refundDue: boolean }
  /** Stores which payments together pay the order: these, and no others. */
  | { do: 'save_parts'; ids: string[] }
  /** Decides the refund of the payment that was requested here by what the provider reports. */
  | { do: 'decide_refund_request' }
  /** Records what has happened to an attempt to pay an order that is not paid. */
  | { do: 'record_attempt' }
  | { do: 'send_to_review'; reason: ReviewReason; paymentId: string }
  | { do: 'transition'; to: OrderState; fields: Partial<OrderRow> }
  /** Splits what the payment brought and returned over the items. */
  | { do: 'settle'; payment: SettlingPayment }
  | { do: 'mark_leftovers_due' | 'clear_refund_due'; paymentId: string }
  /** `paidBy`: the payment that pays the order now, by which the delivery sees whether the buyer has paid again. */
  | { do: 'deliver'; paidBy: string }
  | { do: 'close_grants'; reason: 'refunded' | 'charged_back' }
  | { do: 'reopen_grants' | 'close_refunded_items' }
  /** Requests the refund of what the order does not need, once `paidBy` has paid it. */
  | { do: 'return_surplus'; paidBy: string | null }
  | { do: 'check_commission'; payer: ProviderPayment; before: FormerPayment | undefined }

export interface PaymentDecision {
  outcome: PaymentOutcome
  steps: Step[]
}

/** Decides what a payment that was just read does to its order. */
export function decide(situation: Situation): PaymentDecision {
  const { order, stored, payment, hasRefundNews } = situation
  const before = stored.find(({ id }) => id === payment.id)
  // Two simultaneous reads of a payment can be applied in the wrong sequence. The provider's timestamp tells which one
  // is newer.
  if (before && isOlder(payment.updatedAt, before.providerUpdatedAt))
    return { outcome: 'PAYMENT_STATUS_ALREADY_CHANGED', steps: [] }
  // The terms are compared again on every read, since a wrong setting that caused a mismatch may have been corrected.
  // The payment that paid the order agreed with the terms, or an admin has accepted it.
  const hasPaidOrder = order.approvedPaymentId === payment.id || before?.isPart
  const problem = hasPaidOrder ? null : findProblem(situation)
  // Several payments can together pay the order, such as two cards. They count as one payment.
  const parts = assessParts(order, { ...payment, problem }, [...stored])
  const payer = parts?.combined ?? payment
  const payerBefore = parts ? parts.before : before
  const status = toPaymentStatus(payment.status)
  // A payment that was stored while its order was on hold is delivered once the order is released.
  const canDeliver =
    (problem === null || parts !== undefined) &&
    order.heldAt === null &&
    ORDER_TRANSITIONS[order.state][toPaymentStatus(payer.status)] === 'approved'
  const mayEndReview = problem !== null && order.state === 'review' && isMoneyReturned(status)
  const isUnchanged = before?.problem === problem && isSame(before, payment) && !hasRefundNews
  if (isUnchanged && !canDeliver && !mayEndReview)
    return { outcome: 'PAYMENT_STATUS_ALREADY_SET', steps: [] }

  const isPaidAlready = isPaidByAnother(order, payer.id)
  const isSecondPayment = isPaidAlready && order.state === 'approved'
  // An admin may have decided that this payment is neither delivered nor refunded here.
  const isKept =
    status === 'approved' &&
    !isWaitingForRest(order, { ...payment, problem }) &&
    (before?.dismissedAt ?? null) === null
  const save = { problem, refundDue: isKept && (isSecondPayment || problem !== null) }
  const steps: Step[] = [
    { do: 'save', ...save },
    ...(parts && parts.before === undefined ? [{ do: 'save_parts' as const, ids: parts.ids }] : []),
    ...(canDeliver && !parts ? releaseParts(stored) : []),
    {
      do: 'record',
      kind: 'payment',
      data: { paymentId: payment.id, paymentStatus: payment.status },
      audience: 'nobody',
    },
    ...(problem === null ? claimEvents(payment, before) : []),
    { do: 'decide_refund_request' },
  ]
  const surplus: Step[] = isSecondPayment
    ? [{ do: 'return_surplus', paidBy: order.approvedPaymentId }]
    : []
  const after = listAfter(situation, save, parts?.ids ?? [])
  if (problem !== null && !parts) {
    const review: Step[] = isKept
      ? [{ do: 'send_to_review', reason: problem, paymentId: payment.id }]
      : []
    const end = mayEndReview ? endReview(order, payment, after) : undefined
    const returned = end ?? returnEvents(order, payment, before)
    return { outcome: 'applied', steps: [...steps, ...review, ...returned, ...surplus] }
  }
  if (isSecondPayment)
    return {
      outcome: 'PRODUCT_ALREADY_SENT',
      steps: [...steps, ...returnEvents(order, payment, before), ...surplus],
    }
  // After an order was paid, another payment changes the order only if that payment holds the price.
  if (isPaidAlready && !isMoneyHeld(toPaymentStatus(payer.status)))
    return { outcome: 'applied', steps: [...steps, ...returnEvents(order, payment, before)] }
  const { outcome, steps: more } = transition(situation, payer, payerBefore, after)
  return {
    outcome,
    steps: [...steps, ...more, { do: 'check_commission', payer, before: payerBefore }],
  }
}

/**
 * Finds why a payment cannot deliver its order: it differs from the terms, or the price of the order is over. Then no
 * rest of the price is waited for either.
 */
function findProblem({ order, payment, liveMode, lostDiscount }: Situation): ReviewReason | null {
  const mismatch = findMismatch(payment, termsOf(order, liveMode)) ?? null
  const isOfOrder = mismatch === null || mismatch === 'another_amount'
  return (isOfOrder ? lostDiscount : null) ?? mismatch
}

/** Lists the payments as they are once the payment that was read is stored. */
function listAfter(
  { order, stored, payment, now }: Situation,
  save: { problem: ReviewReason | null; refundDue: boolean },
  partIds: readonly string[],
): PaymentRow[] {
  const before = stored.find(({ id }) => id === payment.id)
  const row = {
    isPart: false,
    dismissedAt: null,
    ...before,
    ...payment,
    ...save,
    createdAt: before?.createdAt ?? now,
    orderId: order.id,
  } as PaymentRow
  return [row, ...stored.filter(({ id }) => id !== payment.id)].map(each => ({
    ...each,
    isPart: partIds.length > 0 ? partIds.includes(each.id) : each.isPart,
  }))
}

/** Decides what follows from a payment on the agreed terms. */
function transition(
  situation: Situation,
  payment: ProviderPayment | CombinedPayment,
  before: FormerPayment | undefined,
  after: PaymentRow[],
): PaymentDecision {
  const { order } = situation
  const status = toPaymentStatus(payment.status)
  const to = ORDER_TRANSITIONS[order.state][status]
  if (to === undefined)
    return {
      outcome:
        order.state === 'approved' && isPaymentPending(status)
          ? 'PAYMENT_STATUS_ALREADY_CHANGED'
          : 'applied',
      steps: followUnchanged(order, payment, before),
    }
  // A fraud alert has put this paid order on hold. It goes to review, where an admin decides between delivery and
  // refund.
  if (to === 'approved' && order.heldAt !== null && order.approvedAt === null)
    return {
      outcome: 'applied',
      steps: [
        ...(order.state === 'charged_back'
          ? [
              {
                do: 'transition' as const,
                to: 'review' as const,
                fields: { reviewReason: 'fraud_alert' as const },
              },
            ]
          : []),
        { do: 'send_to_review', reason: 'fraud_alert', paymentId: payment.id },
      ],
    }
  if (isMoneyReturned(to)) {
    // Nobody has paid the order yet, and a payment that differs from it waits for the rest, or for an admin.
    const isAnotherUndecided =
      order.approvedPaymentId === null &&
      moneyOf(order, after).held.some(({ problem }) => problem !== null)
    return {
      outcome: 'applied',
      steps: isAnotherUndecided
        ? returnEvents(order, payment, before)
        : reverse(situation, to, payment, after),
    }
  }
  const move: Step[] = [
    { do: 'transition', to, fields: transitionFields(situation, to, payment) },
    { do: 'settle', payment },
  ]
  return to === 'approved'
    ? { outcome: 'applied', steps: [...move, ...deliver(situation, payment)] }
    : { outcome: 'applied', steps: move }
}

/** What follows from a payment that does not change the state of its order. */
function followUnchanged(
  order: OrderRow,
  payment: ProviderPayment | CombinedPayment,
  before: FormerPayment | undefined,
): Step[] {
  const status = toPaymentStatus(payment.status)
  const isUnpaid = order.state === 'open' || order.state === 'expired'
  const news: Step[] = isUnpaid ? [{ do: 'record_attempt' }] : returnEvents(order, payment, before)
  if (status === 'approved' || status === 'in_mediation') {
    const amountMinor = payment.refundedMinor - (before?.refundedMinor ?? 0)
    const partRefund: Step[] =
      amountMinor > 0
        ? [{ do: 'close_refunded_items' }, refundEvent('partly_refunded', payment, amountMinor)]
        : []
    return [{ do: 'settle', payment }, ...partRefund, ...news]
  }
  // The provider can report a fee, or the return of one, after the refund or the chargeback.
  return order.approvedPaymentId === payment.id ? [{ do: 'settle', payment }, ...news] : news
}

/** What follows from the payment that paid an order and was refunded or charged back. */
function reverse(
  situation: Situation,
  to: 'refunded' | 'charged_back',
  payment: ProviderPayment | CombinedPayment,
  after: PaymentRow[],
): Step[] {
  const { order } = situation
  const other = moneyOf(order, after).held.find(
    ({ id, problem, isPart }) => id !== payment.id && problem === null && !isPart,
  )
  if (other)
    // The buyer had paid twice and got one payment back, so the order stays approved by the other payment.
    return [
      { do: 'transition', to: order.state, fields: { approvedPaymentId: other.id } },
      ...releaseParts(situation.stored),
      { do: 'clear_refund_due', paymentId: other.id },
      { do: 'mark_leftovers_due', paymentId: other.id },
      { do: 'settle', payment: other },
      // An item that was refunded from the first payment is paid by the other one.
      ...(order.state === 'approved' && order.heldAt === null
        ? [{ do: 'reopen_grants' as const }]
        : []),
      ...(to === 'charged_back'
        ? chargebackEvents(payment, 'seller')
        : [refundEvent('payment_refunded', payment, payment.refundedMinor, 'seller')]),
      { do: 'return_surplus', paidBy: other.id },
    ]
  return [
    { do: 'transition', to, fields: transitionFields(situation, to, payment) },
    { do: 'settle', payment },
    ...(to === 'charged_back'
      ? chargebackEvents(payment)
      : [refundEvent('refunded', payment, payment.refundedMinor)]),
    { do: 'close_grants', reason: to },
  ]
}

/** Once one payment alone pays an order, a part of an earlier purchase that was not returned is a surplus. */
const releaseParts = (stored: readonly PaymentRow[]): Step[] =>
  stored.some(({ isPart }) => isPart) ? [{ do: 'save_parts', ids: [] }] : []

/** What follows from the payment that pays an order. Only an order with other payments can have a surplus. */
function deliver({ order, stored }: Situation, payment: ProviderPayment | CombinedPayment): Step[] {
  const isOnlyPayment = stored.every(({ id }) => id === payment.id)
  return [
    { do: 'record', kind: 'approved', data: {}, audience: 'nobody' },
    ...(isOnlyPayment ? [] : [{ do: 'mark_leftovers_due' as const, paymentId: payment.id }]),
    ...(order.state === 'charged_back' && !isPaidByAnother(order, payment.id)
      ? [disputeEvent('chargeback_won', payment, { amountMinor: order.totalMinor })]
      : []),
    { do: 'deliver', paidBy: payment.id },
    ...(isOnlyPayment ? [] : [{ do: 'return_surplus' as const, paidBy: payment.id }]),
  ]
}

/**
 * Ends the review of an order that was never delivered, since the payment that differed from its terms was refunded or
 * charged back.
 * @returns undefined if another payment of the order has not gone back to the buyer, so that the order stays in review
 */
function endReview(
  order: OrderRow,
  payment: ProviderPayment,
  after: PaymentRow[],
): Step[] | undefined {
  const to = toPaymentStatus(payment.status)
  if (!isMoneyReturned(to) || moneyOf(order, after).held.length > 0) return undefined
  return [
    { do: 'transition', to, fields: { reviewReason: null, heldAt: null } },
    // Nothing of this order was earned, whatever amount and fee the payment had.
    {
      do: 'settle',
      payment: { ...payment, refundedMinor: order.totalMinor, providerFeeMinor: 0 },
    },
    ...(to === 'refunded'
      ? [refundEvent('refunded', payment, payment.refundedMinor)]
      : chargebackEvents(payment)),
  ]
}

/**
 * The events of a payment that went back without a change of the order: it did not pay the order, or the order was
 * refunded before.
 */
function returnEvents(
  order: OrderRow,
  payment: ProviderPayment,
  before: FormerPayment | undefined,
): RecordStep[] {
  const amountMinor = payment.refundedMinor - (before?.refundedMinor ?? 0)
  const isOfNoSale = order.approvedPaymentId === null || order.state === 'refunded'
  const isPayer = order.approvedPaymentId === payment.id
  const isOfSeller = payment.collectorId === order.collectorId
  const isNewChargeback = payment.status === 'charged_back' && before?.status !== 'charged_back'
  const disputes = isNewChargeback
    ? chargebackEvents(payment, 'seller')
    : lostChargebackEvents(payment, before, isPayer ? 'all' : 'seller')
  return [
    ...(isOfSeller ? disputes : []),
    ...(amountMinor > 0 && isOfNoSale
      ? [refundEvent('payment_refunded', payment, amountMinor, 'buyer')]
      : []),
  ]
}

function isOlder(readAt: Date | null, storedAt: Date | null): boolean {
  return readAt !== null && storedAt !== null && readAt < storedAt
}

function isSame(stored: PaymentRow, payment: ProviderPayment): boolean {
  return (
    stored.status === payment.status &&
    stored.statusDetail === payment.statusDetail &&
    stored.refundedMinor === payment.refundedMinor &&
    stored.providerFeeMinor === payment.providerFeeMinor &&
    stored.applicationFeeMinor === payment.applicationFeeMinor &&
    stored.returnedApplicationFeeMinor === payment.returnedApplicationFeeMinor &&
    stored.deadline?.getTime() === payment.deadline?.getTime() &&
    stored.moneyReleaseAt?.getTime() === payment.moneyReleaseAt?.getTime()
  )
}

function termsOf(order: OrderRow, liveMode: boolean) {
  return {
    orderId: order.id,
    amountMinor: order.totalMinor,
    currency: order.currency,
    collectorId: order.collectorId,
    liveMode,
  }
}

function transitionFields(
  { order, now }: Situation,
  to: OrderState,
  payment: ProviderPayment,
): Partial<OrderRow> {
  // A refund also ends a fraud hold, since the suspicious payment was returned.
  const fields = { nextCheckAt: null, ...(to === 'refunded' && { heldAt: null }) }
  if (to !== 'approved') return fields
  // The date of the sale stays when the payment that paid the order counts again, such as after a won chargeback: the
  // figures of past months and the provider's periods for refunds do not begin anew.
  const isSameSale = order.approvedPaymentId === payment.id
  const approvedAt = (isSameSale ? order.approvedAt : null) ?? now
  return { ...fields, approvedAt, approvedPaymentId: payment.id, reviewReason: null }
}
