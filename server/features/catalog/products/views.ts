import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { TIME_ZONE, toLocalDay } from '#contract/core/time-zone.ts'
import { daysAgo } from '#contract/core/time.ts'
import type { Db } from '#server/db/client.ts'
import { productViews, products } from '#server/db/schema/index.ts'

/** The number of days for which view counts are kept: longer than the longest period of the sales chart. */
const VIEWS_KEPT_DAYS = 400

/** Adds a view of a product to today's count. Views of withdrawn or taken-down products are not counted. */
export async function countProductView(db: Db, productId: number): Promise<void> {
  const liveProduct = db
    .select({
      productId: products.id,
      sellerId: products.sellerId,
      day: sql`(now() at time zone ${TIME_ZONE})::date`.as('day'),
      count: sql`1`.as('count'),
    })
    .from(products)
    .where(
      and(eq(products.id, productId), isNull(products.deletedAt), isNull(products.takenDownAt)),
    )
  await db
    .insert(productViews)
    .select(liveProduct)
    .onConflictDoUpdate({
      target: [productViews.productId, productViews.day],
      set: { count: sql`${productViews.count} + 1` },
    })
}

/** Deletes the view counts of days that the sales chart can no longer show. */
export async function purgeProductViews(db: Db): Promise<void> {
  const before = daysAgo(VIEWS_KEPT_DAYS)
  await db.delete(productViews).where(lt(productViews.day, toLocalDay(before)))
}
