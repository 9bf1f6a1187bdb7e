import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { isbot } from 'isbot'
import type { Touch } from '#contract/orders/touches.ts'
import { TIME_ZONE, toLocalDay } from '#contract/core/time-zone.ts'
import { daysAgo } from '#contract/core/time.ts'
import type { Database, Db } from '#server/db/client.ts'
import { productViews, products } from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { countVisit, findSource } from '#server/features/sources/service.ts'

/** The number of days for which view counts are kept: longer than the longest period of the sales chart. */
const VIEWS_KEPT_DAYS = 400

/**
 * Adds a view of a product to today's count, and to that of its source if the source is known. Views by bots, and of
 * withdrawn or taken-down products, are not counted.
 */
export async function countProductView(
  db: Database,
  id: number,
  { touches, userAgent }: { touches: Touch[] | undefined; userAgent: string },
): Promise<void> {
  if (isbot(userAgent)) return
  const [product] = await db
    .select({ id: products.id, sellerId: products.sellerId })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt), isNull(products.takenDownAt)))
  if (!product) return
  const source = await findSource(db, touches, { sellerId: product.sellerId, ownIds: [id] })
  await runTransaction(db, async tx => {
    await tx
      .insert(productViews)
      .values({
        productId: id,
        sellerId: product.sellerId,
        day: sql`(now() at time zone ${TIME_ZONE})::date`,
        count: 1,
      })
      .onConflictDoUpdate({
        target: [productViews.productId, productViews.day],
        set: { count: sql`${productViews.count} + 1` },
      })
    if (source) await countVisit(tx, product, source)
  })
}

/** Deletes the view counts of days that the sales chart can no longer show. */
export async function purgeProductViews(db: Db): Promise<void> {
  const before = daysAgo(VIEWS_KEPT_DAYS)
  await db.delete(productViews).where(lt(productViews.day, toLocalDay(before)))
}
