import { and, asc, eq, gte, lt, ne, sql } from 'drizzle-orm'
import { TIME_ZONE, toLocalDay } from '#contract/core/time-zone.ts'
import { daysAgo } from '#contract/core/time.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { visitsDaily } from '#server/db/schema/index.ts'
import { OTHER, type Source, isChannel } from './resolve-source.ts'

/** The most combinations of source, medium and campaign of a product that are counted apart on a day. */
const COMBINATIONS_PER_DAY = 30
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

/** Which visits are counted. `from` and `before` begin a day. */
export interface VisitFilter {
  sellerId: number
  productId?: number | undefined
  from?: Date | undefined
  before?: Date | undefined
}

/** The condition for the visits of a filter. */
export const matchesVisits = ({ sellerId, productId, from, before }: VisitFilter) =>
  and(
    eq(visitsDaily.sellerId, sellerId),
    productId === undefined ? undefined : eq(visitsDaily.productId, productId),
    from && gte(visitsDaily.day, toLocalDay(from)),
    before && lt(visitsDaily.day, toLocalDay(before)),
  )

/** Finds the first day with a visit whose source is known. */
export async function findFirstKnownVisit(db: Db, filter: VisitFilter): Promise<string | null> {
  const [row] = await db
    .select({ day: visitsDaily.day })
    .from(visitsDaily)
    .where(and(matchesVisits(filter), ne(visitsDaily.source, '')))
    .orderBy(asc(visitsDaily.day))
    .limit(1)
  return row?.day ?? null
}

/** Deletes the visits of days that no report shows any more. */
export async function purgeVisits(db: Db): Promise<void> {
  await db.delete(visitsDaily).where(lt(visitsDaily.day, toLocalDay(daysAgo(VISITS_KEPT_DAYS))))
}
