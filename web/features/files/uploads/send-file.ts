import { DetailedError, Upload } from 'tus-js-client'
import { type ErrorCode, isErrorCode } from '#contract/core/errors.ts'
import { UPLOAD_CHUNK_BYTES } from '#contract/files/uploads.ts'

/** This module loads the library of the protocol tus, so it is itself loaded when a file is sent. */

const ENDPOINT = '/api/uploads'

export type SendResult =
  | { state: 'sent' | 'aborted' }
  | { state: 'failed'; status: number; code: ErrorCode }

/**
 * Sends a file from where the server has it to its end. It tries nothing again.
 * @param id the id of the upload; undefined to start one
 * @param onId is called with the id of a new upload
 * @param signal pauses the upload
 */
export function sendFile({
  file,
  fingerprint,
  id,
  onId,
  onProgress,
  signal,
}: {
  file: File
  fingerprint: string
  id: string | undefined
  onId: (id: string) => void
  onProgress: (sentBytes: number) => void
  signal: AbortSignal
}): Promise<SendResult> {
  return new Promise(resolve => {
    if (signal.aborted) {
      resolve({ state: 'aborted' })
      return
    }
    const upload = new Upload(file, {
      // Without the endpoint, an upload that is gone does not start again from the first byte.
      ...(id === undefined ? { endpoint: ENDPOINT } : { uploadUrl: `${ENDPOINT}/${id}` }),
      chunkSize: UPLOAD_CHUNK_BYTES,
      retryDelays: null,
      storeFingerprintForResuming: false,
      metadata: { filename: file.name, fingerprint },
      onUploadUrlAvailable: () => onId(upload.url!.split('/').at(-1)!),
      onProgress,
      onSuccess: () => resolve({ state: 'sent' }),
      onError: error => resolve({ state: 'failed', ...readFailure(error) }),
    })
    signal.addEventListener('abort', () => {
      void upload.abort()
      resolve({ state: 'aborted' })
    })
    upload.start()
  })
}

/** Ends an upload and deletes its bytes. It is tried for some seconds. */
export const removeUpload = (id: string): Promise<void> =>
  Upload.terminate(`${ENDPOINT}/${id}`, { retryDelays: [500, 1000, 2000, 4000] })

function readFailure(error: Error): { status: number; code: ErrorCode } {
  const response = error instanceof DetailedError ? error.originalResponse : null
  if (!response) return { status: 0, code: 'UNKNOWN_ERROR' }
  const status = response.getStatus()
  const code = readCode(response.getBody())
  // The answer to a request for the offset has no body.
  if (isErrorCode(code)) return { status, code }
  return { status, code: status === 404 ? 'ERROR_UPLOAD_NOT_FOUND' : 'UNKNOWN_ERROR' }
}

function readCode(body: string): unknown {
  try {
    return (JSON.parse(body) as { code?: unknown }).code
  } catch {
    return undefined
  }
}
