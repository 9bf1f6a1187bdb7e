import { randomUUID } from 'node:crypto'
import type { MyProduct, Product, ProductChanges, ProductForm } from '#contract/catalog/products.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { Locale } from '#messages/runtime'
import { encodeCover } from '#server/integrations/images/encode.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import { storeImage } from '#server/integrations/images/store-image.ts'
import type { ReceivedFile } from '#server/http/upload.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { removeImagesJob, removeFileJob } from '../jobs.ts'
import { type PublishRequest, publishOnce, publishRequest } from './idempotency.ts'
import { productFileType, safeFileName } from './product-file-type.ts'
import {
  findLiveIds,
  findCategoryAndParent,
  markFileReleased,
  lockSellerForShare,
  insertFileVersion,
  insertProduct,
  isReferenced,
  lockOwnProduct,
  updateOwnProduct,
  updateProductRow,
} from './publish-queries.ts'
import { getOwnProductCategory, getOwnProduct } from '../service.ts'
import { type StorageQuotaDeps, reserveQuota } from '../quota/storage-quota.ts'

export interface PublishDeps extends StorageQuotaDeps {
  db: Database
  storage: Storage
  currency: Product['currency']
  productFileMaxBytes: number
}

/** How large each file of the two forms may be, in bytes. */
export const uploadLimits = ({ productFileMaxBytes }: PublishDeps) => ({
  image_file: LIMITS.imageMaxBytes,
  product_file: productFileMaxBytes,
})

interface Files {
  image_file?: ReceivedFile | undefined
  product_file?: ReceivedFile | undefined
}

/** A product file with what its content says it is, ready to be stored. */
interface CheckedFile extends ReceivedFile {
  type: string
  mime: string
}

/**
 * Publishes a product, once for an `idempotencyKey`. The quota decides first; bytes are in storage before the rows that name them are
 * committed, and are taken out again where those rows do not come to be.
 * @throws ApiError INVALID_DATA for an `idempotencyKey` that came with something else before; ERROR_MISSING_PRODUCT_DATA; ERROR_UPLOADING_PRODUCT_IMAGE; ERROR_UPLOADING_PRODUCT_FILE;
 *   ERROR_CATEGORY_NOT_FOUND; ERROR_SUBCATEGORY_NOT_FOUND; ERROR_DIRECTORY_SIZE_EXCEEDED;
 *   ERROR_USER_NOT_AUTHORIZED for an account that was closed or suspended meanwhile
 */
export async function publishProduct(
  deps: PublishDeps,
  sellerId: number,
  form: ProductForm,
  files: Files,
  { locale, idempotencyKey }: { locale: Locale; idempotencyKey?: string | undefined },
): Promise<MyProduct> {
  const request =
    idempotencyKey === undefined ? undefined : publishRequest(idempotencyKey, form, files)
  const id = await publishOnce(deps.db, sellerId, request, () =>
    publish(deps, { sellerId, request }, form, files),
  )
  return getOwnProduct(deps, sellerId, id, locale)
}

async function publish(
  deps: PublishDeps,
  { sellerId, request }: { sellerId: number; request: PublishRequest | undefined },
  form: ProductForm,
  files: Files,
): Promise<number> {
  const { db } = deps
  if (!files.image_file || !files.product_file)
    throw new ApiError('ERROR_MISSING_PRODUCT_DATA', 'image or file')
  await requireValidCategory(db, form)
  const file = await checkFile(files.product_file)
  const stored = await storeNewCover(deps, files.image_file)

  return removeObjectsOnFailure(deps, stored, () =>
    db.transaction(async tx => {
      // An account that is being closed or suspended at this moment hangs nothing more.
      if (!(await lockSellerForShare(tx, sellerId)))
        throw new ApiError('ERROR_USER_NOT_AUTHORIZED', `seller ${sellerId}`)
      await reserveQuota(deps, tx, sellerId, file.sizeBytes)
      const productId = await insertProduct(tx, {
        ...form,
        sellerId,
        imageKey: stored.imageKey!,
        requestKey: request?.key,
        requestDigest: request?.digest,
      })
      await attachFile(tx, stored, sellerId, productId, file)
      return productId
    }),
  )
}

/**
 * Changes a product; what is left out stays. Readers see the old cover and file or the new ones, and a
 * version that someone bought stays in storage.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND, and as `publishProduct`
 */
export async function changeProduct(
  deps: PublishDeps,
  sellerId: number,
  id: number,
  changes: ProductChanges,
  files: Files,
  locale: Locale,
): Promise<MyProduct> {
  if (changes.categoryId !== undefined || changes.subcategoryId !== undefined) {
    const place = { ...(await getOwnProductCategory(deps, sellerId, id)), ...changes }
    await requireValidCategory(deps.db, place)
  }
  if (files.image_file || files.product_file)
    await changeWithFiles(deps, { sellerId, id }, changes, files)
  else if (!(await updateOwnProduct(deps.db, sellerId, id, changes)))
    throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  return getOwnProduct(deps, sellerId, id, locale)
}

async function changeWithFiles(
  deps: PublishDeps,
  { sellerId, id }: { sellerId: number; id: number },
  changes: ProductChanges,
  files: Files,
): Promise<void> {
  const file = files.product_file && (await checkFile(files.product_file))
  const stored = await storeNewCover(deps, files.image_file)

  await removeObjectsOnFailure(deps, stored, () =>
    deps.db.transaction(async tx => {
      const current = await lockOwnProduct(tx, sellerId, id)
      if (!current) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
      if (file) {
        // The old version leaves first: replacing a file needs room for the difference only.
        await releaseFile(deps, tx, sellerId, current.fileId)
        await reserveQuota(deps, tx, sellerId, file.sizeBytes)
        await attachFile(tx, stored, sellerId, id, file)
      }
      if (stored.imageKey) await enqueue(tx, removeImagesJob, { imageKey: current.imageKey })
      await updateProductRow(tx, id, {
        ...changes,
        ...(stored.imageKey && { imageKey: stored.imageKey }),
      })
    }),
  )
}

/**
 * Withdraws a product from every list and page. Its file is freed unless someone has ordered it.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND
 */
export async function withdrawProduct(
  deps: PublishDeps,
  sellerId: number,
  id: number,
): Promise<void> {
  await deps.db.transaction(async tx => {
    const isGone = await withdraw(deps, tx, sellerId, id)
    if (!isGone) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  })
}

/** Withdraws everything a seller has, as `withdrawProduct` does one. */
export async function withdrawAll(
  deps: StorageQuotaDeps,
  tx: Transaction,
  sellerId: number,
): Promise<void> {
  for (const id of await findLiveIds(tx, sellerId)) await withdraw(deps, tx, sellerId, id)
}

async function withdraw(
  deps: StorageQuotaDeps,
  tx: Transaction,
  sellerId: number,
  id: number,
): Promise<boolean> {
  const current = await lockOwnProduct(tx, sellerId, id)
  if (!current) return false
  await updateProductRow(tx, id, { deletedAt: new Date() })
  await releaseFile(deps, tx, sellerId, current.fileId)
  return true
}

async function requireValidCategory(
  db: Database,
  { categoryId, subcategoryId }: { categoryId: number; subcategoryId: number },
): Promise<void> {
  const { categoryExists, parentId } = await findCategoryAndParent(db, categoryId, subcategoryId)
  if (!categoryExists) throw new ApiError('ERROR_CATEGORY_NOT_FOUND', `category ${categoryId}`)
  if (parentId !== categoryId)
    throw new ApiError('ERROR_SUBCATEGORY_NOT_FOUND', `in category ${categoryId}`)
}

async function checkFile(file: ReceivedFile): Promise<CheckedFile> {
  if (file.sizeBytes === 0) throw new ApiError('ERROR_UPLOADING_PRODUCT_FILE', 'empty')
  return { ...file, ...(await productFileType(file.staged.path, file.clientName)) }
}

/** Bytes that were put under new keys, to be taken out again where no row comes to name them. */
interface StoredObjects {
  imageKey?: string
  storageKey?: string
}

/** Puts covers under a new key: nothing refers to them yet. */
async function storeNewCover(
  deps: PublishDeps,
  image: ReceivedFile | undefined,
): Promise<StoredObjects> {
  return image ? { imageKey: await storeImage(deps.storage, image, encodeCover) } : {}
}

/** Names a file in a row and gives it its place, once its space is taken: the rename comes last. */
async function attachFile(
  tx: Transaction,
  stored: StoredObjects,
  sellerId: number,
  productId: number,
  { clientName, type, mime, sizeBytes, sha256, staged }: CheckedFile,
): Promise<void> {
  const storageKey = `${sellerId}/${randomUUID()}`
  const fileName = safeFileName(clientName, type)
  await insertFileVersion(tx, { productId, storageKey, fileName, type, mime, sizeBytes, sha256 })
  stored.storageKey = storageKey
  await staged.commit(storageKey)
}

/** Takes bytes out of storage again, unless rows name them after all: a COMMIT may succeed and still seem to fail. */
async function removeObjectsOnFailure<T>(
  { db, storage }: PublishDeps,
  stored: StoredObjects,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(await isReferenced(db, stored))) {
      if (stored.storageKey) await storage.remove(stored.storageKey)
      if (stored.imageKey) await storage.removeImages(stored.imageKey)
    }
    throw error
  }
}

async function releaseFile(
  deps: StorageQuotaDeps,
  tx: Transaction,
  sellerId: number,
  fileId: number | null,
): Promise<void> {
  const freed = fileId === null ? undefined : await markFileReleased(tx, fileId)
  if (!freed) return
  await reserveQuota(deps, tx, sellerId, -freed.sizeBytes)
  await enqueue(tx, removeFileJob, { storageKey: freed.storageKey })
}
