import { UNFINISHED_UPLOADS } from '#contract/files/uploads.ts'
import { lockOpenUser } from '#server/db/lock-user.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { getClaimedType } from '../file-types/product-file-type.ts'
import { requireMaxFileBytes } from '../file-types/require-max-bytes.ts'
import { reserveQuota } from '../storage-quota.ts'
import { type UploadRow, countReceiving, insertUpload } from './queries.ts'

/**
 * Reserves the bytes of a file in the seller's quota and inserts its upload.
 * @throws ApiError ERROR_FILE_EMPTY; ERROR_UPLOADING_PRODUCT_FILE if products have no files with this extension;
 * ERROR_FILE_ABOVE_SCAN_LIMIT if one of this type has to be scanned and is too large for it;
 * ERROR_DIRECTORY_SIZE_EXCEEDED if the quota has not enough room; ERROR_TOO_MANY_UPLOADS if the seller has as many
 * unfinished uploads as allowed; ERROR_USER_NOT_AUTHORIZED if the account is closed or suspended meanwhile
 */
export async function startUpload(
  context: Context,
  upload: Pick<UploadRow, 'id' | 'sellerId' | 'fileName' | 'fingerprint' | 'sizeBytes'>,
): Promise<void> {
  const { sellerId, fileName, sizeBytes } = upload
  if (sizeBytes === 0) throw new ApiError('ERROR_FILE_EMPTY')
  requireMaxFileBytes(context.config, getClaimedType(fileName), sizeBytes)
  await runTransaction(context.db, async tx => {
    if (!(await lockOpenUser(tx, sellerId, 'share')))
      throw new ApiError('ERROR_USER_NOT_AUTHORIZED', `seller ${sellerId}`)
    // The reservation locks the seller's row of the quota, so that simultaneous starts are counted one after the other.
    await reserveQuota(context, tx, sellerId, sizeBytes)
    if ((await countReceiving(tx, sellerId)) >= UNFINISHED_UPLOADS)
      throw new ApiError('ERROR_TOO_MANY_UPLOADS', `seller ${sellerId}`)
    await insertUpload(tx, upload)
  })
}
