import type { Transaction } from '#server/db/client.ts'
import type { Context } from '#server/context.ts'
import { updateProductRow } from '#server/db/product-rows.ts'
import { requestSample } from '../samples/offer-sample.ts'
import { reserveQuota } from '../storage-quota.ts'
import {
  countFilesAgain,
  findSlotsOnSale,
  insertEdition,
  markFilesOnSale,
  markOtherFilesSuperseded,
  updateSlot,
} from './queries.ts'
import { releaseFile } from './release-file.ts'

/** A product whose row the transaction has locked. */
export interface LockedProduct {
  id: number
  sellerId: number
  editionId: number | null
}

/**
 * Puts the newest versions of the slots that a product sells on sale as its next edition. A product that is not on sale
 * needs a version in each of them: until then, it stays off sale. The other files are kept for those who have bought
 * them.
 * @returns the id of the edition on sale; null if there is none
 * @throws ApiError ERROR_DIRECTORY_SIZE_EXCEEDED if a file that had left the quota has no room in it
 */
export async function renewEdition(
  context: Context,
  tx: Transaction,
  product: LockedProduct,
): Promise<number | null> {
  const slots = await findSlotsOnSale(tx, product.id)
  const filled = slots.flatMap(({ id, position, currentFileId }) =>
    currentFileId === null ? [] : [{ id, position: position!, fileId: currentFileId }],
  )
  const isComplete = product.editionId !== null || filled.length === slots.length
  const editionId =
    filled.length > 0 && isComplete ? await insertEdition(tx, product.id, filled) : null
  await updateProductRow(tx, product.id, { editionId })
  const fileIds = filled.map(({ fileId }) => fileId)
  await markFilesOnSale(tx, fileIds)
  for (const bytes of await countFilesAgain(tx, fileIds))
    await reserveQuota(context, tx, product.sellerId, bytes)
  await supersedeFiles(context, tx, product, fileIds)
  return editionId
}

/** Makes a version the newest of its slot, which `renewEdition` puts on sale. */
export async function setNewestVersion(
  tx: Transaction,
  { slotId, fileId }: { slotId: number; fileId: number },
): Promise<void> {
  await updateSlot(tx, slotId, { currentFileId: fileId })
  await requestSample(tx, slotId)
}

/**
 * Marks the files of a product that are not on sale, and removes those that nobody has bought.
 * @param onSale the files that are on sale, or will be once the product is complete
 */
export async function supersedeFiles(
  context: Context,
  tx: Transaction,
  { id, sellerId }: Pick<LockedProduct, 'id' | 'sellerId'>,
  onSale: number[],
): Promise<void> {
  for (const fileId of await markOtherFilesSuperseded(tx, id, onSale))
    await releaseFile(context, tx, sellerId, fileId)
}
