import type {
  LostPurchase,
  RebuildObstacle,
  UnmatchedPayment,
} from '#contract/admin/unmatched-payments.ts'
import { maskBuyerEmail } from '#contract/core/mask-email.ts'
import { sum } from '#contract/core/sum.ts'
import type { Db } from '#server/db/client.ts'
import { findUsername } from '#server/db/username.ts'
import { type Examination, examinePayment } from '#server/features/unmatched-payments/examine.ts'
import type { RefundRow } from '#server/features/payments/refunds/queries.ts'
import {
  type UnmatchedPaymentRow,
  findWaitingPayments,
} from '#server/features/payments/unmatched-queries.ts'
import { findRefundsOfPayments } from '#server/features/unmatched-payments/queries.ts'
import { parseProductId } from '#server/features/unmatched-payments/plan-order.ts'
import { serializeRefund } from '#server/features/sales/serialize-order.ts'
import type { Context } from '#server/context.ts'
import type { ResultPage } from '#server/http/result-page.ts'

const PAGE_SIZE = 50

/** Returns a page of the payments that match no order and wait for a decision. */
export async function listPayments(
  { db }: Context,
  offset = 0,
): Promise<ResultPage<'payments', UnmatchedPayment>> {
  // One more payment than a page has shows that there is a next page.
  const found = await findWaitingPayments(db, { limit: PAGE_SIZE + 1, offset })
  const rows = found.slice(0, PAGE_SIZE)
  const refunds = await findRefundsOfPayments(
    db,
    rows.map(({ payment }) => payment.id),
  )
  return {
    payments: rows.map(({ payment, sellerUsername }) =>
      serialize(payment, sellerUsername, refunds),
    ),
    nextCursor: found.length > PAGE_SIZE ? offset + PAGE_SIZE : null,
  }
}

/**
 * Reads a payment and what was bought with it from the provider.
 * @throws ApiError as `examinePayment`
 */
export async function examine(
  context: Context,
  paymentId: string,
): Promise<{
  payment: UnmatchedPayment
  purchase: LostPurchase | null
  obstacle: RebuildObstacle | null
}> {
  const examination = await examinePayment(context, paymentId)
  return {
    payment: await serializeOne(context.db, examination.row),
    purchase: serializePurchase(examination),
    obstacle: examination.obstacle,
  }
}

async function serializeOne(db: Db, row: UnmatchedPaymentRow): Promise<UnmatchedPayment> {
  const username = await findUsername(db, row.sellerId)
  return serialize(row, username, await findRefundsOfPayments(db, [row.id]))
}

function serialize(
  { id, orderId, status, sellerId, collectorId, ...row }: UnmatchedPaymentRow,
  sellerUsername: string,
  refunds: RefundRow[],
): UnmatchedPayment {
  const refund = refunds.find(({ paymentId }) => paymentId === id)
  return {
    id,
    orderId,
    status,
    amountMinor: row.amountMinor,
    refundedMinor: row.refundedMinor,
    applicationFeeMinor: row.applicationFeeMinor,
    currency: row.currency,
    collectorId,
    sellerId,
    sellerUsername,
    paidAt: row.paidAt?.toISOString() ?? null,
    firstSeenAt: row.firstSeenAt.toISOString(),
    refund: refund ? serializeRefund(refund) : null,
  }
}

function serializePurchase({ page, products }: Examination): LostPurchase | null {
  if (!page) return null
  return {
    orderedAt: page.createdAt.toISOString(),
    payerEmail: page.payerEmail === null ? null : maskBuyerEmail(page.payerEmail),
    totalMinor: sum(page.items.map(({ priceMinor }) => priceMinor)),
    items: page.items.map(({ id, title, priceMinor }) => ({
      productId: parseProductId(id),
      name: title,
      productName: products.find(product => product.id === parseProductId(id))?.name ?? null,
      priceMinor,
    })),
  }
}
