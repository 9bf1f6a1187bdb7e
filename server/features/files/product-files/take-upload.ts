import type { Transaction } from '#server/db/client.ts'
import { takeUpload } from '../uploads/take-upload.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { NewFile } from './attach-file.ts'
import { findProductOfStoredFile } from './queries.ts'

/**
 * Takes the file of an upload for a product.
 * @returns undefined if this product has taken the file before, such as by the first click of two
 * @throws ApiError ERROR_UPLOAD_NOT_FOUND if the seller has no such upload, or another product has taken it;
 * ERROR_UPLOAD_BUSY while it is received or checked; ERROR_UPLOADING_PRODUCT_FILE if the file was refused
 */
export async function takeUploadedFile(
  tx: Transaction,
  sellerId: number,
  uploadId: string,
  productId: number,
): Promise<NewFile | undefined> {
  const { wasTaken, ...file } = await takeUpload(tx, sellerId, uploadId)
  if (!wasTaken) return file
  if ((await findProductOfStoredFile(tx, file.storageKey)) === productId) return undefined
  throw new ApiError('ERROR_UPLOAD_NOT_FOUND', `taken: ${uploadId}`)
}
