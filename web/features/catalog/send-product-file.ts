import type { ErrorCode } from '#contract/core/errors.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { UploadProgress } from '#web/api/upload.ts'
import { forgetUpload, sendInChunks } from '#web/features/uploads/upload-manager.ts'

/** What a form sends of a product file: the file itself, or the id of an upload that has brought it before. */
export interface SendableFile {
  ok: true
  uploadId?: string
  files: { product_file?: File }
  /** Called when a product has taken the file. */
  onTaken: () => void
}

const isSentInChunks = (file: File): boolean => file.size > LIMITS.formFileMaxBytes

/**
 * Prepares a product file for a form. One that is too large for it is sent in chunks, which goes on after a cut.
 * @param options.signal ends the upload in chunks when it aborts
 */
export async function prepareProductFile(
  file: File,
  options: { signal: AbortSignal; onProgress: (progress: UploadProgress) => void },
): Promise<SendableFile | { ok: false; code: ErrorCode }> {
  if (!isSentInChunks(file))
    return { ok: true, files: { product_file: file }, onTaken: () => undefined }
  const sent = await sendInChunks(file, options)
  if (!sent.ok) return sent
  return { ok: true, uploadId: sent.id, files: {}, onTaken: () => forgetUpload(sent.key) }
}
