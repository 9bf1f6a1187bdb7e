import type { ErrorCode } from '#contract/core/errors.ts'
import { IMAGE_TYPES, LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { formatBytes } from '#web/i18n/format.ts'
import { FILE_ERROR_MS, toast } from '#web/ui/toasts/toast.ts'
import { rejectionText } from './product-form/file-types.ts'

/** The value of a file picker's `accept` attribute. */
export const IMAGE_ENDINGS = IMAGE_TYPES.map(ending => `.${ending}`).join(',')

/** Checks an image before it is uploaded. If it is invalid, shows a toast that says why. */
export function imageFits(file: File): boolean {
  const kind = file.size === 0 ? 'too-small' : file.size > LIMITS.imageMaxBytes ? 'too-large' : null
  const ending = file.name.split('.').pop()?.toLowerCase()
  const known = IMAGE_TYPES.some(type => type === ending)
  if (kind === null && known) return true
  toast(
    'error',
    rejectionText({ file, kind: kind ?? 'invalid-type', message: '' }, LIMITS.imageMaxBytes),
    { autoClose: FILE_ERROR_MS },
  )
  return false
}

/** Shows a toast that says why the server refused an image. */
export function tellRefusedImage(file: File, code: ErrorCode): void {
  const message =
    code === 'ERROR_UPLOADING_FILES'
      ? m.drop_too_large({
          file: file.name,
          size: formatBytes(file.size),
          max: formatBytes(LIMITS.imageMaxBytes),
        })
      : m.drop_failed({ file: file.name, message: errorText(code, getLocale()) })
  toast('error', message, { autoClose: FILE_ERROR_MS })
}
