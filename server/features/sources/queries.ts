import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { TIME_ZONE, toLocalDay } from '#contract/core/time-zone.ts'
import { daysAgo } from '#contract/core/time.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { visitsDaily } from '#server/db/schema/index.ts'
import { OTHER, type Source, isChannel } from './resolve-source.ts'

/** The most combinations of source, medium and campaign of a product that are counted apart on a day. */
const COMBINATIONS_PER_DAY = 200
/** The number of days for which visits are kept, as with the views of products. */
const VISITS_KEPT_DAYS = 400

/**
 * Adds a visit to today's count of its source. The transaction holds the lock of the product's views of the day, so
 * that visits at the same moment cannot pass the limit.
 */
export async function countVisit(
  tx: Transaction,
  product: { id: number; sellerId: number },
  { source, medium, campaign }: Source,
): Promise<void> {
  const day = sql<string>`(now() at time zone ${TIME_ZONE})::date`
  const ofDay = and(eq(visitsDaily.productId, product.id), eq(visitsDaily.day, day))
  const addTo = (key: Omit<Source, 'referrerHost'>) =>
    tx
      .update(visitsDaily)
      .set({ views: sql`${visitsDaily.views} + 1` })
      .where(
        and(
          ofDay,
          eq(visitsDaily.source, key.source),
          eq(visitsDaily.medium, key.medium),
          eq(visitsDaily.campaign, key.campaign),
        ),
      )
      .returning({ views: visitsDaily.views })
  const visit = { source, medium, campaign }
  if ((await addTo(visit)).length > 0) return
  const isFull = (await tx.$count(visitsDaily, ofDay)) >= COMBINATIONS_PER_DAY
  const counted = isFull
    ? { source: isChannel(source) ? source : OTHER, medium: '', campaign: OTHER }
    : visit
  if (isFull && (await addTo(counted)).length > 0) return
  await tx
    .insert(visitsDaily)
    .values({ productId: product.id, sellerId: product.sellerId, day, ...counted, views: 1 })
}

/** Sums the visits of a seller's products by product, source, medium and campaign. `from` and `before` begin a day. */
export function sumVisits(
  db: Db,
  {
    sellerId,
    productId,
    from,
    before,
  }: {
    sellerId: number
    productId?: number | undefined
    from?: Date | undefined
    before?: Date | undefined
  },
) {
  const { source, medium, campaign } = visitsDaily
  return db
    .select({
      productId: visitsDaily.productId,
      source,
      medium,
      campaign,
      visits: sql<number>`sum(${visitsDaily.views})::int`,
      firstDay: sql<string>`min(${visitsDaily.day})::text`,
    })
    .from(visitsDaily)
    .where(
      and(
        eq(visitsDaily.sellerId, sellerId),
        productId === undefined ? undefined : eq(visitsDaily.productId, productId),
        from && gte(visitsDaily.day, toLocalDay(from)),
        before && lt(visitsDaily.day, toLocalDay(before)),
      ),
    )
    .groupBy(visitsDaily.productId, source, medium, campaign)
}

/** Deletes the visits of days that no report shows any more. */
export async function purgeVisits(db: Db): Promise<void> {
  await db.delete(visitsDaily).where(lt(visitsDaily.day, toLocalDay(daysAgo(VISITS_KEPT_DAYS))))
}
