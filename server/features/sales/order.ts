import type { AddressChangeReply } from '#contract/address-change.ts'
import { parseOrderEntry } from '#contract/orders/payment-link.ts'
import type { SaleOrder } from '#contract/sales/order.ts'
import { type CreditInUse, findCreditsInUse } from '#server/features/orders/credit-queries.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import { findPayments, lockOrder } from '#server/features/orders/queries.ts'
import {
  canCloseAccess,
  canResendDelivery,
  serializeAccessClosing,
} from '#server/features/orders/rules/access-rules.ts'
import {
  closeAccess,
  openAccess,
  wasOpenedByAdmin,
} from '#server/features/orders/access/change-access.ts'
import { resendDelivery } from '#server/features/orders/delivery/delivery.ts'
import { serializeOrderHead } from '#server/features/orders/rules/shown-order.ts'
import {
  findChangeRule,
  requestAddressChange,
} from '#server/features/address-change/address-change.ts'
import { findMailRefusal } from '#server/features/orders/mail-answers.ts'
import { type PartRequest, requestPart } from '#server/features/payments/refunds/request-refund.ts'
import { findRefunds } from '#server/features/payments/refunds/queries.ts'
import { sum, sumOrNull } from '#contract/core/sum.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Db } from '#server/db/client.ts'
import { readSnapshot, runTransaction } from '#server/db/transaction.ts'
import { serializeMoneyRelease } from './line-items.ts'
import { findItemFileVersions } from '#server/features/orders/files/queries.ts'
import { findOrderEvents, findOrderLines, findOwnOrder } from './order-queries.ts'
import {
  serializeMailRefusal,
  serializeOrderEvent,
  serializePayments,
  serializeSaleItem,
} from './serialize-order.ts'
import { serializeOrderCoupon } from '#server/features/orders/rules/order-coupon.ts'
import type { Context } from '#server/context.ts'

const RESENDS_PER_ORDER = { name: 'sale_resend', max: 3, seconds: 3600 }

/**
 * Returns a seller's own order.
 * @throws ApiError PAYMENT_NOT_FOUND if the order does not exist or belongs to another seller
 */
async function requireOwnOrder(db: Db, sellerId: number, orderId: string): Promise<OrderRow> {
  const order = await findOwnOrder(db, sellerId, orderId)
  if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  return order
}

/**
 * Returns one order of a seller with its items, payments and history.
 * @throws ApiError PAYMENT_NOT_FOUND if the order does not exist or belongs to another seller
 */
export async function getSellerOrder(
  context: Context,
  sellerId: number,
  orderId: string,
): Promise<SaleOrder> {
  // All queries read the same database snapshot. Otherwise a refund that arrives between two queries would show its end
  // in the history and the old amounts beside it, and nothing would fetch the order again.
  const {
    order,
    lines,
    versions,
    attempts,
    refunds,
    credits,
    events,
    refusal,
    wasOpened,
    emailChange,
  } = await readSnapshot(context.db, async tx => {
    const order = await requireOwnOrder(tx, sellerId, orderId)
    return {
      order,
      lines: await findOrderLines(tx, orderId),
      versions: await findItemFileVersions(tx, orderId),
      attempts: await findPayments(tx, orderId),
      refunds: await findRefunds(tx, [orderId]),
      credits: await findCreditsInUse(tx, [orderId]),
      events: await findOrderEvents(tx, orderId),
      refusal: await findMailRefusal(tx, order),
      wasOpened: await wasOpenedByAdmin(tx, orderId),
      emailChange: await findChangeRule(tx, order, 'seller'),
    }
  })
  const items = lines.map(line => serializeSaleItem(line, versions))
  const payments = serializePayments(order, attempts, refunds)
  const payment = attempts.find(({ id }) => id === order.approvedPaymentId)
  return {
    ...serializeOrderHead(order, attempts),
    soldAt: (order.approvedAt ?? order.createdAt).toISOString(),
    language: order.language,
    entry: parseOrderEntry(order.entry),
    coupon: serializeOrderCoupon(order),
    priceMinor: sum(items.map(item => item.priceMinor)),
    feeMinor: sum(items.map(item => item.feeMinor)),
    sellerShareMinor: sum(items.map(item => item.sellerShareMinor)),
    providerFeeMinor: sumOrNull(items.map(item => item.providerFeeMinor)),
    refundedMinor: sum(items.map(item => item.refundedMinor)),
    netMinor: sumOrNull(items.map(item => item.netMinor)),
    items,
    // An order that nobody has tried to pay is given up for a refund.
    credits: credits.filter(credit => !credit.isUntried).map(serializeCredit),
    payments,
    history: events.flatMap(serializeOrderEvent),
    canRefund: payments.some(({ bought, canRefund }) => bought && canRefund),
    canResend: canResendDelivery(order),
    accessClosing: serializeAccessClosing(order),
    canCloseAccess: canCloseAccess(order, {
      wasOpenedByAdmin: wasOpened,
      now: new Date(),
    }),
    mailRefusal: refusal && serializeMailRefusal(refusal),
    emailChange,
    moneyReleaseAt: serializeMoneyRelease(payment?.status, payment?.moneyReleaseAt),
    hasReceipt: order.approvedAt !== null,
  }
}

const serializeCredit = ({ itemId, orderId, number, packName }: CreditInUse) => ({
  itemId,
  orderId,
  number,
  packName,
})

/**
 * Asks for another email address of a seller's own order.
 * @throws ApiError PAYMENT_NOT_FOUND if the seller has no such order; otherwise as `requestAddressChange`
 */
export async function changeSaleEmail(
  context: Context,
  sellerId: number,
  { orderId, newEmail }: { orderId: string; newEmail: string },
): Promise<AddressChangeReply> {
  await requireOwnOrder(context.db, sellerId, orderId)
  return requestAddressChange(context, { orderId, requester: 'seller', newEmail })
}

/**
 * Emails the buyer the delivery of an order again and refills the downloads.
 * @throws ApiError PAYMENT_NOT_FOUND if the seller has no such order; PAYMENT_STATUS_ALREADY_CHANGED if the order is
 * not approved, is on hold or its downloads are closed; ERROR_TOO_MANY_REQUESTS after three times in an hour
 */
export async function resendSaleDelivery(
  context: Context,
  sellerId: number,
  orderId: string,
): Promise<void> {
  const order = await requireOwnOrder(context.db, sellerId, orderId)
  if (!canResendDelivery(order)) throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', order.state)
  await context.limiter.consume(RESENDS_PER_ORDER, orderId)
  await runTransaction(context.db, async tx => {
    const lockedOrder = await lockOrder(tx, orderId)
    if (!lockedOrder || !canResendDelivery(lockedOrder))
      throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', lockedOrder?.state)
    await resendDelivery(tx, lockedOrder)
  })
}

/**
 * Closes the downloads of a seller's own order with a reason.
 * @throws ApiError PAYMENT_NOT_FOUND if the seller has no such order; otherwise as `closeAccess`
 */
export async function closeSaleAccess(
  context: Context,
  sellerId: number,
  { orderId, reason }: { orderId: string; reason: string },
): Promise<void> {
  await requireOwnOrder(context.db, sellerId, orderId)
  await runTransaction(context.db, tx => closeAccess(context, tx, orderId, reason))
}

/**
 * Opens the downloads of a seller's own order again.
 * @throws ApiError PAYMENT_NOT_FOUND if the seller has no such order; otherwise as `openAccess`
 */
export async function openSaleAccess(
  context: Context,
  sellerId: number,
  orderId: string,
): Promise<void> {
  await requireOwnOrder(context.db, sellerId, orderId)
  await runTransaction(context.db, tx => openAccess(context, tx, orderId, 'seller'))
}

/**
 * Requests a refund of a seller's own order.
 * @throws ApiError PAYMENT_NOT_FOUND if the seller has no such order; otherwise as `requestPart`
 */
export async function refundSale(
  context: Context,
  sellerId: number,
  refund: Omit<PartRequest, 'requestedBy'>,
): Promise<void> {
  await requireOwnOrder(context.db, sellerId, refund.orderId)
  await runTransaction(context.db, tx => requestPart(tx, { ...refund, requestedBy: sellerId }))
}
