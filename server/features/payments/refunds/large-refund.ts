import { and, eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { OrderId } from '#contract/core/fields.ts'
import { orders, payments, unmatchedPayments } from '#server/db/schema/index.ts'
import type { PaymentsDeps } from '../deps.ts'

/**
 * Tells whether the payments of an order that can be refunded are together more than a stolen session is allowed to give
 * back. An order that does not exist, or is not the given seller's, is none.
 * @param orderId the parameter of a request, which may be anything
 */
export async function isLargeRefund(
  { db, refundProofAboveMinor }: Pick<PaymentsDeps, 'db' | 'refundProofAboveMinor'>,
  orderId: unknown,
  sellerId?: number,
): Promise<boolean> {
  const id = z.safeParse(OrderId, orderId)
  if (!id.success) return false
  const [row] = await db
    .select({ minor: sql<string>`sum(${payments.amountMinor} - ${payments.refundedMinor})` })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(orders.id, id.data),
        sellerId === undefined ? undefined : eq(orders.sellerId, sellerId),
        inArray(payments.status, ['approved', 'in_mediation']),
      ),
    )
  return Number(row?.minor ?? 0) > refundProofAboveMinor
}

/** Does the same for a payment that matches no order. */
export async function isLargeUnmatchedRefund(
  { db, refundProofAboveMinor }: Pick<PaymentsDeps, 'db' | 'refundProofAboveMinor'>,
  paymentId: unknown,
): Promise<boolean> {
  if (typeof paymentId !== 'string' || !/^\d{1,30}$/.test(paymentId)) return false
  const [row] = await db
    .select({
      minor: sql<string>`${unmatchedPayments.amountMinor} - ${unmatchedPayments.refundedMinor}`,
    })
    .from(unmatchedPayments)
    .where(eq(unmatchedPayments.id, paymentId))
  return Number(row?.minor ?? 0) > refundProofAboveMinor
}
