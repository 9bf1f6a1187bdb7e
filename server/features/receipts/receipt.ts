import { isDeepStrictEqual } from 'node:util'
import { findReturnPromise } from '#contract/products/guarantee.ts'
import { sum } from '#contract/core/sum.ts'
import { DAY_MS, DAY_SECONDS } from '#contract/core/time.ts'
import type { TaxData, TaxDataForm } from '#contract/tax-ids.ts'
import type { Receipt } from '#contract/receipts.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { findUsername } from '#server/db/username.ts'
import { ApiError } from '#server/http/api-error.ts'
import { getOrderByToken } from '#server/features/orders/order.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import {
  findOrder,
  findOrderItems,
  findPayments,
  lockOrder,
} from '#server/features/orders/queries.ts'
import {
  type ReceiptRow,
  findReceipt,
  findSellerTaxData,
} from '#server/features/orders/delivery/issue-receipt.ts'
import {
  eraseTaxData,
  findOrderOfSeller,
  findReceiptBuyer,
  insertReceiptBuyer,
  upsertSellerTaxData,
} from './queries.ts'
import { parseTaxData, serializeTaxData } from './tax-id.ts'
import { serializeOrderCoupon } from '#server/features/orders/rules/order-coupon.ts'
import type { Context } from '#server/context.ts'

/** How long after the payment a buyer can add or correct the name and tax id. */
const CORRECTABLE_DAYS = 30
/** Every version is kept, so their number is limited. */
const BUYER_VERSIONS = { name: 'receipt_buyer', max: 10, seconds: DAY_SECONDS }

/**
 * Returns the receipt of an order as its buyer sees it.
 * @throws ApiError PAYMENT_NOT_FOUND if the token is invalid or the order was never paid
 */
export async function getBuyerReceipt(context: Context, token: string): Promise<Receipt> {
  return readReceipt(context, await getOrderByToken(context, token))
}

/**
 * Returns the receipt of a seller's own order.
 * @throws ApiError PAYMENT_NOT_FOUND if the seller has no such order or the order was never paid
 */
export async function getSellerReceipt(
  context: Context,
  sellerId: number,
  orderId: string,
): Promise<Receipt> {
  const order = await findOrderOfSeller(context.db, sellerId, orderId)
  if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  return readReceipt(context, order)
}

/**
 * Returns the receipt of an order.
 * @throws ApiError PAYMENT_NOT_FOUND if there is no such order or it was never paid
 */
export async function getOrderReceipt(context: Context, orderId: string): Promise<Receipt> {
  const order = await findOrder(context.db, orderId)
  if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  return readReceipt(context, order)
}

async function readReceipt(
  { db, config: { withdrawal } }: Context,
  order: OrderRow,
): Promise<Receipt> {
  const { approvedAt } = order
  const receipt = await findReceipt(db, order.id)
  if (approvedAt === null || !receipt) throw new ApiError('PAYMENT_NOT_FOUND', 'never paid')
  const [items, payments, buyer, username] = await Promise.all([
    findOrderItems(db, order.id),
    findPayments(db, order.id),
    findReceiptBuyer(db, order.id),
    findUsername(db, order.sellerId),
  ])
  const correctableUntil = computeCorrectableUntil(approvedAt)
  const payment = payments.find(({ id }) => id === order.approvedPaymentId)
  return {
    number: receipt.number,
    issuedAt: receipt.issuedAt.toISOString(),
    orderNumber: order.number,
    seller: { username, taxData: await serializeSeller(receipt) },
    buyer: buyer ? await serializeTaxData(buyer) : null,
    correctableUntil: correctableUntil > new Date() ? correctableUntil.toISOString() : null,
    currency: order.currency,
    lines: items.map(({ name, priceMinor, guaranteeDays }) => ({
      name,
      priceMinor,
      guaranteeDays: findReturnPromise(withdrawal, guaranteeDays).guaranteeDays,
    })),
    coupon: serializeOrderCoupon(order),
    totalMinor: sum(items.map(({ priceMinor }) => priceMinor)),
    refundedMinor: sum(items.map(({ refundedMinor }) => refundedMinor)),
    methodType: payment?.methodType ?? null,
  }
}

function computeCorrectableUntil(approvedAt: Date): Date {
  return new Date(approvedAt.getTime() + CORRECTABLE_DAYS * DAY_MS)
}

async function serializeSeller(receipt: ReceiptRow): Promise<TaxData | null> {
  const { sellerName: name, sellerTaxIdKind: taxIdKind, sellerTaxId: taxId } = receipt
  if (name === null || taxIdKind === null || taxId === null) return null
  return serializeTaxData({ name, taxIdKind, taxId })
}

/**
 * Sets the name and tax id of the buyer on the receipt of an order, and emails it. Earlier versions stay stored. The
 * same data once more change nothing.
 * @throws ApiError PAYMENT_NOT_FOUND if the token is invalid or the order was never paid;
 * PAYMENT_STATUS_ALREADY_CHANGED after 30 days; INVALID_DATA if the tax id is wrong; ERROR_TOO_MANY_REQUESTS after ten
 * versions in a day
 */
export async function saveReceiptBuyer(
  context: Context,
  token: string,
  form: TaxDataForm,
): Promise<Receipt> {
  const order = await getOrderByToken(context, token)
  if (order.approvedAt === null || order.totalMinor === 0)
    throw new ApiError('PAYMENT_NOT_FOUND', 'never paid')
  if (computeCorrectableUntil(order.approvedAt) <= new Date())
    throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', 'the receipt can no longer be corrected')
  const buyer = await parseTaxData(form)
  await context.limiter.consume(BUYER_VERSIONS, order.id)
  await runTransaction(context.db, async tx => {
    await lockOrder(tx, order.id)
    if (isDeepStrictEqual(await findReceiptBuyer(tx, order.id), buyer)) return
    const version = await insertReceiptBuyer(tx, order.id, buyer)
    await recordOrderEvent(tx, order.id, 'receipt_changed', { version })
  })
  return readReceipt(context, order)
}

/** Returns the name and tax id that a seller's new receipts show; null if the seller has given none. */
export async function getTaxData(
  { db }: Context,
  userId: number,
): Promise<{ taxData: TaxData | null }> {
  const stored = await findSellerTaxData(db, userId)
  return { taxData: stored ? await serializeTaxData(stored) : null }
}

/**
 * Sets the name and tax id that a seller's new receipts show. Receipts that were issued before keep theirs.
 * @throws ApiError INVALID_DATA if the tax id is wrong
 */
export async function saveTaxData(
  context: Context,
  userId: number,
  form: TaxDataForm,
): Promise<{ taxData: TaxData | null }> {
  await upsertSellerTaxData(context.db, userId, await parseTaxData(form))
  return getTaxData(context, userId)
}

export async function deleteTaxData({ db }: Context, userId: number): Promise<void> {
  await eraseTaxData(db, userId)
}
