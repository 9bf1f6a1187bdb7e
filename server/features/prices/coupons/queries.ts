import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import {
  couponUses,
  coupons,
  orderItems,
  orders,
  payments,
  products,
} from '#server/db/schema/index.ts'

export type CouponRow = typeof coupons.$inferSelect

/** How long an order holds a use of a coupon while nobody has tried to pay it. */
export const HOLD_MINUTES = 30

const hasPendingPayment = sql`exists (select 1 from ${payments} where ${payments.orderId} = ${orders.id}
  and ${payments.status} in ('pending', 'in_process', 'authorized'))`
const isPaid = sql`${orders.state} in ('approved', 'review', 'charged_back')`
/** A voucher holds the use as long as it can be paid. */
const isHeld = sql`(${orders.state} = 'open' and (${orders.createdAt} > now() - ${HOLD_MINUTES} * interval '1 minute'
  or ${hasPendingPayment}))`

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

/** Finds a seller's coupons, or the one with an id, with their uses, the newest first. */
export async function findCoupons(
  db: Db,
  { sellerId, id }: { sellerId: number; id?: number },
): Promise<CouponWithUses[]> {
  const rows = await db
    .select({
      coupon: coupons,
      usedCount: sql<number>`count(*) filter (where ${isPaid})::int`,
      heldCount: sql<number>`count(*) filter (where ${isHeld})::int`,
      soldMinor: sql<number>`coalesce(sum(${keptMinor}) filter (where ${isPaid}), 0)::float8`,
      discountMinor: sql<number>`coalesce(sum(${orders.couponMinor}) filter (where ${isPaid}), 0)::float8`,
    })
    .from(coupons)
    .leftJoin(couponUses, eq(couponUses.couponId, coupons.id))
    .leftJoin(orders, eq(orders.id, couponUses.orderId))
    .where(and(eq(coupons.sellerId, sellerId), id === undefined ? undefined : eq(coupons.id, id)))
    .groupBy(coupons.id)
    .orderBy(desc(coupons.id))
  return rows.map(({ coupon, ...uses }) => ({ ...coupon, ...uses }))
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

/**
 * Counts the uses of a coupon that are paid or held, in all and by one buyer. An unpaid order of the same browser does
 * not count, since its next order replaces it.
 */
export async function countUses(
  tx: Db,
  couponId: number,
  { buyerDigest, browserHash }: { buyerDigest: string; browserHash: string },
): Promise<{ all: number; ofBuyer: number }> {
  const isReplaced = sql`(${orders.state} = 'open' and ${orders.browserHash} = ${browserHash}
    and not ${hasPendingPayment})`
  const [counts] = await tx
    .select({
      all: sql<number>`count(*)::int`,
      ofBuyer: sql<number>`count(*) filter (where ${couponUses.buyerDigest} = ${buyerDigest})::int`,
    })
    .from(couponUses)
    .innerJoin(orders, eq(orders.id, couponUses.orderId))
    .where(
      and(eq(couponUses.couponId, couponId), sql`(${isPaid} or ${isHeld}) and not ${isReplaced}`),
    )
  return counts!
}

export async function insertUse(tx: Db, use: typeof couponUses.$inferInsert): Promise<void> {
  await tx.insert(couponUses).values(use)
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

/** Finds which of the products are for sale, with their sellers and prices in whole units. */
export function findProducts(db: Db, ids: readonly number[]) {
  return db
    .select({
      id: products.id,
      sellerId: products.sellerId,
      price: products.price,
      listPrice: products.listPrice,
      offerKind: products.offerKind,
      isPriceDynamic: products.isPriceDynamic,
    })
    .from(products)
    .where(and(inArray(products.id, [...ids]), products.listed))
}
