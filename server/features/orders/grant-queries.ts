import { and, eq, exists, gt, gte, inArray, isNull, lt, not, or, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { downloadGrants, grantFiles, orderItems, orders, refunds } from '#server/db/schema/index.ts'

/** Creates a download grant for each item of an order that has none yet, and returns these items. */
export function insertGrants(
  tx: Db,
  itemIds: number[],
  terms: { expiresAt: Date },
): Promise<{ orderItemId: number }[]> {
  return tx
    .insert(downloadGrants)
    .values(itemIds.map(orderItemId => ({ orderItemId, ...terms })))
    .onConflictDoNothing({ target: downloadGrants.orderItemId })
    .returning({ orderItemId: downloadGrants.orderItemId })
}

/**
 * The condition for an item that was bought and whose money has not gone back in full.
 * @param order the table of orders or an alias of it; `item` likewise
 */
export const isBought = (
  order: { state: AnyPgColumn },
  item: { refundedMinor: AnyPgColumn; priceMinor: AnyPgColumn },
) => and(eq(order.state, 'approved'), lt(item.refundedMinor, item.priceMinor))

/** Returns the names of those items of an order that its email had bought before, and not got all of its money back. */
export async function findNamesBoughtBefore(
  tx: Db,
  { id, payerEmail, createdAt }: { id: string; payerEmail: string; createdAt: Date },
): Promise<string[]> {
  const items = await selectNamesBoughtBefore(tx).execute({ id, payerEmail, createdAt })
  return items.map(({ name }) => name)
}

const selectNamesBoughtBefore = prepareOnce(db => {
  const earlierOrders = alias(orders, 'earlier_orders')
  const earlierItems = alias(orderItems, 'earlier_items')
  return db
    .selectDistinct({ name: orderItems.name })
    .from(orderItems)
    .innerJoin(earlierItems, eq(earlierItems.productId, orderItems.productId))
    .innerJoin(earlierOrders, eq(earlierOrders.id, earlierItems.orderId))
    .where(
      and(
        eq(orderItems.orderId, sql.placeholder('id')),
        eq(earlierOrders.payerEmail, sql.placeholder('payerEmail')),
        lt(earlierOrders.createdAt, sql.placeholder('createdAt')),
        isBought(earlierOrders, earlierItems),
      ),
    )
    .prepare('names_bought_before')
})

const itemsOf = (tx: Db, orderId: string) =>
  tx.select({ id: orderItems.id }).from(orderItems).where(eq(orderItems.orderId, orderId))

/**
 * Closes the download grants of an order. Those from which the buyer withdraws are closed for the new reason, except by
 * a suspension, which ends by itself.
 */
export async function closeGrants(
  tx: Db,
  orderId: string,
  closedReason: 'refunded' | 'charged_back' | 'suspended',
): Promise<void> {
  await tx
    .update(downloadGrants)
    .set({ closedAt: new Date(), closedReason })
    .where(
      and(
        inArray(downloadGrants.orderItemId, itemsOf(tx, orderId)),
        closedReason === 'suspended'
          ? isNull(downloadGrants.closedAt)
          : or(isNull(downloadGrants.closedAt), eq(downloadGrants.closedReason, 'withdrawn')),
      ),
    )
}

/**
 * Reopens the download grants of an order, except those of items that were refunded or that the buyer gives back.
 */
export async function reopenGrants(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(downloadGrants)
    .set({ closedAt: null, closedReason: null })
    .where(
      and(
        inArray(downloadGrants.orderItemId, itemsOf(tx, orderId)),
        sql`${downloadGrants.closedReason} is distinct from 'withdrawn'`,
        not(isItemRefunded(tx, orderId)),
      ),
    )
  await closeRefundedItems(tx, orderId)
}

/**
 * Closes the download grants of the items of an order that were refunded alone, and whose whole price went back. An
 * amount closes no download, even if its share of a cheap item is all of the price.
 */
export async function closeRefundedItems(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(downloadGrants)
    .set({ closedAt: sql`coalesce(${downloadGrants.closedAt}, now())`, closedReason: 'refunded' })
    .where(isItemRefunded(tx, orderId))
}

/** The condition for grants of the items of an order that were refunded alone, by their whole price. */
const isItemRefunded = (tx: Db, orderId: string) =>
  inArray(
    downloadGrants.orderItemId,
    tx
      .select({ id: orderItems.id })
      .from(orderItems)
      .where(
        and(
          eq(orderItems.orderId, orderId),
          gt(orderItems.priceMinor, 0),
          gte(orderItems.refundedMinor, orderItems.priceMinor),
          exists(
            tx
              .select({ one: sql`1` })
              .from(refunds)
              .where(
                and(
                  eq(refunds.orderId, orderId),
                  eq(refunds.state, 'done'),
                  sql`${orderItems.id} = any(${refunds.itemIds})`,
                ),
              ),
          ),
        ),
      ),
  )

/** Closes the download grants of the items from which a buyer withdraws, unless they are closed already. */
export async function closeWithdrawnGrants(tx: Db, itemIds: readonly number[]): Promise<void> {
  await tx
    .update(downloadGrants)
    .set({ closedAt: sql`now()`, closedReason: 'withdrawn' })
    .where(and(inArray(downloadGrants.orderItemId, [...itemIds]), isNull(downloadGrants.closedAt)))
}

/** Opens the grants that a withdrawal has closed, or suspends them if their order is on hold. */
export async function openWithdrawnGrants(
  tx: Db,
  orderId: string,
  { isHeld }: { isHeld: boolean },
): Promise<void> {
  await tx
    .update(downloadGrants)
    .set(isHeld ? { closedReason: 'suspended' } : { closedReason: null, closedAt: null })
    .where(
      and(
        inArray(downloadGrants.orderItemId, itemsOf(tx, orderId)),
        eq(downloadGrants.closedReason, 'withdrawn'),
      ),
    )
}

/**
 * Suspends the download grants of an order on hold. Grants that were closed for another reason become suspended too, so
 * that only the release of the order reopens them, except those from which the buyer withdraws.
 */
export async function suspendGrants(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(downloadGrants)
    .set({ closedAt: sql`coalesce(${downloadGrants.closedAt}, now())`, closedReason: 'suspended' })
    .where(
      and(
        inArray(downloadGrants.orderItemId, itemsOf(tx, orderId)),
        sql`${downloadGrants.closedReason} is distinct from 'withdrawn'`,
      ),
    )
}

/** Lets the time of an order's grants begin anew, since the buyer has paid once more. */
export async function renewGrants(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(downloadGrants)
    .set({ grantedAt: sql`now()` })
    .where(inArray(downloadGrants.orderItemId, itemsOf(tx, orderId)))
}

/** Resets the expiry and number of downloads of an order's open grants. */
export async function refillGrants(
  tx: Db,
  orderId: string,
  terms: { expiresAt: Date },
): Promise<void> {
  const refilled = await tx
    .update(downloadGrants)
    .set(terms)
    .where(
      and(
        inArray(downloadGrants.orderItemId, itemsOf(tx, orderId)),
        isNull(downloadGrants.closedAt),
      ),
    )
    .returning({ id: downloadGrants.id })
  const grantIds = refilled.map(({ id }) => id)
  if (grantIds.length > 0)
    await tx.update(grantFiles).set({ downloads: 0 }).where(inArray(grantFiles.grantId, grantIds))
}
