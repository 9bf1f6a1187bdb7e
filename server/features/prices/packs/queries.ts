import { and, asc, eq, exists, gt, inArray, isNull, sql } from 'drizzle-orm'
import { type ProductState } from '#contract/products/state-rules.ts'
import type { Db } from '#server/db/client.ts'
import { packParts, products } from '#server/db/schema/index.ts'

/** A part of a pack, as a query of the pack returns it. */
export interface PackPartRow {
  id: number
  name: string
  price: number
  isPriceDynamic: boolean
  imageKey: string
  isForSale: boolean
}

/**
 * The SQL of the parts of a product in their sequence; null if it is no pack. It names the table, as a query of a
 * single table would leave it out.
 */
export const partsColumn = sql<PackPartRow[] | null>`(case when products.is_pack then
  (select coalesce(json_agg(json_build_object('id', part.id, 'name', part.name, 'price', part.price,
  'isPriceDynamic', part.is_price_dynamic, 'imageKey', part.image_key, 'isForSale', part.listed)
  order by k.position), '[]')
  from pack_parts k join products part on part.id = k.product_id where k.pack_id = products.id) end)`

const PART_STATES: ProductState[] = ['on_sale', 'paused']

export async function findPackParts(db: Db, packId: number): Promise<PackPartRow[]> {
  const [row] = await db
    .select({ parts: partsColumn })
    .from(products)
    .where(eq(products.id, packId))
  return row?.parts ?? []
}

/**
 * Locks the products of a seller that can be parts of a pack, until the transaction ends, so that none is withdrawn
 * meanwhile.
 * @returns their ids
 */
export async function lockPossibleParts(
  tx: Db,
  sellerId: number,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        inArray(products.id, [...ids]),
        eq(products.sellerId, sellerId),
        inArray(products.state, PART_STATES),
        eq(products.isPack, false),
        gt(products.price, 0),
        isNull(products.deletedAt),
      ),
    )
    .orderBy(asc(products.id))
    .for('share')
  return rows.map(({ id }) => id)
}

/**
 * Locks the parts of a pack until the transaction ends, so that none stops being for sale meanwhile. The pack is locked
 * after them, as a change of a part locks its packs after it.
 */
export async function lockParts(tx: Db, packId: number): Promise<void> {
  await tx
    .select({ id: products.id })
    .from(products)
    .where(isPartOf(tx, [packId]))
    .orderBy(asc(products.id))
    .for('share')
}

/** Counts the parts of a pack. */
export const countParts = (tx: Db, packId: number): Promise<number> =>
  tx.$count(packParts, eq(packParts.packId, packId))

/** The SQL of how many parts a product has; 0 if it is no pack. */
export const partCount = sql<number>`(select count(*)::int from pack_parts k where k.pack_id = products.id)`

export async function replaceParts(tx: Db, packId: number, ids: readonly number[]): Promise<void> {
  await tx.delete(packParts).where(eq(packParts.packId, packId))
  if (ids.length > 0)
    await tx
      .insert(packParts)
      .values(ids.map((productId, position) => ({ packId, productId, position })))
}

/** Gives a pack the parts of another one. */
export async function copyParts(tx: Db, fromId: number, toId: number): Promise<void> {
  await tx.insert(packParts).select(
    tx
      .select({
        packId: sql<number>`${toId}::int`.as('pack_id'),
        productId: packParts.productId,
        position: packParts.position,
      })
      .from(packParts)
      .where(eq(packParts.packId, fromId)),
  )
}

/** A part of a pack with what its line in an order needs. `price` is that of the part by itself, in whole units. */
export interface SoldPartRow {
  packId: number
  id: number
  name: string
  price: number
  guaranteeDays: number
  editionId: number
}

/** Finds the parts of packs, in their sequence. */
export function findParts(db: Db, packIds: readonly number[]): Promise<SoldPartRow[]> {
  return db
    .select({
      packId: packParts.packId,
      id: products.id,
      name: products.name,
      price: products.price,
      guaranteeDays: products.guaranteeDays,
      editionId: sql<number>`${products.editionId}`,
    })
    .from(packParts)
    .innerJoin(products, eq(products.id, packParts.productId))
    .where(inArray(packParts.packId, [...packIds]))
    .orderBy(asc(packParts.packId), asc(packParts.position))
}

/** Builds the condition for products of an SQL query that are parts of one of these packs. */
export const isPartOf = (db: Db, packIds: readonly number[]) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(packParts)
      .where(and(eq(packParts.productId, products.id), inArray(packParts.packId, [...packIds]))),
  )
