import type { WorkingCopy } from '#contract/products/working-copy.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { OwnId } from '#server/http/endpoint.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { removeImagesJob } from '#server/features/files/job-kinds.ts'
import { discardFiles } from '#server/features/files/product-files/publish-files.ts'
import { discardPreviews } from '../previews/queries.ts'
import { deleteWorkingCopy } from './queries.ts'
import { getWorkingCopy, lockWorkingCopy } from './read.ts'
import { updateWorkingCopy } from '#server/db/product-rows.ts'

/** What a working copy is without changes. */
export const NO_CHANGES = { fields: {}, imageKey: null, publishAt: null }

/** Removes images from the storage once the transaction is committed. */
export async function removeImages(
  tx: Transaction,
  keys: readonly (string | null | undefined)[],
): Promise<void> {
  for (const imageKey of keys) if (imageKey) await enqueue(tx, removeImagesJob, { imageKey })
}

/**
 * Takes back the changes of a product that are not published.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product, or it is a draft
 */
export async function discardChanges(context: Context, own: OwnId): Promise<WorkingCopy> {
  return runTransaction(context.db, async tx => {
    const { product, copy } = await lockWorkingCopy(tx, own)
    if (product.state === 'draft') throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `draft ${own.id}`)
    await removeImages(tx, [copy?.imageKey, ...(await discardPreviews(tx, own.id))])
    await discardFiles(context, tx, own)
    await updateWorkingCopy(tx, own.id, NO_CHANGES)
    return getWorkingCopy(context, tx, own)
  })
}

/** Deletes what was not published of a product. All of a draft is deleted but for its files. */
export async function dropWorkingCopy(tx: Transaction, id: number): Promise<void> {
  await removeImages(tx, [await deleteWorkingCopy(tx, id), ...(await discardPreviews(tx, id))])
}
