import {
  MAX_DRAFTS,
  type TypedFields,
  type WorkingCopy,
  findProblems,
} from '#contract/products/working-copy.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import { lockOpenUser } from '#server/db/lock-user.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { OwnId } from '#server/http/endpoint.ts'
import { type IdempotentRequest, requireSameBody, runOnce } from '#server/http/idempotency.ts'
import type { ReceivedFile } from '#server/http/uploads/upload.ts'
import { copyImage } from '#server/integrations/images/copy-image.ts'
import type { Context } from '#server/context.ts'
import {
  removeObjectsOnFailure,
  storeNewObjects,
} from '#server/features/files/product-files/stored-objects.ts'
import { copyParts } from '#server/features/prices/packs/queries.ts'
import { findPreviews, insertPreview } from '../previews/queries.ts'
import { typePublishedFields } from './form-columns.ts'
import {
  findOwnProductRow,
  findProductByRequestKey,
  insertProduct,
  updateProductRow,
  updateWorkingCopy,
} from '#server/db/product-rows.ts'
import { removeImages } from './discard.ts'
import { countDrafts, setPublishAt } from './queries.ts'
import { findChangedFields, getWorkingCopy, lockWorkingCopy, requireWorkingCopy } from './read.ts'

/** The name by which the operator and emails call a draft. */
const getName = ({ name }: TypedFields) =>
  typeof name === 'string' ? name.trim().slice(0, LIMITS.productName.max) : ''

/**
 * Creates a draft once per `Idempotency-Key`.
 * @throws ApiError INVALID_DATA if the key was used with another body;
 *   ERROR_TOO_MANY_DRAFTS if the seller has as many as one can have;
 *   ERROR_USER_NOT_AUTHORIZED if the account is closed or suspended meanwhile
 */
export async function createDraft(
  context: Context,
  sellerId: number,
  { fields, isPack = false }: { fields: TypedFields; isPack?: boolean | undefined },
  request?: IdempotentRequest,
): Promise<WorkingCopy> {
  const id = await runOnce(
    request,
    request => findIdByRequest(context.db, sellerId, request),
    () =>
      runTransaction(context.db, async tx => {
        await requireRoomForDraft(tx, sellerId)
        return insertDraft(tx, sellerId, { fields, isPack, request })
      }),
  )
  return getWorkingCopy(context, context.db, { sellerId, id })
}

/**
 * Finds the product that an earlier request with the same key has made.
 * @throws ApiError INVALID_DATA if that request had another body
 */
export async function findIdByRequest(
  db: Database,
  sellerId: number,
  request: IdempotentRequest,
): Promise<number | undefined> {
  const product = await findProductByRequestKey(db, sellerId, request.key)
  if (product) requireSameBody(request, product.requestDigest)
  return product?.id
}

async function requireRoomForDraft(tx: Transaction, sellerId: number): Promise<void> {
  if (!(await lockOpenUser(tx, sellerId, 'no key update')))
    throw new ApiError('ERROR_USER_NOT_AUTHORIZED', `seller ${sellerId}`)
  if ((await countDrafts(tx, sellerId)) >= MAX_DRAFTS)
    throw new ApiError('ERROR_TOO_MANY_DRAFTS', `seller ${sellerId}`)
}

/** Inserts a product that is not published. @returns its id */
export async function insertDraft(
  tx: Transaction,
  sellerId: number,
  {
    fields,
    isPack = false,
    imageKey = null,
    request,
  }: {
    fields: TypedFields
    isPack?: boolean
    imageKey?: string | null | undefined
    request?: IdempotentRequest | undefined
  },
): Promise<number> {
  const id = await insertProduct(tx, {
    sellerId,
    isPack,
    state: 'draft',
    name: getName(fields),
    description: '',
    price: 0,
    isPriceDynamic: false,
    imageKey: '',
    requestKey: request?.key,
    requestDigest: request?.digest,
  })
  await updateWorkingCopy(tx, id, { fields, imageKey })
  return id
}

/**
 * Changes the given fields of a working copy. A change after which it is incomplete, or nothing is changed any
 * more, removes the time of its publication.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product
 */
export async function saveWorkingCopy(
  context: Context,
  own: OwnId,
  fields: TypedFields,
): Promise<WorkingCopy> {
  return runTransaction(context.db, async tx => {
    const { product, copy } = await lockWorkingCopy(tx, own)
    const typed = findChangedFields(product, { ...copy?.fields, ...fields })
    await updateWorkingCopy(tx, own.id, { fields: typed })
    if (product.state === 'draft') await updateProductRow(tx, own.id, { name: getName(typed) })
    const saved = await getWorkingCopy(context, tx, own)
    const isReady = findProblems(saved).length === 0 && (saved.isDraft || saved.changes.length > 0)
    if (isReady || saved.publishAt === null) return saved
    await setPublishAt(tx, own.id, null)
    return { ...saved, publishAt: null }
  })
}

/**
 * Sets the cover of a working copy.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product; ERROR_UPLOADING_PRODUCT_IMAGE and the
 * like if the file is no valid image
 */
export async function setCover(
  context: Context,
  own: OwnId,
  image: ReceivedFile | undefined,
): Promise<WorkingCopy> {
  if (!image) throw new ApiError('ERROR_UPLOADING_PRODUCT_IMAGE', 'no image')
  await requireWorkingCopy(context.db, own)
  const stored = await storeNewObjects(context, own.sellerId, { image_file: image })
  return removeObjectsOnFailure(context, stored, async tx => {
    const { copy } = await lockWorkingCopy(tx, own)
    await removeImages(tx, [copy?.imageKey])
    await updateWorkingCopy(tx, own.id, { imageKey: stored.imageKey! })
    return getWorkingCopy(context, tx, own)
  })
}

/**
 * Saves a copy of a product as a draft, with its texts, price, cover and previews, and without its files. The copy of a
 * pack has the same parts.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has published no such product; otherwise as `createDraft`
 */
export async function duplicateProduct(
  context: Context,
  { sellerId, id: productId }: OwnId,
): Promise<WorkingCopy> {
  const product = await findOwnProductRow(context.db, sellerId, productId)
  if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${productId}`)
  const { isPack } = product
  const stored = await copyPictures(context, productId, product.imageKey)
  const id = await removeObjectsOnFailure(context, stored, async tx => {
    await requireRoomForDraft(tx, sellerId)
    const id = await insertDraft(tx, sellerId, {
      // An offer is not copied.
      fields: { ...typePublishedFields(product), offerPrice: '', offerUntil: '' },
      isPack,
      imageKey: stored.imageKey,
    })
    for (const key of stored.previewKeys) await insertPreview(tx, id, key)
    if (isPack) await copyParts(tx, productId, id)
    return id
  })
  return getWorkingCopy(context, context.db, { sellerId, id })
}

/** Copies the cover and the previews of a product. If one cannot be copied, none is left. */
async function copyPictures({ db, storage }: Context, productId: number, coverKey: string) {
  const previews = await findPreviews(db, productId)
  const keys = [coverKey, ...previews.map(({ imageKey }) => imageKey)]
  const copies = await Promise.allSettled(keys.map(key => copyImage(storage, key)))
  const failure = copies.find(copy => copy.status === 'rejected')
  const [imageKey, ...previewKeys] = copies.map(copy =>
    copy.status === 'fulfilled' ? copy.value : undefined,
  )
  const stored = {
    ...(imageKey !== undefined && { imageKey }),
    previewKeys: previewKeys.filter(key => key !== undefined),
  }
  if (!failure) return stored
  for (const key of [imageKey, ...previewKeys]) if (key) await storage.removeImages(key)
  throw failure.reason
}
