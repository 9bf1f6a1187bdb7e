import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { couponUses, coupons, orderItems, orders, products } from '#server/db/schema/index.ts'

export type CouponRow = typeof coupons.$inferSelect

const isPaid = sql`${couponUses.paidAt} is not null`
const isHeld = sql`${couponUses.paidAt} is null`

/** What was paid for an order and not given back. */
const keptMinor = sql`(select sum(${orderItems.priceMinor} - ${orderItems.refundedMinor}) from ${orderItems}
  where ${orderItems.orderId} = ${orders.id})`

/** A coupon with its uses: those of paid orders, and those that are held. Amounts are in minor units. */
export type CouponWithUses = CouponRow & {
  usedCount: number
  heldCount: number
  soldMinor: number
  discountMinor: number
}

/**
 * Finds a seller's coupons with their uses, the newest first: the one with an id, or those after a cursor. Only the
 * uses of these are read.
 */
export async function findCoupons(
  db: Db,
  {
    sellerId,
    id,
    cursor,
    limit = 1,
  }: { sellerId: number; id?: number; cursor?: number | undefined; limit?: number },
): Promise<CouponWithUses[]> {
  const found = db
    .select()
    .from(coupons)
    .where(
      and(
        eq(coupons.sellerId, sellerId),
        id === undefined ? undefined : eq(coupons.id, id),
        cursor === undefined ? undefined : lt(coupons.id, cursor),
      ),
    )
    .orderBy(desc(coupons.id))
    .limit(limit)
    .as('coupons')
  const uses = db
    .select({
      usedCount: sql<number>`count(*) filter (where ${isPaid})::int`.as('used_count'),
      heldCount: sql<number>`count(*) filter (where ${isHeld})::int`.as('held_count'),
      soldMinor: sql<number>`coalesce(sum(${keptMinor}) filter (where ${isPaid}), 0)::float8`.as(
        'sold_minor',
      ),
      discountMinor:
        sql<number>`coalesce(sum(${orders.couponMinor}) filter (where ${isPaid}), 0)::float8`.as(
          'discount_minor',
        ),
    })
    .from(couponUses)
    .innerJoin(orders, eq(orders.id, couponUses.orderId))
    .where(and(eq(couponUses.couponId, found.id), isNull(couponUses.freedAt)))
    .as('uses')
  const rows = await db
    .select()
    .from(found)
    .innerJoinLateral(uses, sql`true`)
    .orderBy(desc(found.id))
  return rows.map(row => ({ ...row.coupons, ...row.uses }))
}

export async function findCouponByCode(
  db: Db,
  { sellerId, code }: { sellerId: number; code: string },
): Promise<CouponRow | undefined> {
  const [coupon] = await db
    .select()
    .from(coupons)
    .where(and(eq(coupons.sellerId, sellerId), eq(coupons.code, code)))
  return coupon
}

/** Locks a coupon until the transaction ends, so that its uses are counted one purchase after the other. */
export async function lockCoupon(tx: Db, id: number): Promise<CouponRow | undefined> {
  const [coupon] = await tx.select().from(coupons).where(eq(coupons.id, id)).for('update')
  return coupon
}

export async function updateTerms(
  tx: Db,
  id: number,
  terms: Omit<Partial<CouponRow>, 'id' | 'sellerId' | 'code' | 'kind' | 'value' | 'createdAt'>,
): Promise<void> {
  await tx.update(coupons).set(terms).where(eq(coupons.id, id))
}

/** Who uses a coupon: keyed digests of the buyer's mailbox, and of the network from which it is ordered. */
export interface UserDigests {
  buyerDigest: string
  networkDigest: string
}

/**
 * Tells whether a coupon has as many uses that count as a limit allows: in all, by one buyer, or of those that are not
 * paid by one network.
 */
export async function isUsedUp(
  db: Db,
  couponId: number,
  { limit, buyerDigest, networkDigest }: { limit: number } & Partial<UserDigests>,
): Promise<boolean> {
  const uses = await db
    .select({ one: sql`1` })
    .from(couponUses)
    .where(
      and(
        eq(couponUses.couponId, couponId),
        isNull(couponUses.freedAt),
        buyerDigest === undefined ? undefined : eq(couponUses.buyerDigest, buyerDigest),
        networkDigest === undefined ? undefined : eq(couponUses.networkDigest, networkDigest),
      ),
    )
    .limit(limit)
  return uses.length === limit
}

export async function insertUse(tx: Db, use: typeof couponUses.$inferInsert): Promise<void> {
  await tx.insert(couponUses).values(use)
}

type OrderState = (typeof orders.$inferSelect)['state']

/**
 * Lets the use of a coupon follow the state of its order: it is paid with it, and freed if the order is given up or
 * refunded.
 */
export async function moveUse(tx: Db, orderId: string, to: OrderState): Promise<void> {
  const isFreed = to === 'expired' || to === 'refunded'
  if (!isFreed && to !== 'approved') return
  await tx
    .update(couponUses)
    .set(
      isFreed
        ? { freedAt: sql`coalesce(${couponUses.freedAt}, now())`, networkDigest: null }
        : {
            freedAt: null,
            networkDigest: null,
            paidAt: sql`coalesce(${couponUses.paidAt}, now())`,
          },
    )
    .where(eq(couponUses.orderId, orderId))
}

/** Finds the coupon and the buyer of a use that was freed; undefined if the use of the order counts. */
export async function findFreedUse(
  tx: Db,
  orderId: string,
): Promise<{ couponId: number; buyerDigest: string } | undefined> {
  const [use] = await tx
    .select({ couponId: couponUses.couponId, buyerDigest: couponUses.buyerDigest })
    .from(couponUses)
    .where(and(eq(couponUses.orderId, orderId), isNotNull(couponUses.freedAt)))
  return use
}

/** Returns whether a seller has all of these products, whatever their states. */
export async function hasProducts(
  db: Db,
  sellerId: number,
  productIds: readonly number[],
): Promise<boolean> {
  const found = await db.$count(
    products,
    and(eq(products.sellerId, sellerId), sql`${products.id} = any(${sql.param([...productIds])})`),
  )
  return found === new Set(productIds).size
}
