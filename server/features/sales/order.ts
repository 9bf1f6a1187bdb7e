import type { SaleItem, SaleOrder } from '#contract/sales/order.ts'
import type { Currency } from '#contract/core/fields.ts'
import { ApiError } from '#server/http/api-error.ts'
import { deliverAgain } from '../orders/delivery/delivery.ts'
import type { SalesDeps } from '../orders/deps.ts'
import { maskEmail } from '../orders/mask-email.ts'
import { decisiveAttempt, orderView, paymentStatus } from '../orders/payment-state.ts'
import { type OrderRow, findPayments, lockOrder } from '../orders/queries.ts'
import { type RefundWish, requestRefund } from '../payments/refunds/refund.ts'
import { findRefunds } from '../payments/refunds/queries.ts'
import { describeEvent } from './timeline.ts'
import { findEvents, findLinesOfOrder, findOwnOrder } from './order-queries.ts'
import { describePayments } from './payments.ts'

const RESENT_PER_ORDER = { name: 'sale_resend', max: 3, seconds: 3600 }

/** @throws ApiError PAYMENT_NOT_FOUND, also for another seller's */
async function ownOrder({ db }: SalesDeps, sellerId: number, orderId: string): Promise<OrderRow> {
  const order = await findOwnOrder(db, sellerId, orderId)
  if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  return order
}

/** All of one order, for its seller. @throws ApiError PAYMENT_NOT_FOUND */
export async function describeSale(
  deps: SalesDeps,
  sellerId: number,
  orderId: string,
): Promise<SaleOrder> {
  const { db } = deps
  const order = await ownOrder(deps, sellerId, orderId)
  const [lines, attempts, refunds, events] = await Promise.all([
    findLinesOfOrder(db, orderId),
    findPayments(db, orderId),
    findRefunds(db, [orderId]),
    findEvents(db, orderId),
  ])
  const items = lines.map(describeItem)
  const payments = describePayments(order, attempts, refunds)
  const decisive = decisiveAttempt(attempts, order.approvedPaymentId)
  const sum = (pick: (item: SaleItem) => number) =>
    items.reduce((total, item) => total + pick(item), 0)
  const sumKnown = (pick: (item: SaleItem) => number | null) =>
    items.some(item => pick(item) === null) ? null : sum(item => pick(item) ?? 0)
  return {
    orderId,
    createdAt: order.createdAt.toISOString(),
    soldAt: (order.approvedAt ?? order.createdAt).toISOString(),
    state: orderView(order.state, decisive && paymentStatus(decisive.status)),
    payerEmail: maskEmail(order.payerEmail),
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
    history: events.flatMap(describeEvent),
    canRefund: payments.some(({ bought, canRefund }) => bought && canRefund),
    canResend: mayResend(order),
  }
}

function describeItem({
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

const mayResend = ({ state, heldAt }: OrderRow): boolean => state === 'approved' && heldAt === null

/**
 * Mails the buyer the delivery again, with fresh downloads.
 * @throws ApiError PAYMENT_NOT_FOUND; PAYMENT_STATUS_ALREADY_CHANGED unless the order stands approved;
 *   ERROR_TOO_MANY_REQUESTS past three an hour
 */
export async function resendSale(
  deps: SalesDeps,
  sellerId: number,
  orderId: string,
): Promise<void> {
  const order = await ownOrder(deps, sellerId, orderId)
  if (!mayResend(order)) throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', order.state)
  await deps.limiter.spend(RESENT_PER_ORDER, orderId)
  await deps.db.transaction(async tx => {
    const current = await lockOrder(tx, orderId)
    if (!current || !mayResend(current))
      throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', current?.state)
    await deliverAgain(deps, tx, current)
  })
}

/** A refund by the order's seller. @throws ApiError as `requestRefund` */
export async function refundSale(
  deps: SalesDeps,
  sellerId: number,
  wish: Omit<RefundWish, 'requestedBy'>,
): Promise<void> {
  await ownOrder(deps, sellerId, wish.orderId)
  await deps.db.transaction(tx => requestRefund(tx, { ...wish, requestedBy: sellerId }))
}
