import type { ErrorCode } from '#contract/core/errors.ts'
import type { UploadProgress } from '#web/api/upload.ts'
import { untilAborted } from '#web/shared/until-aborted.ts'

/** The arguments of an upload in addition to its form. */
export interface UploadOptions {
  captcha: string
  signal: AbortSignal
  onProgress: (progress: UploadProgress) => void
}

export type UploadFunction = (
  options: UploadOptions,
) => Promise<{ ok: true } | { ok: false; code: ErrorCode }>

export type UploadOutcome =
  | { state: 'done' | 'cancelled' | 'noCaptcha' }
  | { state: 'failed'; code: ErrorCode }

/**
 * Solves a captcha, then uploads. If the upload succeeds, it counts as done even if the user cancelled it too late.
 * After any other result, the abort signal tells whether it was cancelled or failed.
 * @param takeCaptcha rejects if no captcha can be solved
 */
export async function attemptUpload(
  upload: UploadFunction,
  takeCaptcha: () => Promise<string>,
  { signal, onProgress }: Pick<UploadOptions, 'signal' | 'onProgress'>,
): Promise<UploadOutcome> {
  const captcha = await Promise.race([takeCaptcha().catch(() => undefined), untilAborted(signal)])
  if (signal.aborted) return { state: 'cancelled' }
  if (captcha === undefined) return { state: 'noCaptcha' }
  const result = await upload({ captcha, signal, onProgress })
  if (result.ok) return { state: 'done' }
  return signal.aborted ? { state: 'cancelled' } : { state: 'failed', code: result.code }
}
