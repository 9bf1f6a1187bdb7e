import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { type productFiles, products } from '#server/db/schema/index.ts'
import {
  insertEdition,
  insertFileVersion,
  insertSlot,
  updateSlot,
} from '#server/features/catalog/files/queries.ts'

/**
 * Inserts the only file of a product, which goes on sale. Its bytes are not stored.
 * @returns the ids of its slot, of the file and of the edition
 */
export async function insertFileOnSale(
  db: Db,
  file: Omit<typeof productFiles.$inferInsert, 'version' | 'slotId'>,
): Promise<{ slotId: number; fileId: number; editionId: number }> {
  const { productId } = file
  const slotId = await insertSlot(db, { productId, title: null, forEarlierBuyers: true })
  const fileId = await insertFileVersion(db, { ...file, slotId })
  await updateSlot(db, slotId, { currentFileId: fileId })
  const editionId = await insertEdition(db, productId, [{ id: slotId, fileId, position: 0 }])
  await db.update(products).set({ editionId }).where(eq(products.id, productId))
  return { slotId, fileId, editionId }
}
