import type { ErrorCode } from '#contract/core/errors.ts'
import { IMAGE_TYPES, LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { formatBytes } from '#web/i18n/format.ts'
import { FILE_ERROR_MS, showToast } from '#web/ui/toasts/toast.ts'
import { getFileProblemText, getRejectionText, OTHER_EXTENSIONS } from './file-types.ts'
import { findFileProblem } from './find-file-problem.ts'

/** The image extensions, as the `accept` attribute of a file picker expects them. */
const IMAGE_NAMES = IMAGE_TYPES.flatMap(type => [type, ...(OTHER_EXTENSIONS[type] ?? [])])
export const IMAGE_EXTENSIONS = IMAGE_NAMES.map(extension => `.${extension}`).join(',')

/**
 * Checks an image before its upload. If it is invalid, shows a toast with the reason.
 * @returns whether the image is valid
 */
export async function checkImage(file: File): Promise<boolean> {
  const kind = file.size === 0 ? 'too-small' : file.size > LIMITS.imageMaxBytes ? 'too-large' : null
  const extension = file.name.split('.').pop()?.toLowerCase()
  const hasKnownExtension = IMAGE_NAMES.some(name => name === extension)
  const isAccepted = kind === null && hasKnownExtension
  const problem = isAccepted ? await findFileProblem(file, 'image') : undefined
  if (isAccepted && !problem) return true
  if (problem) {
    showRefusedImageToast(file, problem)
    return false
  }
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
      : getFileProblemText(file, code)
  showToast('error', message, { autoClose: FILE_ERROR_MS })
}
