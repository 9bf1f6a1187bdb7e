import type { Transaction } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { ReceivedFile } from '#server/http/uploads/upload.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { scanFileJob } from '../file-scans/job.ts'
import { countPagesJob } from '../pdf-pages/job.ts'
import { toSafeFileName } from '../products/safe-file-name.ts'
import { type LockedProduct, setNewestVersion } from './editions.ts'
import { findVisibleSlots, insertFileVersion, insertSlot } from './queries.ts'
import { releaseFile, releaseWaitingFiles } from './release-file.ts'

/** A file in the storage whose type was detected from its content, and whose bytes count against the quota. */
export interface NewFile extends Pick<
  ReceivedFile,
  'clientName' | 'sizeBytes' | 'sha256' | 'crc32'
> {
  storageKey: string
  type: string
  mime: string
}

/**
 * Adds a slot with its first file to a product. Without a scanner the file goes on sale at once; with one, it waits for
 * its scan.
 * @throws ApiError ERROR_TOO_MANY_FILES if the product has as many files as it can; otherwise as `renewEdition`
 */
export async function addFile(
  context: Context,
  tx: Transaction,
  product: LockedProduct,
  slot: { title: string | null; forEarlierBuyers: boolean },
  file: NewFile,
): Promise<void> {
  if ((await findVisibleSlots(tx, product.id)).length >= LIMITS.filesPerProduct)
    throw new ApiError('ERROR_TOO_MANY_FILES', `product ${product.id}`)
  const slotId = await insertSlot(tx, { productId: product.id, ...slot })
  await attachFile(context, tx, product, slotId, file)
}

/** Adds the file of a product that is being published. */
export async function addFirstFile(
  context: Context,
  tx: Transaction,
  { id: productId, sellerId }: { id: number; sellerId: number },
  file: NewFile,
): Promise<void> {
  const slotId = await insertSlot(tx, { productId, title: null, forEarlierBuyers: true })
  await attachFile(context, tx, { id: productId, sellerId, editionId: null }, slotId, file)
}

/**
 * Adds a file as the next version of a slot. Without a scanner it replaces the current version at once; with one, it
 * waits for its scan.
 * @throws ApiError as `renewEdition`
 */
export async function replaceFile(
  context: Context,
  tx: Transaction,
  product: LockedProduct,
  slot: { id: number; currentFileId: number | null },
  file: NewFile,
): Promise<void> {
  await releaseWaitingFiles(context, tx, product, slot.id)
  if (context.scanner === undefined && slot.currentFileId !== null)
    await releaseFile(context, tx, product.sellerId, slot.currentFileId)
  await attachFile(context, tx, product, slot.id, file)
}

async function attachFile(
  context: Context,
  tx: Transaction,
  product: LockedProduct,
  slotId: number,
  { clientName, type, ...file }: NewFile,
): Promise<void> {
  const { id: productId } = product
  const isScanned = context.scanner !== undefined
  const fileId = await insertFileVersion(tx, {
    ...file,
    productId,
    slotId,
    type,
    fileName: toSafeFileName(clientName, type),
    scanState: isScanned ? 'waiting' : null,
  })
  if (isScanned) await enqueue(tx, scanFileJob, { fileId })
  else await setNewestVersion(context, tx, product, { slotId, fileId })
  if (type === 'pdf') await enqueue(tx, countPagesJob, { storageKey: file.storageKey })
}
