import type { AdminOrder } from '#contract/admin/orders.ts'
import type { AdminAction } from '#contract/core/admin-actions.ts'
import type { OrderEvent } from '#contract/orders/events.ts'
import type { MailRefusal } from '#contract/sales/mail-refusal.ts'
import type { Transaction } from '#server/db/client.ts'
import { readSnapshot, runTransaction } from '#server/db/transaction.ts'
import { type ImageAddress, buildCoverUrl } from '#server/features/catalog/service.ts'
import {
  canResendDelivery,
  serializeAccessClosing,
} from '#server/features/orders/rules/access-rules.ts'
import { serializeOrderHead } from '#server/features/orders/rules/shown-order.ts'
import { enqueueReconciliation } from '#server/features/orders/job-kinds.ts'
import { findMailRefusal } from '#server/features/orders/mail-answers.ts'
import {
  type OrderUnderReview,
  findOrderForReview,
  findOrdersInReview,
  searchOrders,
} from '#server/features/payments/review/queries.ts'
import {
  deliverReviewedOrder,
  dismissReview,
  findDeliverablePayments,
  isDismissable,
} from '#server/features/payments/review/decide-review.ts'
import { type PartRequest, requestPart } from '#server/features/payments/refunds/request-refund.ts'
import { releaseHold } from '#server/features/payments/review/release-hold.ts'
import {
  serializeMailRefusal,
  serializeOrderEvent,
  serializePayments,
} from '#server/features/sales/serialize-order.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { logAdminAction } from './audit.ts'
import { canChangeEmail } from './order-support.ts'
import type { ResultPage } from './result-page.ts'

const PAGE_SIZE = 50

interface OrderRequest {
  adminId: number
  orderId: string
  reason?: string | undefined
}

/** Returns a page of the orders that need an admin or, with a search text, of the orders that match it. */
export async function listOrdersInReview(
  { db, config }: Context,
  { q, cursor: offset = 0 }: { q?: string | undefined; cursor?: number | undefined },
): Promise<ResultPage<'orders', AdminOrder>> {
  // One more order than a page has shows that there is a next page.
  const page = { limit: PAGE_SIZE + 1, offset }
  const found = await (q ? searchOrders(db, q, page) : findOrdersInReview(db, page))
  return {
    orders: found.slice(0, PAGE_SIZE).map(order => serialize(config, order)),
    nextCursor: found.length > PAGE_SIZE ? offset + PAGE_SIZE : null,
  }
}

/**
 * Returns an order with its history.
 * @throws ApiError PAYMENT_NOT_FOUND, the API's code for a missing order, if no order has this id
 */
export async function getOrderInReview(
  { db, config }: Context,
  orderId: string,
): Promise<AdminOrder & { history: OrderEvent[]; mailRefusal: MailRefusal | null }> {
  const { order, refusal } = await readSnapshot(db, async tx => {
    const order = await findOrderForReview(tx, orderId)
    if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
    return { order, refusal: await findMailRefusal(tx, order.order) }
  })
  return {
    ...serialize(config, order),
    history: order.events.flatMap(serializeOrderEvent),
    mailRefusal: refusal && serializeMailRefusal(refusal),
  }
}

function serialize(
  address: ImageAddress,
  { order, sellerUsername, why, payments, refunds, items }: OrderUnderReview,
): AdminOrder {
  return {
    ...serializeOrderHead(order, payments),
    why,
    heldSince: order.heldAt?.toISOString() ?? null,
    sellerId: order.sellerId,
    sellerUsername,
    totalMinor: order.totalMinor,
    payments: serializePayments(order, payments, refunds),
    items: items.map(({ id, name, imageKey, priceMinor, refundedMinor }) => ({
      itemId: id,
      productName: name,
      imageFile: buildCoverUrl(address, imageKey),
      priceMinor,
      refundedMinor,
    })),
    canRelease: order.heldAt !== null && order.state !== 'refunded',
    canDeliver: findDeliverablePayments(order, payments, refunds).length > 0,
    canDismiss: isDismissable(order, payments),
    canResend: canResendDelivery(order),
    accessClosing: serializeAccessClosing(order),
    canChangeEmail: canChangeEmail(order),
  }
}

/** Changes an order and logs the admin action in the same transaction. */
async function changeOrder(
  { db }: Context,
  { adminId, orderId, reason }: OrderRequest,
  action: AdminAction,
  apply: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await runTransaction(db, async tx => {
    await apply(tx)
    await logAdminAction(tx, { adminId, action, targetId: orderId, reason })
  })
}

/**
 * Enqueues a check of the order's payments at MercadoPago.
 * @throws ApiError PAYMENT_NOT_FOUND if no order has this id
 */
export function recheckOrder(context: Context, request: OrderRequest): Promise<void> {
  return changeOrder(context, request, 'check_order', async tx => {
    if (!(await findOrderForReview(tx, request.orderId)))
      throw new ApiError('PAYMENT_NOT_FOUND', `order ${request.orderId}`)
    await enqueueReconciliation(tx, request.orderId)
  })
}

/**
 * Ends the hold of an order.
 * @throws ApiError PAYMENT_NOT_FOUND if no order has this id; PAYMENT_STATUS_ALREADY_SET if the order is not on hold
 */
export function releaseOrder(
  context: Context,
  request: OrderRequest & { reason: string },
): Promise<void> {
  return changeOrder(context, request, 'release_order', tx => releaseHold(tx, request.orderId))
}

/**
 * Requests a refund of a payment or of a part of it.
 * @throws ApiError with the same codes as a refund that the seller requests
 */
export function refundOrder(
  context: Context,
  { adminId, ...refund }: { adminId: number } & Omit<PartRequest, 'requestedBy'>,
): Promise<void> {
  return changeOrder(context, { adminId, ...refund }, 'refund_order', tx =>
    requestPart(tx, { ...refund, requestedBy: adminId }),
  )
}

/**
 * Delivers an order with a payment that differs from its terms.
 * @throws ApiError as `deliverReviewedOrder`
 */
export function deliverOrder(
  context: Context,
  request: OrderRequest & { reason: string },
): Promise<void> {
  return changeOrder(context, request, 'deliver_order', tx => deliverReviewedOrder(tx, request))
}

/**
 * Ends the review of an order without a delivery and without a refund.
 * @throws ApiError as `dismissReview`
 */
export function dismissOrder(
  context: Context,
  request: OrderRequest & { reason: string },
): Promise<void> {
  return changeOrder(context, request, 'dismiss_order', tx => dismissReview(tx, request))
}
