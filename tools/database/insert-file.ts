import type { Db } from '#server/db/client.ts'
import { updateProductRow } from '#server/db/product-rows.ts'
import type { productFiles } from '#server/db/schema/index.ts'
import {
  insertEdition,
  insertFileVersion,
  insertSlot,
  updateSlot,
} from '#server/features/files/product-files/queries.ts'

/** The columns of a product file; without `crc32` its checksum is wrong, so that no archive can contain it. */
export type FileRow = Omit<typeof productFiles.$inferInsert, 'version' | 'slotId' | 'crc32'> & {
  crc32?: number
}

/**
 * Inserts the only file of a product, which goes on sale. Its bytes are not stored.
 * @returns the ids of its slot, of the file and of the edition
 */
export async function insertFileOnSale(
  db: Db,
  file: FileRow,
): Promise<{ slotId: number; fileId: number; editionId: number }> {
  const { slots, editionId } = await insertFilesOnSale(db, file.productId, [file])
  const { id: slotId, fileId } = slots[0]!
  return { slotId, fileId, editionId }
}

/** Inserts files of a product, which go on sale instead of those before. Their bytes are not stored. */
export async function insertFilesOnSale(db: Db, productId: number, files: readonly FileRow[]) {
  const slots: { id: number; fileId: number; position: number }[] = []
  for (const [position, file] of files.entries()) {
    const id = await insertSlot(db, { productId, title: null, forEarlierBuyers: true })
    const publishedAt = new Date()
    const fileId = await insertFileVersion(db, { crc32: 0, ...file, slotId: id, publishedAt })
    await updateSlot(db, id, { position, editedPosition: position, currentFileId: fileId })
    slots.push({ id, fileId, position })
  }
  const editionId = await insertEdition(db, productId, slots)
  await updateProductRow(db, productId, { editionId })
  return { slots, editionId }
}
