import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { findSaleObstacle } from '#contract/products/sale-obstacles.ts'
import type { Db } from './client.ts'
import { editionFiles, packParts, productEditions, products, users } from './schema/index.ts'

/**
 * Stores whether a product is for sale, and gives the published packs that contain it the files that it has now. It
 * must be called after each change of what decides it, which `updateProductRow` does.
 * @param tx a transaction that has locked the row of the product; packs are locked after their parts, by their ids, as
 *   purchases lock them
 */
export async function renewListing(tx: Db, productId: number): Promise<void> {
  await storeListing(tx, [productId])
  const packs = await tx
    .select({ id: packParts.packId })
    .from(packParts)
    .where(eq(packParts.productId, productId))
    .orderBy(asc(packParts.packId))
  for (const { id } of packs) await renewPack(tx, id)
}

/** Tells whether a product is for sale. */
export async function isListed(tx: Db, productId: number): Promise<boolean> {
  return (await tx.$count(products, and(eq(products.id, productId), products.listed))) > 0
}

/** Stores which products of a seller are for sale, in the transaction that suspends, closes or reopens the account. */
export async function renewListingOfSeller(tx: Db, sellerId: number): Promise<void> {
  const rows = await tx
    .select({ id: products.id, isPack: products.isPack })
    .from(products)
    .where(and(eq(products.sellerId, sellerId), ne(products.state, 'draft')))
    .orderBy(asc(products.isPack), asc(products.id))
    .for('update')
  const { packs = [], others = [] } = Object.groupBy(rows, row => (row.isPack ? 'packs' : 'others'))
  for (const group of [others, packs])
    await storeListing(
      tx,
      group.map(({ id }) => id),
    )
}

/**
 * Gives a pack that was published the files of its parts, and stores whether it is for sale. A pack has one edition,
 * whose files change with those of its parts, since order items name the editions of the parts.
 */
export async function renewPack(tx: Db, packId: number): Promise<void> {
  const [pack] = await tx
    .select({ editionId: products.editionId })
    .from(products)
    .where(and(eq(products.id, packId), products.isPack, ne(products.state, 'draft')))
    .for('update')
  if (!pack) return
  const editionId = pack.editionId ?? (await insertPackEdition(tx, packId))
  await tx.delete(editionFiles).where(eq(editionFiles.editionId, editionId))
  await tx.execute(sql`insert into edition_files (edition_id, slot_id, file_id, position)
    select ${editionId}::int, e.slot_id, e.file_id, row_number() over (order by k.position, e.position, e.slot_id)
    from pack_parts k join products p on p.id = k.product_id join edition_files e on e.edition_id = p.edition_id
    where k.pack_id = ${packId}`)
  await tx.update(products).set({ editionId }).where(eq(products.id, packId))
  await storeListing(tx, [packId])
}

async function insertPackEdition(tx: Db, packId: number): Promise<number> {
  const [edition] = await tx
    .insert(productEditions)
    .values({ productId: packId, number: 1 })
    .returning({ id: productEditions.id })
  return edition!.id
}

/** The parts of a pack must be for sale, and two or more. */
const isPackIncomplete = sql<boolean>`(${products.isPack} and not (
  select count(*) >= 2 and coalesce(bool_and(part.listed), false) from pack_parts k
  join products part on part.id = k.product_id where k.pack_id = ${products.id}))`

/** The facts are read by a statement after that of the lock, so that it sees what the lock has waited for. */
async function storeListing(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx
    .select({
      id: products.id,
      listed: products.listed,
      state: products.state,
      isWithdrawn: sql<boolean>`(${products.deletedAt} is not null)`,
      isTakenDown: sql<boolean>`(${products.takenDownAt} is not null)`,
      isSellerClosed: sql<boolean>`(${users.suspendedAt} is not null or ${users.closedAt} is not null)`,
      hasFiles: sql<boolean>`(${products.editionId} is not null)`,
      isPackIncomplete,
    })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(inArray(products.id, [...ids]))
  for (const listed of [true, false]) {
    const changed = rows.filter(
      row => row.listed !== listed && (findSaleObstacle(row) === null) === listed,
    )
    if (changed.length > 0)
      await tx
        .update(products)
        .set({ listed })
        .where(
          inArray(
            products.id,
            changed.map(({ id }) => id),
          ),
        )
  }
}
