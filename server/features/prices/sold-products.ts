import { and, asc, sql } from 'drizzle-orm'
import { type OfferKind, findListPrice } from '#contract/prices/offer-rules.ts'
import type { ProductFacts } from '#contract/prices/quote.ts'
import type { Db } from '#server/db/client.ts'
import { packParts, products } from '#server/db/schema/index.ts'
import { type SoldPartRow, findParts } from './packs/queries.ts'

/** The columns of an offer. Prices are in whole units. */
interface OfferColumns {
  listPrice: number | null
  offerKind: OfferKind | null
}

/** Returns the price without an offer as `ProductFacts` has it. */
export const findListPriceOf = ({ listPrice, offerKind }: OfferColumns): number | null =>
  findListPrice(listPrice === null || offerKind === null ? null : { listPrice, kind: offerKind })

/** The columns of a product that its price and its item in an order need. */
export const soldColumns = {
  id: products.id,
  sellerId: products.sellerId,
  name: products.name,
  isPack: products.isPack,
  price: products.price,
  listPrice: products.listPrice,
  offerKind: products.offerKind,
  offerUntil: products.offerUntil,
  isPriceDynamic: products.isPriceDynamic,
  guaranteeDays: products.guaranteeDays,
  editionId: sql<number>`${products.editionId}`,
}

/**
 * Finds products that are for sale, and the parts of those that are packs.
 * @param options with `lock` the products and the parts of packs are locked until the transaction ends, the parts
 *   before the packs, as a change of a part locks its packs after it. A change or withdrawal of a product and a
 *   suspension of its seller wait for the lock. `listed` is a column of the locked row, so that PostgreSQL checks it
 *   again after waiting
 */
export async function findSoldProducts(
  db: Db,
  ids: readonly number[],
  { lock }: { lock: boolean },
): Promise<{ products: SoldProduct[]; parts: SoldPartRow[] }> {
  const query = db
    .select(soldColumns)
    .from(products)
    .where(and(sql`${products.id} = any(${lock ? withParts(ids) : idArray(ids)})`, products.listed))
    .orderBy(asc(products.isPack), asc(products.id))
  const rows = await (lock ? query.for('share') : query)
  const found = rows.filter(({ id }) => ids.includes(id))
  const packIds = found.filter(({ isPack }) => isPack).map(({ id }) => id)
  const parts = packIds.length === 0 ? [] : await findParts(db, packIds)
  // A part that was added to a pack while the products were being locked is locked now.
  const isUnlocked = parts.some(part => rows.every(({ id }) => id !== part.id))
  if (lock && isUnlocked) return findSoldProducts(db, ids, { lock })
  return { products: found, parts }
}

export interface SoldProduct extends OfferColumns {
  id: number
  sellerId: number
  name: string
  isPack: boolean
  price: number
  offerUntil: Date | null
  isPriceDynamic: boolean
  guaranteeDays: number
  editionId: number
}

const idArray = (ids: readonly number[]) => sql`${sql.param([...ids])}::int[]`
const withParts = (ids: readonly number[]) =>
  sql`array(select unnest(${idArray(ids)}) union
    select ${packParts.productId} from ${packParts} where ${packParts.packId} = any(${idArray(ids)}))`

/** Returns what decides the prices of products, with the parts of those that are packs. */
export const toProductFacts = (
  products: readonly SoldProduct[],
  parts: readonly SoldPartRow[],
): ProductFacts[] =>
  products.map(({ id, price, isPriceDynamic, isPack, ...product }) => ({
    id,
    price,
    listPrice: findListPriceOf(product),
    isPriceDynamic,
    parts: isPack
      ? parts
          .filter(({ packId }) => packId === id)
          .map(part => ({ id: part.id, price: part.price }))
      : null,
  }))
