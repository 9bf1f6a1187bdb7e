import type { ApiResult, Endpoint, CallInput } from '#contract/core/endpoint.ts'
import { isReadable } from './is-readable.ts'
import { buildRequest, parseResponse } from './client.ts'
import { revalidateSession } from './session.ts'

/** The progress of an upload. */
export interface UploadProgress {
  sentBytes: number
  totalBytes: number
  /** The mean speed since the start of the upload. */
  bytesPerSecond: number
}

/**
 * Calls an endpoint with a multipart body and reports the progress, which `fetch` cannot do. The call is never retried.
 * Aborting the signal cancels the upload; the server then stores nothing, unless the last byte was already sent.
 */
export async function uploadForm<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  onProgress: (progress: UploadProgress) => void,
): Promise<ApiResult<E>> {
  const { url, headers, body } = buildRequest(endpoint, input)
  const files: unknown[] = Object.values(input.files ?? {})
  for (const file of files)
    if (file instanceof File && !(await isReadable(file)))
      return { ok: false, status: 0, code: 'ERROR_FILE_CHANGED' }
  const request = new XMLHttpRequest()
  const startedAt = performance.now()
  return new Promise<ApiResult<E>>(resolve => {
    const fail = () => resolve({ ok: false, status: 0, code: 'UNKNOWN_ERROR' })
    if (input.signal?.aborted) return fail()
    request.open(endpoint.method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      const seconds = Math.max((performance.now() - startedAt) / 1000, 0.001)
      onProgress({ sentBytes: loaded, totalBytes: total, bytesPerSecond: loaded / seconds })
    })
    request.addEventListener('load', () => {
      const { status, responseText } = request
      if (status === 401) void revalidateSession()
      resolve(
        parseResponse(endpoint, {
          status,
          text: responseText,
          retryAfter: request.getResponseHeader('retry-after'),
        }) as ApiResult<E>,
      )
    })
    request.addEventListener('error', fail)
    request.addEventListener('abort', fail)
    input.signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}
