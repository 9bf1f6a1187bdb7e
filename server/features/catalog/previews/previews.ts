import type { Preview } from '#contract/catalog/products.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { encodeCover } from '#server/integrations/images/encode.ts'
import type { Transaction } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import { storeImage } from '#server/integrations/images/store-image.ts'
import type { ReceivedFile } from '#server/http/upload.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { removeImagesJob } from '../jobs.ts'
import {
  deletePreviewRow,
  findPreviews,
  insertPreview,
  isPreviewImage,
  setPreviewPosition,
} from './queries.ts'
import type { PublishDeps } from '../products/publish.ts'
import { lockOwnProduct } from '../products/publish-queries.ts'
import { serializePreview } from '../service.ts'

/** Whose product. */
interface Own {
  sellerId: number
  productId: number
}

/** Changes the previews of one product, one change after another, and answers with what hangs then. */
function change(
  { db }: PublishDeps,
  { sellerId, productId }: Own,
  work: (tx: Transaction) => Promise<void>,
): Promise<Preview[]> {
  return db.transaction(async tx => {
    if (!(await lockOwnProduct(tx, sellerId, productId)))
      throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${productId}`)
    await work(tx)
    return (await findPreviews(tx, productId)).map(serializePreview)
  })
}

/**
 * Hangs one more picture beside the cover.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND; ERROR_UPLOADING_PRODUCT_IMAGE; ERROR_UNEXPECTED_PARAMETER (409) past
 *   five
 */
export async function addPreview(
  deps: PublishDeps,
  own: Own,
  picture: ReceivedFile | undefined,
): Promise<Preview[]> {
  if (!picture) throw new ApiError('ERROR_UPLOADING_PRODUCT_IMAGE', 'no picture')
  const imageKey = await storeImage(deps.storage, picture, encodeCover)
  try {
    return await change(deps, own, async tx => {
      const hanging = await findPreviews(tx, own.productId)
      if (hanging.length >= LIMITS.previewsPerProduct)
        throw new ApiError('ERROR_UNEXPECTED_PARAMETER', 'five previews', { status: 409 })
      await insertPreview(tx, own.productId, imageKey)
    })
  } catch (error) {
    // A COMMIT may succeed and still seem to fail.
    if (!(await isPreviewImage(deps.db, imageKey))) await deps.storage.removeImages(imageKey)
    throw error
  }
}

/** @throws ApiError ERROR_PRODUCT_NOT_FOUND; INVALID_DATA unless `order` names each preview once */
export function orderPreviews(deps: PublishDeps, own: Own, order: number[]): Promise<Preview[]> {
  return change(deps, own, async tx => {
    const hanging = await findPreviews(tx, own.productId)
    const named = new Set(order)
    if (named.size !== order.length || hanging.length !== order.length)
      throw new ApiError('INVALID_DATA', 'order')
    if (!hanging.every(({ id }) => named.has(id))) throw new ApiError('INVALID_DATA', 'order')
    for (const [index, id] of order.entries()) await setPreviewPosition(tx, id, index + 1)
  })
}

/** @throws ApiError ERROR_PRODUCT_NOT_FOUND, also where the product has no such preview */
export function deletePreview(deps: PublishDeps, own: Own, previewId: number): Promise<Preview[]> {
  return change(deps, own, async tx => {
    const imageKey = await deletePreviewRow(tx, own.productId, previewId)
    if (imageKey === undefined)
      throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `preview ${previewId}`)
    await enqueue(tx, removeImagesJob, { imageKey })
  })
}
