import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { ASKED_PRICE_DAYS, type AskedPrices } from '#contract/prices/offer-rules.ts'
import { daysAgo } from '#contract/core/time.ts'
import type { Db } from '#server/db/client.ts'
import { productPrices, products } from '#server/db/schema/index.ts'

/** How many days the prices that were asked are kept, besides the last one before. */
const PRICE_DAYS = 90

/** Finds the prices that were asked for a product lately. */
export async function findAskedPrices(db: Db, productId: number): Promise<AskedPrices> {
  const start = daysAgo(ASKED_PRICE_DAYS)
  const [row] = await db
    .select({
      // The price that was asked when the days began was asked in them too.
      lowest: sql<number | null>`min(${productPrices.price})
        filter (where ${productPrices.askedAt} >= coalesce((select max(b.asked_at) from product_prices b
        where b.product_id = ${productId} and b.asked_at <= ${start}), '-infinity'))`,
      since: sql<string | null>`min(${productPrices.askedAt})`,
    })
    .from(productPrices)
    .where(eq(productPrices.productId, productId))
  return { lowest: row!.lowest, since: row!.since === null ? null : new Date(row!.since) }
}

/** Finds the offers that have ended, the earliest first. */
export async function findEndedOffers(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(lte(products.offerUntil, now))
    .orderBy(asc(products.offerUntil))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/**
 * Gives locked products their list prices back, unless their offers were prolonged meanwhile.
 * @returns the products that have their list price again
 */
export function restoreListPrices(tx: Db, ids: readonly number[], now: Date) {
  return tx
    .update(products)
    .set({
      price: sql`coalesce(${products.listPrice}, ${products.price})`,
      listPrice: null,
      offerSince: null,
      offerUntil: null,
      offerKind: null,
      updatedAt: now,
    })
    .where(
      and(sql`${products.id} = any(${sql.param([...ids])}::int[])`, lte(products.offerUntil, now)),
    )
    .returning({
      productId: products.id,
      productName: products.name,
      sellerId: products.sellerId,
      price: products.price,
      deletedAt: products.deletedAt,
    })
}

/** Deletes the prices that decide about no offer any more. */
export async function purgeProductPrices(db: Db): Promise<void> {
  await db.execute(
    sql`delete from product_prices p where p.asked_at < ${daysAgo(PRICE_DAYS)}
      and exists (select 1 from product_prices n where n.product_id = p.product_id and n.asked_at > p.asked_at
      and n.asked_at < ${daysAgo(PRICE_DAYS)})`,
  )
}
