import { and, eq, gte, lt, ne, sql } from 'drizzle-orm'
import { TIME_ZONE, toLocalDay } from '#contract/core/time-zone.ts'
import { daysAgo } from '#contract/core/time.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { visitsDaily } from '#server/db/schema/index.ts'
import { OTHER, type Source, isChannel } from './resolve-source.ts'

/** The most combinations of source, medium and campaign of a product that are counted apart on a day. */
const COMBINATIONS_PER_DAY = 200
/** The number of days for which visits are kept: longer than the longest period of the sales chart. */
const VISITS_KEPT_DAYS = 400

/** What is known of a visit whose source is not. */
const UNKNOWN = { source: '', medium: '', campaign: '' }
/** The first part of the number of the lock that new combinations of a product take. */
const VISITS_LOCK = 1

/**
 * Adds a visit to today's count of its source.
 * @param origin null if the source is not known
 */
export async function countVisit(
  tx: Transaction,
  product: { id: number; sellerId: number },
  origin: Source | null,
): Promise<void> {
  const { source, medium, campaign } = origin ?? UNKNOWN
  const visit = { source, medium, campaign }
  const day = sql<string>`(now() at time zone ${TIME_ZONE})::date`
  const ofDay = and(eq(visitsDaily.productId, product.id), eq(visitsDaily.day, day))
  const counted = await tx
    .update(visitsDaily)
    .set({ views: sql`${visitsDaily.views} + 1` })
    .where(
      and(
        ofDay,
        eq(visitsDaily.source, source),
        eq(visitsDaily.medium, medium),
        eq(visitsDaily.campaign, campaign),
      ),
    )
    .returning({ views: visitsDaily.views })
  if (counted.length > 0) return
  // New combinations come one after another, so that those of one moment cannot pass the limit.
  await tx.execute(sql`select pg_advisory_xact_lock(${VISITS_LOCK}, ${product.id})`)
  const known = await tx.$count(visitsDaily, and(ofDay, ne(visitsDaily.source, '')))
  const isFull = origin !== null && known >= COMBINATIONS_PER_DAY
  const added = isFull
    ? { source: isChannel(source) ? source : OTHER, medium: '', campaign: OTHER }
    : visit
  await tx
    .insert(visitsDaily)
    .values({ productId: product.id, sellerId: product.sellerId, day, ...added, views: 1 })
    .onConflictDoUpdate({
      target: [
        visitsDaily.productId,
        visitsDaily.day,
        visitsDaily.source,
        visitsDaily.medium,
        visitsDaily.campaign,
      ],
      set: { views: sql`${visitsDaily.views} + 1` },
    })
}

/**
 * Sums the visits of a seller's products by product, source, medium and campaign, which are empty where the source is
 * not known. `from` and `before` begin a day.
 */
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
