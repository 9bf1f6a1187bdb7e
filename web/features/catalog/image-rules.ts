import type { ErrorCode } from '#contract/core/errors.ts'
import { IMAGE_TYPES, LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { formatBytes } from '#web/i18n/format.ts'
import { FILE_ERROR_MS, showToast } from '#web/ui/toasts/toast.ts'
import { getRejectionText } from './product-form/file-types.ts'

/** The image extensions, as the `accept` attribute of a file picker expects them. */
export const IMAGE_EXTENSIONS = IMAGE_TYPES.map(extension => `.${extension}`).join(',')

/**
 * Checks an image before its upload. If it is invalid, shows a toast with the reason.
 * @returns whether the image is valid
 */
export function checkImage(file: File): boolean {
  const kind = file.size === 0 ? 'too-small' : file.size > LIMITS.imageMaxBytes ? 'too-large' : null
  const extension = file.name.split('.').pop()?.toLowerCase()
  const hasKnownExtension = IMAGE_TYPES.some(type => type === extension)
  if (kind === null && hasKnownExtension) return true
  showToast(
    'error',
    getRejectionText({ file, kind: kind ?? 'invalid-type', message: '' }, LIMITS.imageMaxBytes),
    { autoClose: FILE_ERROR_MS },
  )
  return false
}

/** Shows a toast that says why the server refused an image. */
export function showRefusedImageToast(file: File, code: ErrorCode): void {
  const message =
    code === 'ERROR_UPLOADING_FILES'
      ? m.drop_too_large({
          file: file.name,
          size: formatBytes(file.size),
          max: formatBytes(LIMITS.imageMaxBytes),
        })
      : m.drop_failed({ file: file.name, message: errorText(code, getLocale()) })
  showToast('error', message, { autoClose: FILE_ERROR_MS })
}
