import type { Transaction } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { ReceivedFile } from '#server/http/uploads/upload.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import type { OwnId } from '#server/http/endpoint.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { scanFileJob } from '../job-kinds.ts'
import { countPagesJob } from '../pdf-pages/job.ts'
import { toSafeFileName } from '../file-types/safe-file-name.ts'
import { requestSample } from '../samples/offer-sample.ts'
import { findEditedSlots, insertFileVersion, insertSlot } from './queries.ts'
import { releaseUnsoldFiles } from './release-file.ts'

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
 * Adds a slot with its first file to the working copy of a product, whose row the transaction has locked.
 * @returns the id of the slot
 * @throws ApiError ERROR_TOO_MANY_FILES if the product has as many files as it can
 */
export async function addFile(
  context: Context,
  tx: Transaction,
  own: OwnId,
  slot: { title: string | null; forEarlierBuyers: boolean },
  file: NewFile,
): Promise<number> {
  if ((await findEditedSlots(tx, own.id)).length >= LIMITS.filesPerProduct)
    throw new ApiError('ERROR_TOO_MANY_FILES', `product ${own.id}`)
  const slotId = await insertSlot(tx, { productId: own.id, ...slot })
  await attachFile(context, tx, own, slotId, file)
  return slotId
}

/** Makes a file the next version of a slot in the working copy of a product, instead of one that is not published. */
export async function replaceFile(
  context: Context,
  tx: Transaction,
  own: OwnId,
  slotId: number,
  file: NewFile,
): Promise<void> {
  await releaseUnsoldFiles(context, tx, own, { slotId, isPublished: false })
  await attachFile(context, tx, own, slotId, file)
}

async function attachFile(
  { scanner }: Context,
  tx: Transaction,
  { id: productId }: OwnId,
  slotId: number,
  { clientName, type, ...file }: NewFile,
): Promise<void> {
  const fileId = await insertFileVersion(tx, {
    ...file,
    productId,
    slotId,
    type,
    fileName: toSafeFileName(clientName, type),
    scanState: scanner ? 'waiting' : null,
  })
  if (scanner) await enqueue(tx, scanFileJob, { fileId })
  else await requestSample(tx, slotId)
  if (type === 'pdf') await enqueue(tx, countPagesJob, { storageKey: file.storageKey })
}
