import type { SaleItem, SaleOrder } from '#contract/sales/order.ts'
import type { Currency } from '#contract/core/fields.ts'
import { maskBuyerEmail } from '#contract/core/mask-email.ts'
import { ApiError } from '#server/http/api-error.ts'
import { deliverAgain } from '../orders/delivery/delivery.ts'
import type { OrdersDeps } from '../orders/deps.ts'
import { findDecisiveAttempt, deriveOrderView, toPaymentStatus } from '../orders/payment-state.ts'
import { type OrderRow, findPayments, lockOrder } from '../orders/queries.ts'
import { type RefundRequest, requestRefund } from '../payments/refunds/refund.ts'
import { findRefunds } from '../payments/refunds/queries.ts'
import { serializeOrderEvent } from './timeline.ts'
import { findEvents, findLinesOfOrder, findOwnOrder } from './order-queries.ts'
import { serializePayments } from './payments.ts'

const RESENT_PER_ORDER = { name: 'sale_resend', max: 3, seconds: 3600 }

/** @throws ApiError PAYMENT_NOT_FOUND, also for another seller's */
async function requireOwnOrder(
  { db }: OrdersDeps,
  sellerId: number,
  orderId: string,
): Promise<OrderRow> {
  const order = await findOwnOrder(db, sellerId, orderId)
  if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  return order
}

/** All of one order, for its seller. @throws ApiError PAYMENT_NOT_FOUND */
export async function getSellerOrder(
  deps: OrdersDeps,
  sellerId: number,
  orderId: string,
): Promise<SaleOrder> {
  const { db } = deps
  const order = await requireOwnOrder(deps, sellerId, orderId)
  const [lines, attempts, refunds, events] = await Promise.all([
    findLinesOfOrder(db, orderId),
    findPayments(db, orderId),
    findRefunds(db, [orderId]),
    findEvents(db, orderId),
  ])
  const items = lines.map(serializeItem)
  const payments = serializePayments(order, attempts, refunds)
  const decisive = findDecisiveAttempt(attempts, order.approvedPaymentId)
  const sum = (pick: (item: SaleItem) => number) =>
    items.reduce((total, item) => total + pick(item), 0)
  const sumKnown = (pick: (item: SaleItem) => number | null) =>
    items.some(item => pick(item) === null) ? null : sum(item => pick(item) ?? 0)
  return {
    orderId,
    createdAt: order.createdAt.toISOString(),
    soldAt: (order.approvedAt ?? order.createdAt).toISOString(),
    state: deriveOrderView(order.state, decisive && toPaymentStatus(decisive.status)),
    payerEmail: maskBuyerEmail(order.payerEmail),
    language: order.language,
    currency: order.currency as Currency,
    priceMinor: sum(({ priceMinor }) => priceMinor),
    feeMinor: sum(({ feeMinor }) => feeMinor),
    sellerShareMinor: sum(({ sellerShareMinor }) => sellerShareMinor),
    providerFeeMinor: sumKnown(({ providerFeeMinor }) => providerFeeMinor),
    refundedMinor: sum(({ refundedMinor }) => refundedMinor),
    netMinor: sumKnown(({ netMinor }) => netMinor),
    items,
    payments,
    history: events.flatMap(serializeOrderEvent),
    canRefund: payments.some(({ bought, canRefund }) => bought && canRefund),
    canResend: canResend(order),
  }
}

function serializeItem({
  item,
  file,
  grant,
  used,
  lastAt,
}: Awaited<ReturnType<typeof findLinesOfOrder>>[number]): SaleItem {
  return {
    itemId: item.id,
    productId: item.productId,
    productName: item.name,
    fileName: file.fileName,
    sizeBytes: file.sizeBytes,
    feePercent: item.feePercent,
    priceMinor: item.priceMinor,
    feeMinor: item.feeMinor,
    sellerShareMinor: item.sellerShareMinor,
    providerFeeMinor: item.providerFeeMinor,
    refundedMinor: item.refundedMinor,
    netMinor: item.netMinor,
    download: grant && {
      used: used ?? 0,
      left: grant.downloadsLeft,
      expiresAt: grant.expiresAt.toISOString(),
      lastAt: lastAt?.toISOString() ?? null,
      closed: grant.closedReason,
    },
  }
}

const canResend = ({ state, heldAt }: OrderRow): boolean => state === 'approved' && heldAt === null

/**
 * Mails the buyer the delivery again, with fresh downloads.
 * @throws ApiError PAYMENT_NOT_FOUND; PAYMENT_STATUS_ALREADY_CHANGED unless the order stands approved;
 *   ERROR_TOO_MANY_REQUESTS past three an hour
 */
export async function resendSale(
  deps: OrdersDeps,
  sellerId: number,
  orderId: string,
): Promise<void> {
  const order = await requireOwnOrder(deps, sellerId, orderId)
  if (!canResend(order)) throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', order.state)
  await deps.limiter.consume(RESENT_PER_ORDER, orderId)
  await deps.db.transaction(async tx => {
    const current = await lockOrder(tx, orderId)
    if (!current || !canResend(current))
      throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', current?.state)
    await deliverAgain(deps, tx, current)
  })
}

/** A refund by the order's seller. @throws ApiError as `requestRefund` */
export async function refundSale(
  deps: OrdersDeps,
  sellerId: number,
  wish: Omit<RefundRequest, 'requestedBy'>,
): Promise<void> {
  await requireOwnOrder(deps, sellerId, wish.orderId)
  await deps.db.transaction(tx => requestRefund(tx, { ...wish, requestedBy: sellerId }))
}
