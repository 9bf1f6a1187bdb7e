import type { ErrorCode } from '#contract/core/errors.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { isReadable } from '#web/api/is-readable.ts'

/**
 * Checks a file as soon as it is chosen for what the server would refuse after the upload.
 * @returns the error code with which the server refuses it; undefined if nothing is wrong as far as the browser can
 *   tell
 */
export async function findFileProblem(
  file: File,
  kind: 'image' | 'product',
): Promise<ErrorCode | undefined> {
  if (file.size === 0) return 'ERROR_FILE_EMPTY'
  if (!(await isReadable(file))) return 'ERROR_FILE_CHANGED'
  if (kind === 'image' && (await countPixels(file)) > LIMITS.imageMaxPixels)
    return 'ERROR_IMAGE_TOO_MANY_PIXELS'
  return undefined
}

/**
 * Returns the number of pixels of an image, or 0 if the browser cannot show it, which the server may still be able to.
 */
async function countPixels(file: File): Promise<number> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  try {
    return await new Promise<number>(resolve => {
      image.addEventListener('load', () => resolve(image.naturalWidth * image.naturalHeight))
      image.addEventListener('error', () => resolve(0))
      image.src = url
    })
  } finally {
    URL.revokeObjectURL(url)
  }
}
