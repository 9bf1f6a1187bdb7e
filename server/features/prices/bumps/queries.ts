import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { BumpTerms } from '#contract/prices/bumps.ts'
import type { OfferKind } from '#contract/prices/offer-rules.ts'
import type { Db } from '#server/db/client.ts'
import { bumps, products } from '#server/db/schema/index.ts'

/** A product that is offered beside another one and for sale, as a query of the other one returns it. */
export interface BumpRow {
  id: number
  name: string
  imageKey: string
  price: number
  listPrice: number | null
  offerKind: OfferKind | null
  percent: number
}

/**
 * The SQL of the product that is offered beside a product; null without one that is for sale. It names the table, as a
 * query of a single table would leave it out.
 */
export const bumpColumn = sql<BumpRow | null>`(select json_build_object('id', offered.id, 'name', offered.name,
  'imageKey', offered.image_key, 'price', offered.price, 'listPrice', offered.list_price,
  'offerKind', offered.offer_kind, 'percent', b.percent)
  from bumps b join products offered on offered.id = b.offered_id
  where b.product_id = products.id and offered.listed and offered.price > 0 and not offered.is_price_dynamic
  and not offered.is_pack)`

/** The SQL of the terms of the seller, whether the offered product is for sale or not; null without any. */
export const bumpTermsColumn = sql<BumpTerms | null>`(select json_build_object('offeredId', b.offered_id,
  'percent', b.percent) from bumps b where b.product_id = products.id)`

/** Finds the terms of products beside which others are offered. */
export function findBumps(
  db: Db,
  productIds: readonly number[],
): Promise<(BumpTerms & { productId: number })[]> {
  return db
    .select({ productId: bumps.productId, offeredId: bumps.offeredId, percent: bumps.percent })
    .from(bumps)
    .where(inArray(bumps.productId, [...productIds]))
}

/** Finds out whether a seller has a product that can be offered beside another one. */
export async function canBeOffered(db: Db, sellerId: number, id: number): Promise<boolean> {
  const found = await db.$count(
    products,
    and(
      eq(products.id, id),
      eq(products.sellerId, sellerId),
      ne(products.state, 'draft'),
      eq(products.isPack, false),
      eq(products.isPriceDynamic, false),
      sql`${products.price} > 0`,
      isNull(products.deletedAt),
    ),
  )
  return found > 0
}

export async function upsertBump(db: Db, bump: typeof bumps.$inferInsert): Promise<void> {
  await db
    .insert(bumps)
    .values(bump)
    .onConflictDoUpdate({
      target: bumps.productId,
      set: { offeredId: bump.offeredId, percent: bump.percent },
    })
}

export async function deleteBump(db: Db, productId: number): Promise<void> {
  await db.delete(bumps).where(eq(bumps.productId, productId))
}
