import { extname } from 'node:path'
import { FILE_TYPES } from '#contract/core/limits.ts'
import { ApiError } from '#server/http/api-error.ts'

export interface ProductFileType {
  /** The file extension of the detected type, in lower case and without a dot. */
  type: string
  mime: string
}

const ALLOWED: readonly string[] = FILE_TYPES
/**
 * The extensions of file types that are zip archives. Some programs omit the archive entry by which these types are
 * recognized.
 */
const ZIP_BASED = new Set(['docx', 'xlsx', 'pptx', 'epub'])
const SYNONYMS: Record<string, string> = { jpeg: 'jpg', m4v: 'mp4' }
const WORD_MIME = 'application/msword'

/**
 * Detects the type of a product file from its content. The file is rejected if its extension claims another type, or if
 * the type is not allowed.
 * @throws ApiError ERROR_UPLOADING_PRODUCT_FILE if the file is rejected
 */
export async function detectProductFileType(
  path: string,
  clientName: string,
): Promise<ProductFileType> {
  const claimedType = canonical(extname(clientName).slice(1).toLowerCase())
  const { fileTypeFromFile } = await import('file-type')
  const detected = await fileTypeFromFile(path)
  if (!detected || !ALLOWED.includes(claimedType)) throw wrongTypeError(detected?.ext, claimedType)
  const contentType = canonical(detected.ext)
  if (contentType === claimedType) return { type: claimedType, mime: detected.mime }
  if (contentType === 'zip' && ZIP_BASED.has(claimedType))
    return { type: claimedType, mime: detected.mime }
  if (contentType === 'cfb' && claimedType === 'doc') return { type: claimedType, mime: WORD_MIME }
  throw wrongTypeError(detected.ext, claimedType)
}

const canonical = (extension: string): string => SYNONYMS[extension] ?? extension

function wrongTypeError(contentType: string | undefined, claimedType: string): ApiError {
  return new ApiError(
    'ERROR_UPLOADING_PRODUCT_FILE',
    `content is ${contentType ?? 'unknown'}, name says ${claimedType}`,
  )
}

/** The maximum length of a safe file name without its extension, in characters. */
const NAME_MAX = 120
/** The number of characters at the end of a client's file name that are read. Browsers send at most 255. */
const READ_MAX = 300

/**
 * Makes the file name that a client sent safe for every operating system and for HTTP headers. The result has no
 * folders and no control or reserved characters, and ends in the extension of the detected type.
 */
export function toSafeFileName(clientName: string, type: string): string {
  const base = clientName.slice(-READ_MAX).split(/[\\/]/).pop() ?? ''
  const stem = base
    .slice(0, base.length - extname(base).length)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"|?*;%]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return `${Array.from(stem).slice(0, NAME_MAX).join('') || 'archivo'}.${type}`
}
