import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { ApiError } from '#server/http/api-error.ts'
import { createStoredSource } from '#server/integrations/storage/byte-source.ts'
import type { Context } from '#server/context.ts'
import { detectProductFileType } from '../file-types/product-file-type.ts'
import { refuseUpload } from './end-upload.ts'
import { findUpload, updateUpload } from './queries.ts'

/**
 * Makes a product file of a whole file, computes its digests over the bytes as they are stored, and detects its type.
 * A repetition after a restart begins anew.
 */
export async function checkUpload(context: Context, uploadId: string): Promise<void> {
  const { db, storage, log } = context
  const upload = await findUpload(db, uploadId)
  if (upload?.state !== 'checking' || upload.storageKey === null) return
  const { storageKey, sizeBytes, fileName } = upload
  await storage.incoming.adopt(uploadId, storageKey)
  const digests = await digest(await storage.read(storageKey))
  if (digests.sizeBytes !== sizeBytes) {
    log.error({ uploadId, stored: digests.sizeBytes, sizeBytes }, 'the storage has lost bytes')
    return refuseUpload(context, upload, 'ERROR_UPLOAD_NOT_FOUND')
  }
  const content = createStoredSource(storage, storageKey, sizeBytes)
  try {
    const type = await detectProductFileType(content, fileName)
    const { sha256, crc32 } = digests
    const isChecked = await updateUpload(db, upload, { state: 'ready', sha256, crc32, ...type })
    // The upload has ended while it was checked, perhaps before its file had this key.
    if (!isChecked && !(await findUpload(db, uploadId))) await storage.remove(storageKey)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await refuseUpload(context, upload, 'ERROR_UPLOADING_PRODUCT_FILE')
  }
}

async function digest(bytes: Readable) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  let sum = 0
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    hash.update(chunk)
    sum = crc32(chunk, sum)
    sizeBytes += chunk.length
  }
  return { sizeBytes, sha256: hash.digest('hex'), crc32: sum }
}
