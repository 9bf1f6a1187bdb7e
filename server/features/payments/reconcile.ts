import { splitByShare } from '#contract/core/money.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { type ProviderPayment, ProviderError } from '#server/integrations/mercadopago/provider.ts'
import type { Transaction } from '#server/db/client.ts'
import { type SellerAccount, withSellerToken } from '#server/features/payment-accounts/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import { deliver, sendToReview } from '../orders/delivery/delivery.ts'
import type { OrdersDeps } from '../orders/deps.ts'
import { computeNetAmount } from './net-amount.ts'
import {
  TRANSITIONS,
  type OrderState,
  isPending,
  findMismatch,
  nextCheckAfter,
  toPaymentStatus,
} from '../orders/payment-state.ts'
import { closeGrants } from '../orders/delivery/grant-queries.ts'
import {
  type OrderRow,
  type PaymentRow,
  findOrderItems,
  findOrder,
  findPayments,
  clearRefundDue,
  lockOrder,
  transitionOrder,
  recordOrderEvent,
  savePayment,
  saveItemSettlement,
} from '../orders/queries.ts'
import { scheduleCheck } from './check-queries.ts'
import { markRefundDone } from './refunds/queries.ts'
import { notifySeller } from '../orders/seller-notification.ts'

/** What became of a payment that was read: applied, or the code of why not. For the log and the inbox. */
export type PaymentOutcome =
  | 'applied'
  | Extract<
      ErrorCode,
      | 'PAYMENT_STATUS_ALREADY_SET'
      | 'PAYMENT_STATUS_ALREADY_CHANGED'
      | 'PAYMENT_NOT_FOUND'
      | 'PRODUCT_ALREADY_SENT'
    >

/**
 * Reads one payment with its seller's token and lets the order follow it. Every way of learning of a payment
 * ends here.
 * @throws ApiError, ProviderError where it cannot be read
 */
export async function fetchAndApplyPayment(
  deps: OrdersDeps,
  seller: SellerAccount,
  paymentId: string,
): Promise<PaymentOutcome> {
  const read = await withSellerToken(deps.sellers, seller, accessToken =>
    deps.payments.readPayment(accessToken, paymentId),
  )
  return applyPayment(deps, seller, read)
}

/** Lets an order follow a payment that was just read from the provider, in one transaction. */
async function applyPayment(
  deps: OrdersDeps,
  reader: SellerAccount,
  read: ProviderPayment,
): Promise<PaymentOutcome> {
  const orderId = read.orderId
  if (orderId === null || !isOrderId(orderId)) return 'PAYMENT_NOT_FOUND'
  return deps.db.transaction(async tx => {
    const order = await lockOrder(tx, orderId)
    // An account that moved to another user still reads what was paid into it before.
    const isOwn = order?.sellerId === reader.sellerId || order?.collectorId === reader.collectorId
    if (!order || !isOwn) return 'PAYMENT_NOT_FOUND'
    const before = (await findPayments(tx, order.id)).find(({ id }) => id === read.id)
    // Two reads may come out of order: the provider's own clock says which is newer.
    if (before && isOlder(read.updatedAt, before.providerUpdatedAt))
      return 'PAYMENT_STATUS_ALREADY_CHANGED'
    // Judged anew each time: a setting that was wrong, and made it look wrong, may have been mended.
    const problem = findMismatch(read, agreedOf(deps, order)) ?? null
    const status = toPaymentStatus(read.status)
    // What was held back when it was read the first time, and is not held any more, is not known news.
    const waits =
      problem === null && order.heldAt === null && TRANSITIONS[order.state][status] === 'approved'
    if (before && before.problem === problem && isSame(before, read) && !waits)
      return 'PAYMENT_STATUS_ALREADY_SET'

    const other = order.approvedPaymentId !== null && order.approvedPaymentId !== read.id
    const extra = other && order.state === 'approved'
    await savePayment(tx, order.id, read, {
      problem,
      refundDue: status === 'approved' && (extra || problem !== null),
    })
    await recordOrderEvent(tx, order.id, 'payment', {
      paymentId: read.id,
      paymentStatus: read.status,
    })
    if (status === 'refunded') await markRefundDone(tx, read.id)
    if (problem !== null) {
      if (status === 'approved')
        await sendToReview(deps, tx, order, { reason: problem, paymentId: read.id })
      return 'applied'
    }
    if (extra) return 'PRODUCT_ALREADY_SENT'
    // Once an order was paid, only another good payment counts beside the one that paid it.
    if (other && status !== 'approved') return 'applied'
    return transition(deps, tx, order, read, before)
  })
}

function isOrderId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

function isOlder(read: Date | null, stored: Date | null): boolean {
  return read !== null && stored !== null && read < stored
}

function isSame(
  before: {
    status: string
    statusDetail: string | null
    refundedMinor: number
    providerFeeMinor: number | null
    deadline: Date | null
  },
  read: ProviderPayment,
): boolean {
  return (
    before.status === read.status &&
    before.statusDetail === read.statusDetail &&
    before.refundedMinor === read.refundedMinor &&
    before.providerFeeMinor === read.providerFeeMinor &&
    before.deadline?.getTime() === read.deadline?.getTime()
  )
}

function agreedOf({ liveMode }: OrdersDeps, order: OrderRow) {
  return {
    orderId: order.id,
    amountMinor: order.totalMinor,
    currency: order.currency,
    collectorId: order.collectorId,
    liveMode,
  }
}

/** Moves the order where a right payment of its own takes it. */
async function transition(
  deps: OrdersDeps,
  tx: Transaction,
  order: OrderRow,
  read: ProviderPayment,
  before: PaymentRow | undefined,
): Promise<PaymentOutcome> {
  const status = toPaymentStatus(read.status)
  const to = TRANSITIONS[order.state][status]
  if (to === undefined) {
    if (status === 'approved') await recordPartialRefund(deps, tx, order, read, before)
    return order.state === 'approved' && isPending(status)
      ? 'PAYMENT_STATUS_ALREADY_CHANGED'
      : 'applied'
  }
  // Paid, but a fraud alert holds it: a person decides between delivery and refund.
  if (to === 'approved' && order.heldAt !== null && order.state !== 'charged_back') {
    await sendToReview(deps, tx, order, { reason: 'fraud_alert', paymentId: read.id })
    return 'applied'
  }

  const remainingPaymentId =
    to === 'refunded' || to === 'charged_back' ? await otherApproved(tx, order, read.id) : undefined
  if (remainingPaymentId) {
    // The buyer had paid twice and got one of the two back: the other one holds the order up.
    await transitionOrder(tx, order, order.state, { approvedPaymentId: remainingPaymentId })
    await clearRefundDue(tx, remainingPaymentId)
    return 'applied'
  }
  await transitionOrder(tx, order, to, transitionFields(to, read))
  await saveSettlement(tx, order, read)
  if (to === 'approved') {
    await recordOrderEvent(tx, order.id, 'approved')
    if (order.state === 'charged_back')
      await notifySeller(deps, tx, order, {
        kind: 'chargeback_won',
        dedupeKey: `chargeback_won:${read.id}`,
        amountMinor: order.totalMinor,
      })
    return deliver(deps, tx, order)
  }
  if (to === 'refunded' || to === 'charged_back') await reverseDelivery(deps, tx, order, to, read)
  return 'applied'
}

/** An order that stands: what the provider reports of its fee, and a part that went back. */
async function recordPartialRefund(
  deps: OrdersDeps,
  tx: Transaction,
  order: OrderRow,
  read: ProviderPayment,
  before: PaymentRow | undefined,
): Promise<void> {
  await saveSettlement(tx, order, read)
  const amountMinor = read.refundedMinor - (before?.refundedMinor ?? 0)
  if (amountMinor <= 0) return
  await recordOrderEvent(tx, order.id, 'partly_refunded', { paymentId: read.id, amountMinor })
  await notifySeller(deps, tx, order, {
    kind: 'refund',
    dedupeKey: `refund:${read.id}:${read.refundedMinor}`,
    amountMinor,
  })
}

/** The money went back: the downloads close and the seller is told. */
async function reverseDelivery(
  deps: OrdersDeps,
  tx: Transaction,
  order: OrderRow,
  to: 'refunded' | 'charged_back',
  read: ProviderPayment,
): Promise<void> {
  const amountMinor = to === 'refunded' ? read.refundedMinor : order.totalMinor
  await recordOrderEvent(tx, order.id, to, { paymentId: read.id, amountMinor })
  await closeGrants(tx, order.id, to)
  await notifySeller(deps, tx, order, {
    kind: to === 'refunded' ? 'refund' : 'chargeback',
    dedupeKey: to === 'refunded' ? `refund:${read.id}:${amountMinor}` : `chargeback:${read.id}`,
    amountMinor,
  })
}

function transitionFields(to: OrderState, read: ProviderPayment) {
  // A hold is about a payment: once that went back there is nothing to hold.
  const final = { nextCheckAt: null, ...(to === 'refunded' && { heldAt: null }) }
  return to === 'approved'
    ? { ...final, approvedAt: new Date(), approvedPaymentId: read.id, reviewReason: null }
    : final
}

/** Another right payment that is approved now. */
async function otherApproved(
  tx: Transaction,
  order: OrderRow,
  paymentId: string,
): Promise<string | undefined> {
  const all = await findPayments(tx, order.id)
  return all.find(
    ({ id, status, problem }) => id !== paymentId && status === 'approved' && problem === null,
  )?.id
}

/** Splits what the provider reports over the items: its fee, and what went back to the buyer. */
async function saveSettlement(
  tx: Transaction,
  order: OrderRow,
  read: ProviderPayment,
): Promise<void> {
  const items = await findOrderItems(tx, order.id)
  const prices = items.map(({ priceMinor }) => priceMinor)
  const fees =
    read.providerFeeMinor === null ? undefined : splitByShare(read.providerFeeMinor, prices)
  // A chargeback takes all of it, though the provider calls none of it refunded.
  const lost =
    toPaymentStatus(read.status) === 'charged_back' ? order.totalMinor : read.refundedMinor
  const refunds = splitByShare(lost, prices)
  for (const [index, { id, priceMinor, sellerShareMinor }] of items.entries()) {
    const refundedMinor = refunds[index]!
    const providerFeeMinor = fees?.[index] ?? null
    const netMinor = computeNetAmount({
      priceMinor,
      sellerShareMinor,
      providerFeeMinor,
      refundedMinor,
    })
    await saveItemSettlement(tx, id, { providerFeeMinor, refundedMinor, netMinor })
  }
}

/**
 * Asks the provider for everything that was paid on an order: what a lost notice would have told. An order
 * past its date without a pending attempt expires; one that cannot be read any more goes to review.
 */
export async function reconcileOrder(deps: OrdersDeps, orderId: string): Promise<void> {
  const order = await findOrder(deps.db, orderId)
  if (!order) return
  try {
    const found = await withSellerToken(deps.sellers, order, accessToken =>
      deps.payments.findPayments(accessToken, order.id),
    )
    // Search may lag behind: each attempt is read by itself before it moves anything, and so is what it lost.
    const known = (await findPayments(deps.db, order.id)).map(({ id }) => id)
    for (const id of new Set([...known, ...found].toReversed()))
      await fetchAndApplyPayment(deps, order, id)
    await expireIfOver(deps, order.id)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    await deps.db.transaction(async tx => {
      const current = await lockOrder(tx, order.id)
      if (current?.state === 'open')
        await sendToReview(deps, tx, current, { reason: 'account_unreadable' })
    })
  }
}

/** The seller's permission is gone for good, so asking again would not help. */
function isUnreadable(error: unknown): boolean {
  if (error instanceof ApiError)
    return error.code === 'INVALID_REFRESH_TOKEN' || error.code === 'DIFFERENT_SELLERS_PRODUCT'
  return error instanceof ProviderError && error.fault === 'unauthorized'
}

async function expireIfOver({ db }: OrdersDeps, orderId: string): Promise<void> {
  await db.transaction(async tx => {
    const order = await lockOrder(tx, orderId)
    if (order?.state !== 'open' || order.expiresAt > new Date()) return
    const attempts = await findPayments(tx, orderId)
    if (attempts.some(({ status }) => isPending(toPaymentStatus(status)))) return
    await transitionOrder(tx, order, 'expired')
    await recordOrderEvent(tx, orderId, 'expired')
  })
}

/** Notes when the next look is due. A look too many does no harm, one too few would. */
export async function scheduleNextCheck(
  tx: Transaction,
  { id, createdAt, checks }: { id: string; createdAt: Date; checks: number },
): Promise<void> {
  await scheduleCheck(tx, id, checks + 1, nextCheckAfter(createdAt, checks + 1, new Date()) ?? null)
}
