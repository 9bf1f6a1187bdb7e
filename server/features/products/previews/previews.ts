import type { PreviewImage } from '#contract/products/products.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { encodeCover } from '#server/integrations/images/encode.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import { storeImage } from '#server/integrations/images/store-image.ts'
import type { ReceivedFile } from '#server/http/uploads/upload.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { removeImagesJob } from '#server/features/files/job-kinds.ts'
import type { OwnId } from '#server/http/endpoint.ts'
import {
  deleteNewPreview,
  findEditedPreviews,
  insertPreview,
  isUsedAsPreview,
  setEditedPosition,
} from './queries.ts'
import { lockOwnProduct, updateWorkingCopy } from '#server/db/product-rows.ts'
import { serializePreview } from './serialize.ts'

/**
 * Changes the previews of a product's working copy while its row is locked, and returns them after the change. Buyers
 * see them once they are published.
 */
function changePreviews(
  context: Context,
  { sellerId, id: productId }: OwnId,
  work: (tx: Transaction) => Promise<void>,
): Promise<PreviewImage[]> {
  return runTransaction(context.db, async tx => {
    if (!(await lockOwnProduct(tx, sellerId, productId)))
      throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${productId}`)
    await work(tx)
    await updateWorkingCopy(tx, productId, {})
    return (await findEditedPreviews(tx, productId)).map(preview =>
      serializePreview(context.config, preview),
    )
  })
}

/**
 * Adds a preview image to a product.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product; ERROR_UPLOADING_PRODUCT_IMAGE if the
 * upload is not a valid image; ERROR_UNEXPECTED_PARAMETER with 409 if the product has as many previews as it can
 */
export async function addPreview(
  context: Context,
  product: OwnId,
  image: ReceivedFile | undefined,
): Promise<PreviewImage[]> {
  if (!image) throw new ApiError('ERROR_UPLOADING_PRODUCT_IMAGE', 'no image')
  // To encode an image takes over a second, which one that is refused afterwards would waste.
  await requireRoomForPreview(context.db, product)
  const imageKey = await storeImage(context.storage, image, encodeCover)
  try {
    return await changePreviews(context, product, async tx => {
      await requireRoomForPreview(tx, product)
      await insertPreview(tx, product.id, imageKey)
    })
  } catch (error) {
    // The transaction may have been committed although the reply to COMMIT was lost, so the image is removed only if no
    // preview uses it.
    if (!(await isUsedAsPreview(context.db, imageKey))) await context.storage.removeImages(imageKey)
    throw error
  }
}

async function requireRoomForPreview(db: Db, { id: productId }: OwnId): Promise<void> {
  if ((await findEditedPreviews(db, productId)).length >= LIMITS.previewsPerProduct)
    throw new ApiError('ERROR_UNEXPECTED_PARAMETER', `product ${productId}: previews`, {
      status: 409,
    })
}

/**
 * Reorders the previews of a product.
 * @param order the ids of all previews of the product, each once
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product; INVALID_DATA if `order` is not a
 * permutation of the ids
 */
export function reorderPreviews(
  context: Context,
  product: OwnId,
  order: number[],
): Promise<PreviewImage[]> {
  return changePreviews(context, product, async tx => {
    const previews = await findEditedPreviews(tx, product.id)
    const orderedIds = new Set(order)
    if (orderedIds.size !== order.length || previews.length !== order.length)
      throw new ApiError('INVALID_DATA', 'order')
    if (!previews.every(({ id }) => orderedIds.has(id))) throw new ApiError('INVALID_DATA', 'order')
    for (const [index, id] of order.entries()) await setEditedPosition(tx, id, index + 1)
  })
}

/**
 * Removes a preview from a product's working copy. One that buyers see is deleted when that is published.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product or the product has no such preview
 */
export function deletePreview(
  context: Context,
  product: OwnId,
  previewId: number,
): Promise<PreviewImage[]> {
  return changePreviews(context, product, async tx => {
    const previews = await findEditedPreviews(tx, product.id)
    if (!previews.some(({ id }) => id === previewId))
      throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `preview ${previewId}`)
    const imageKey = await deleteNewPreview(tx, previewId)
    if (imageKey === undefined) await setEditedPosition(tx, previewId, null)
    else await enqueue(tx, removeImagesJob, { imageKey })
  })
}
