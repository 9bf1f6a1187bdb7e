import type { AdminOrder } from '#contract/admin/orders.ts'
import type { OrderEvent } from '#contract/orders/events.ts'
import type { MailRefusal } from '#contract/sales/mail-refusal.ts'
import type { Transaction } from '#server/db/client.ts'
import { readSnapshot } from '#server/db/transaction.ts'
import { type ImageAddress, buildCoverUrl } from '#server/integrations/images/image-urls.ts'
import {
  canResendDelivery,
  serializeAccessClosing,
} from '#server/features/orders/rules/access-rules.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import { lockOrder } from '#server/features/orders/queries.ts'
import { resendDelivery } from '#server/features/orders/delivery/delivery.ts'
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
  findDeliverablePayments,
  isDismissable,
} from '#server/features/payments/review/decide-review.ts'
import {
  serializeMailRefusal,
  serializeOrderEvent,
  serializePayments,
} from '#server/features/sales/serialize-order.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import type { ResultPage } from '#server/http/result-page.ts'

const PAGE_SIZE = 50

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

/** Tells whether an admin can ask for another email address of an order. */
const canChangeEmail = ({ state, payerEmail }: OrderRow): boolean =>
  payerEmail !== '' && state !== 'refunded' && state !== 'charged_back'

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

/**
 * Enqueues a check of the order's payments at MercadoPago.
 * @throws ApiError PAYMENT_NOT_FOUND if no order has this id
 */
export async function recheckOrder(
  tx: Transaction,
  { orderId }: { orderId: string },
): Promise<void> {
  if (!(await findOrderForReview(tx, orderId)))
    throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  await enqueueReconciliation(tx, orderId)
}

/**
 * Emails the buyer the delivery of an order again and refills the downloads.
 * @throws ApiError PAYMENT_NOT_FOUND if no order has this id; PAYMENT_STATUS_ALREADY_CHANGED if the order is not
 * approved, is on hold or its downloads are closed
 */
export async function resendOrder(
  tx: Transaction,
  { orderId }: { orderId: string },
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  if (!canResendDelivery(order)) throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', order.state)
  await resendDelivery(tx, order)
}
