import { asc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import {
  downloadGrants,
  downloads,
  orderItems,
  orders,
  productFiles,
} from '#server/db/schema/index.ts'
import type { SaleOrder } from '#contract/sales/order.ts'
import { type MailAnswer, findMailAnswers } from '#server/features/orders/mail-answers.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { getSellerOrder } from '../order.ts'

/** What is known about a paid order, for a seller who disputes a chargeback. */
export interface DisputeEvidence {
  order: SaleOrder
  /** The version of the terms that were published when the order was made; null if it was not recorded. */
  termsVersion: string | null
  /** What mail servers answered to the emails about the order, oldest first. */
  emails: MailAnswer[]
  /** The downloads of the buyer, oldest first. */
  downloads: { at: Date; productName: string; fileName: string | null; browser: string | null }[]
}

/**
 * Collects the evidence about a seller's own paid order.
 * @throws ApiError PAYMENT_NOT_FOUND if the seller has no such order or it was never paid
 */
export async function collectEvidence(
  context: Context,
  sellerId: number,
  orderId: string,
): Promise<DisputeEvidence> {
  const order = await getSellerOrder(context, sellerId, orderId)
  if (!order.hasReceipt) throw new ApiError('PAYMENT_NOT_FOUND', 'never paid')
  return {
    order,
    termsVersion: await findTermsVersion(context.db, orderId),
    emails: await findMailAnswers(context.db, orderId),
    downloads: await findDownloads(context.db, orderId),
  }
}

async function findTermsVersion(db: Db, orderId: string): Promise<string | null> {
  const [order] = await db
    .select({ termsVersion: orders.termsVersion })
    .from(orders)
    .where(eq(orders.id, orderId))
  return order?.termsVersion ?? null
}

function findDownloads(db: Db, orderId: string) {
  return db
    .select({
      at: downloads.at,
      productName: orderItems.name,
      fileName: productFiles.fileName,
      browser: downloads.userAgent,
    })
    .from(downloads)
    .innerJoin(downloadGrants, eq(downloadGrants.id, downloads.grantId))
    .innerJoin(orderItems, eq(orderItems.id, downloadGrants.orderItemId))
    .innerJoin(productFiles, eq(productFiles.id, downloads.fileId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(downloads.at), asc(downloads.id))
}
