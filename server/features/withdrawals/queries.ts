import { and, asc, desc, eq, exists, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { afterDelay } from '#server/db/columns.ts'
import {
  downloadGrants,
  downloads,
  orderItems,
  orders,
  payments,
  withdrawalRequests,
  withdrawals,
} from '#server/db/schema/index.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'

export type WithdrawalRow = typeof withdrawals.$inferSelect

/** Finds the items of an order with what the right of withdrawal depends on. */
export async function findItems(db: Db, orderId: string) {
  const rows = await db
    .select({
      id: orderItems.id,
      name: orderItems.name,
      priceMinor: orderItems.priceMinor,
      refundedMinor: orderItems.refundedMinor,
      guaranteeDays: orderItems.guaranteeDays,
      deliveredAt: downloadGrants.grantedAt,
      isDownloaded: exists(
        db
          .select({ one: sql`1` })
          .from(downloads)
          .where(eq(downloads.grantId, downloadGrants.id)),
      ).mapWith(Boolean),
    })
    .from(orderItems)
    .leftJoin(downloadGrants, eq(downloadGrants.orderItemId, orderItems.id))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id))
  return rows.map(row => ({ ...row, isRefunded: row.refundedMinor >= row.priceMinor }))
}

export async function findWithdrawal(db: Db, orderId: string): Promise<WithdrawalRow | undefined> {
  const [row] = await db.select().from(withdrawals).where(eq(withdrawals.orderId, orderId))
  return row
}

export async function insertWithdrawal(
  tx: Db,
  row: typeof withdrawals.$inferInsert,
): Promise<WithdrawalRow> {
  const [inserted] = await tx.insert(withdrawals).values(row).returning()
  return inserted!
}

export async function updateWithdrawal(
  tx: Db,
  id: number,
  fields: Partial<typeof withdrawals.$inferInsert>,
): Promise<void> {
  await tx.update(withdrawals).set(fields).where(eq(withdrawals.id, id))
}

/** The number of withdrawals that a seller's list shows. */
const MAX_LISTED_WITHDRAWALS = 100

/** Finds the newest withdrawals from a seller's orders, with the first product of each order. */
export async function findWithdrawalsOfSeller(db: Db, sellerId: number) {
  return db
    .select({
      withdrawal: withdrawals,
      order: orders,
      productName: sql<string>`min(${orderItems.name})`,
      items: sql<number>`count(*)::int`,
      leftMinor: sql<number>`coalesce(sum(${orderItems.priceMinor} - ${orderItems.refundedMinor})
        filter (where ${orderItems.id} = any(${withdrawals.itemIds})), 0)::float8`,
    })
    .from(withdrawals)
    .innerJoin(orders, eq(orders.id, withdrawals.orderId))
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(eq(withdrawals.sellerId, sellerId))
    .groupBy(withdrawals.id, orders.id)
    .orderBy(desc(withdrawals.id))
    .limit(MAX_LISTED_WITHDRAWALS)
}

/**
 * Finds the withdrawals that are due, and postpones them, so that a job that fails is enqueued again.
 * @param postponeMs the delay in milliseconds
 */
export function claimDueWithdrawals(db: Db, postponeMs: number): Promise<{ orderId: string }[]> {
  return db
    .update(withdrawals)
    .set({ nextAt: afterDelay(postponeMs) })
    .where(lte(withdrawals.nextAt, sql`now()`))
    .returning({ orderId: withdrawals.orderId })
}

/**
 * Stores a request, or finds the equal one of the same day. Both take the same statement, whether or not an order
 * exists.
 * @returns the code of the request
 */
export async function upsertRequest(
  db: Db,
  request: { contact: string; day: string; code: string },
): Promise<string> {
  const [row] = await db
    .insert(withdrawalRequests)
    .values(request)
    .onConflictDoUpdate({
      target: [withdrawalRequests.contact, withdrawalRequests.day],
      set: { contact: request.contact },
    })
    .returning({ code: withdrawalRequests.code })
  return row!.code
}

/**
 * Claims the email of a request, so that it is sent once in a while.
 * @returns what the visitor typed; undefined if an email was queued less than `pauseMs` ago
 */
export async function claimRequestEmail(
  tx: Db,
  code: string,
  pauseMs: number,
): Promise<string | undefined> {
  const [row] = await tx
    .update(withdrawalRequests)
    .set({ mailedAt: new Date() })
    .where(
      and(
        eq(withdrawalRequests.code, code),
        or(
          isNull(withdrawalRequests.mailedAt),
          lte(withdrawalRequests.mailedAt, afterDelay(-pauseMs)),
        ),
      ),
    )
    .returning({ contact: withdrawalRequests.contact })
  return row?.contact
}

/** Finds the earliest request since a moment for an order, by its number or its buyer's email. */
export async function findRequestForOrder(
  db: Db,
  { number, payerEmail }: OrderRow,
  since: Date,
): Promise<{ code: string; askedAt: Date } | undefined> {
  const [row] = await db
    .select({ code: withdrawalRequests.code, askedAt: withdrawalRequests.askedAt })
    .from(withdrawalRequests)
    .where(
      and(
        inArray(withdrawalRequests.contact, [number, payerEmail]),
        gte(withdrawalRequests.askedAt, since),
      ),
    )
    .orderBy(asc(withdrawalRequests.askedAt))
    .limit(1)
  return row
}

/** Deletes the requests that were made before a moment. */
export async function deleteRequestsBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(withdrawalRequests).where(lte(withdrawalRequests.askedAt, moment))
}

/** The number of orders that the email of a request lists. */
const MAX_LISTED_ORDERS = 20

/** Finds the orders with an attempt to pay that an order number or an email address names, newest first. */
export function findOrdersOf(db: Db, contact: string): Promise<OrderRow[]> {
  const isTried = exists(
    db
      .select({ one: sql`1` })
      .from(payments)
      .where(eq(payments.orderId, orders.id)),
  )
  return db
    .select()
    .from(orders)
    .where(and(or(eq(orders.number, contact), eq(orders.payerEmail, contact)), isTried))
    .orderBy(desc(orders.createdAt))
    .limit(MAX_LISTED_ORDERS)
}
