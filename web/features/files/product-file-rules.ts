import type { FileSizeLimits } from '#contract/files/file-sizes.ts'
import { FILE_TYPES } from '#contract/core/limits.ts'
import { FILE_ERROR_MS, showToast } from '#web/ui/toasts/toast.ts'
import {
  getFileProblemText,
  getMaxBytesByName,
  getRejectionText,
  listAcceptedFileTypes,
} from './file-types.ts'
import { findFileProblem } from './find-file-problem.ts'

/** The extensions of product files, as the `accept` attribute of a file picker expects them. */
const EXTENSIONS = Object.values(listAcceptedFileTypes(FILE_TYPES)).flat()
export const PRODUCT_FILE_EXTENSIONS = EXTENSIONS.join(',')

/**
 * Checks a product file before its upload. If it is invalid, shows a toast with the reason.
 * @param limits the installation's
 * @returns whether the file is valid
 */
export async function checkProductFile(file: File, limits: FileSizeLimits): Promise<boolean> {
  const maxBytes = getMaxBytesByName(file.name, limits)
  const kind = findRejectionKind(file, maxBytes)
  const problem = kind === undefined ? await findFileProblem(file, 'product') : undefined
  if (kind === undefined && problem === undefined) return true
  const text = problem
    ? getFileProblemText(file, problem)
    : getRejectionText({ file, kind: kind ?? 'other', message: '' }, maxBytes)
  showToast('error', text, { autoClose: FILE_ERROR_MS })
  return false
}

function findRejectionKind({ name, size }: File, maxBytes: number) {
  if (size === 0) return 'too-small'
  if (size > maxBytes) return 'too-large'
  const lowerName = name.toLowerCase()
  return EXTENSIONS.some(extension => lowerName.endsWith(extension)) ? undefined : 'invalid-type'
}
