import type { Transaction } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import { lockUpload, updateUpload } from './queries.ts'

/** The checked file of an upload, which a product takes over. */
export interface TakenFile {
  /**
   * The key of the file in the storage. It is unique, so that it names the file version that was made of the upload.
   */
  storageKey: string
  /** The file name that the browser sent. It must not be trusted. */
  clientName: string
  /** The file extension in lower case, detected from the file's content. */
  type: string
  mime: string
  sizeBytes: number
  sha256: string
  /** The unsigned CRC-32 of the bytes. */
  crc32: number
  /** Whether an earlier call has taken the file, such as that of the first click of two. */
  wasTaken: boolean
}

/**
 * Takes the file of an upload for a product, in the transaction that inserts its file version. The file is in the
 * storage, and its bytes count against the quota already. The row is locked until the end of the transaction, so that
 * of two simultaneous calls the second sees what the first has done.
 * @throws ApiError ERROR_UPLOAD_NOT_FOUND if the seller has no such upload; ERROR_UPLOAD_BUSY while it is received or
 * checked; ERROR_UPLOADING_PRODUCT_FILE if the file was refused
 */
export async function takeUpload(
  tx: Transaction,
  sellerId: number,
  uploadId: string,
): Promise<TakenFile> {
  const upload = await lockUpload(tx, sellerId, uploadId)
  if (!upload) throw new ApiError('ERROR_UPLOAD_NOT_FOUND', uploadId)
  if (upload.refusal) throw new ApiError(upload.refusal, uploadId)
  if (upload.state !== 'ready') throw new ApiError('ERROR_UPLOAD_BUSY', upload.state)
  const wasTaken = upload.takenAt !== null
  if (!wasTaken) await updateUpload(tx, upload, { takenAt: new Date() })
  return {
    storageKey: upload.storageKey!,
    clientName: upload.fileName,
    type: upload.type!,
    mime: upload.mime!,
    sizeBytes: upload.sizeBytes,
    sha256: upload.sha256!,
    crc32: upload.crc32!,
    wasTaken,
  }
}
