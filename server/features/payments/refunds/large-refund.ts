import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { OrderId } from '#contract/core/fields.ts'
import { toMinor } from '#contract/core/money.ts'
import { REFUND_FIELDS } from '#contract/sales/order.ts'
import type { Db } from '#server/db/client.ts'
import { orders, payments, refunds, unmatchedPayments } from '#server/db/schema/index.ts'
import { HELD_STATUSES } from '#server/db/payment-statuses.ts'
import type { Context } from '#server/context.ts'

/** The field of a request that says that it is for a part only. */
const PartFields = z.object({ amountMinor: REFUND_FIELDS.amountMinor })

/**
 * Tells whether a refund and the earlier ones of its order, or those of the seller within a day, are together more than
 * a stolen session is allowed to give back. An order that does not exist, or is not the given seller's, is none.
 * @param orderId the parameter of a request, which may be anything
 * @param body the body of a request, which may be anything; a request that names no amount counts with the whole order
 */
export async function isLargeRefund(
  { db, config: { refundProofAbove } }: Pick<Context, 'db' | 'config'>,
  { orderId, body, sellerId }: { orderId?: unknown; body?: unknown; sellerId?: number },
): Promise<boolean> {
  const id = z.safeParse(OrderId, orderId)
  if (!id.success) return false
  const part = z.safeParse(PartFields, body ?? {})
  const [row] = await db
    .select({
      totalMinor: sql<string>`sum(${payments.amountMinor})`,
      refundedMinor: sql<string>`sum(${payments.refundedMinor})`,
      undecidedMinor: sql<string>`coalesce((
        select sum(r.amount_minor) from ${refunds} r
        where r.order_id = ${id.data} and r.state in ('requested', 'sent')
      ), 0)`,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(orders.id, id.data),
        sellerId === undefined ? undefined : eq(orders.sellerId, sellerId),
        inArray(payments.status, HELD_STATUSES),
      ),
    )
  const totalMinor = Number(row?.totalMinor ?? 0)
  const amountMinor = part.success ? part.data.amountMinor : undefined
  const sumMinor =
    amountMinor === undefined
      ? totalMinor
      : Number(row?.refundedMinor ?? 0) + Number(row?.undecidedMinor ?? 0) + amountMinor
  const orderMinor = Math.min(sumMinor, totalMinor)
  if (orderMinor === 0) return false
  const ofOtherOrders =
    sellerId === undefined ? 0 : await sumRefundsOfDay(db, sellerId, { exceptOrderId: id.data })
  return orderMinor + ofOtherOrders > toMinor(refundProofAbove)
}

/** Returns the sum of what a seller has refunded of other orders within the last day, in minor units. */
async function sumRefundsOfDay(
  db: Db,
  sellerId: number,
  { exceptOrderId }: { exceptOrderId: string },
): Promise<number> {
  const [row] = await db
    .select({
      minor: sql<string>`coalesce(sum(coalesce(${refunds.amountMinor}, ${payments.amountMinor})), 0)`,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.requestedBy, sellerId),
        ne(refunds.orderId, exceptOrderId),
        gt(refunds.createdAt, sql`now() - interval '1 day'`),
        ne(refunds.state, 'refused'),
      ),
    )
  return Number(row?.minor ?? 0)
}

/** Does the same for a payment that matches no order. */
export async function isLargeUnmatchedRefund(
  { db, config: { refundProofAbove } }: Pick<Context, 'db' | 'config'>,
  paymentId: unknown,
): Promise<boolean> {
  if (typeof paymentId !== 'string' || !/^\d{1,30}$/.test(paymentId)) return false
  const [row] = await db
    .select({
      minor: sql<string>`${unmatchedPayments.amountMinor} - ${unmatchedPayments.refundedMinor}`,
    })
    .from(unmatchedPayments)
    .where(eq(unmatchedPayments.id, paymentId))
  return Number(row?.minor ?? 0) > toMinor(refundProofAbove)
}
