import { extname } from 'node:path'
import { FILE_TYPES } from '#contract/core/limits.ts'
import { ApiError } from '#server/http/api-error.ts'

export interface ProductFileType {
  /** The file extension in lower case, without a dot. */
  type: string
  mime: string
}

const ALLOWED: readonly string[] = FILE_TYPES
/** Office files and EPUBs are zips, and some programs omit the entry by which they are recognized. */
const ZIP_BASED = new Set(['docx', 'xlsx', 'pptx', 'epub'])
const SYNONYMS: Record<string, string> = { jpeg: 'jpg', m4v: 'mp4' }
const WORD_MIME = 'application/msword'

/**
 * Determines a product file's type from its content. The file is refused if its extension claims another type or if
 * the type is not allowed.
 * @throws ApiError ERROR_UPLOADING_PRODUCT_FILE
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

const NAME_MAX = 120

/**
 * Makes a client's file name safe for every operating system and for headers: no folders, no control or reserved
 * characters, and the extension of its detected type.
 */
export function toSafeFileName(clientName: string, type: string): string {
  const base = clientName.split(/[\\/]/).pop() ?? ''
  const stem = base
    .slice(0, base.length - extname(base).length)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"|?*;%]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return `${Array.from(stem).slice(0, NAME_MAX).join('') || 'archivo'}.${type}`
}
