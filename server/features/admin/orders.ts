import type { AdminOrder } from '#contract/admin/orders.ts'
import type { AdminAction } from '#contract/admin/operations.ts'
import type { OrderEvent } from '#contract/sales/order.ts'
import type { Currency } from '#contract/core/fields.ts'
import type { Transaction } from '#server/db/client.ts'
import {
  deriveOrderView,
  enqueueReconciliation,
  findDecisiveAttempt,
  toPaymentStatus,
} from '#server/features/orders/service.ts'
import {
  type OrderUnderReview,
  findOrderForReview,
  findOrdersInReview,
  releaseHold,
  requestRefund,
} from '#server/features/payments/service.ts'
import { serializeOrderEvent, serializePayments } from '#server/features/sales/service.ts'
import { maskBuyerEmail } from '#contract/core/mask-email.ts'
import { ApiError } from '#server/http/api-error.ts'
import { audit } from './audit.ts'
import type { AdminDeps } from './deps.ts'

const AT_MOST = 100

interface OrderAction {
  adminId: number
  orderId: string
  reason?: string | undefined
}

export async function listReviews({ db }: AdminDeps): Promise<{ orders: AdminOrder[] }> {
  return { orders: (await findOrdersInReview(db, AT_MOST)).map(describe) }
}

/** @throws ApiError PAYMENT_NOT_FOUND */
export async function describeReview(
  { db }: AdminDeps,
  orderId: string,
): Promise<AdminOrder & { history: OrderEvent[] }> {
  const review = await findOrderForReview(db, orderId)
  if (!review) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  return { ...describe(review), history: review.events.flatMap(serializeOrderEvent) }
}

function describe({ order, sellerUsername, why, payments, refunds }: OrderUnderReview): AdminOrder {
  const decisive = findDecisiveAttempt(payments, order.approvedPaymentId)
  return {
    orderId: order.id,
    createdAt: order.createdAt.toISOString(),
    state: deriveOrderView(order.state, decisive && toPaymentStatus(decisive.status)),
    why,
    heldSince: order.heldAt?.toISOString() ?? null,
    sellerId: order.sellerId,
    sellerUsername,
    payerEmail: maskBuyerEmail(order.payerEmail),
    currency: order.currency as Currency,
    totalMinor: order.totalMinor,
    payments: serializePayments(order, payments, refunds),
    canRelease: order.heldAt !== null && order.state !== 'refunded',
  }
}

/** Does something to an order and writes it into the log, together. */
async function applyOrderAction(
  { db }: AdminDeps,
  { adminId, orderId, reason }: OrderAction,
  action: AdminAction,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction(async tx => {
    await work(tx)
    await audit(tx, { adminId, action, target: 'order', targetId: orderId, reason })
  })
}

/** @throws ApiError PAYMENT_NOT_FOUND */
export function checkAgain(deps: AdminDeps, deed: OrderAction): Promise<void> {
  return applyOrderAction(deps, deed, 'check_order', async tx => {
    if (!(await findOrderForReview(tx, deed.orderId)))
      throw new ApiError('PAYMENT_NOT_FOUND', `order ${deed.orderId}`)
    await enqueueReconciliation(tx, deed.orderId)
  })
}

/** @throws ApiError PAYMENT_NOT_FOUND; PAYMENT_STATUS_ALREADY_SET */
export function release(deps: AdminDeps, deed: OrderAction & { reason: string }): Promise<void> {
  return applyOrderAction(deps, deed, 'release_order', tx => releaseHold(tx, deed.orderId))
}

/** @throws ApiError as the seller's refund */
export function refund(
  deps: AdminDeps,
  deed: OrderAction & { paymentId?: string | undefined },
): Promise<void> {
  const { adminId, orderId, paymentId, reason } = deed
  return applyOrderAction(deps, deed, 'refund_order', tx =>
    requestRefund(tx, { orderId, paymentId, reason, requestedBy: adminId }),
  )
}
