import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { ReceivedFile } from '#server/http/uploads/upload.ts'
import { encodeCover } from '#server/integrations/images/encode.ts'
import { storeImage } from '#server/integrations/images/store-image.ts'
import type { Context } from '#server/context.ts'
import { detectProductFileType } from '../file-types/product-file-type.ts'
import { isStoredObjectReferenced } from './queries.ts'
import { requireMaxFileBytes } from '../file-types/require-max-bytes.ts'
import type { NewFile } from './attach-file.ts'

/** The files of a product form. */
export interface FormFiles {
  image_file?: ReceivedFile | undefined
  product_file?: ReceivedFile | undefined
}

/**
 * A new file, cover image and preview images in the storage. If the transaction that references them fails, they are
 * removed.
 */
export interface StoredObjects {
  imageKey?: string
  previewKeys?: string[]
  file?: NewFile
}

/**
 * Stores a cover image and a product file under new keys, which no database row references yet. No transaction waits
 * for it, since object storage can take many seconds. If one cannot be stored, none is left.
 * @throws ApiError ERROR_FILE_ABOVE_SCAN_LIMIT if the file has to be scanned and is too large for it
 */
export async function storeNewObjects(
  context: Context,
  sellerId: number,
  { image_file: image, product_file: file }: FormFiles,
): Promise<StoredObjects> {
  const { storage } = context
  const type = file && (await detectProductFileType(file.staged.path, file.clientName))
  if (type) requireMaxFileBytes(context.config, type.type, file.sizeBytes)
  const stored: StoredObjects = image
    ? { imageKey: await storeImage(storage, image, encodeCover) }
    : {}
  if (!file || !type) return stored
  const storageKey = `${sellerId}/${randomUUID()}`
  try {
    await file.staged.commit(storageKey)
  } catch (error) {
    if (stored.imageKey) await storage.removeImages(stored.imageKey)
    throw error
  }
  const { clientName, sizeBytes, sha256, crc32 } = file
  const digests = { sizeBytes, sha256, crc32 }
  return { ...stored, file: { clientName, ...digests, storageKey, ...type } }
}

/**
 * Runs a transaction and, if it fails, removes the stored objects. Objects that a row references are kept, since a
 * COMMIT may have succeeded although its reply was lost.
 */
export async function removeObjectsOnFailure<T>(
  { db, storage }: Context,
  storedObjects: StoredObjects,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await runTransaction(db, work)
  } catch (error) {
    const { imageKey, previewKeys = [], file } = storedObjects
    const keys = { imageKey, previewKey: previewKeys[0], storageKey: file?.storageKey }
    if (!(await isStoredObjectReferenced(db, keys))) {
      if (file) await storage.remove(file.storageKey)
      if (imageKey) await storage.removeImages(imageKey)
      for (const key of previewKeys) await storage.removeImages(key)
    }
    throw error
  }
}
