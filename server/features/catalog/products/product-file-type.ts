import { extname } from 'node:path'
import { FILE_TYPES } from '#contract/core/limits.ts'
import { ApiError } from '#server/http/api-error.ts'

export interface ProductFileType {
  /** Ending, lowercase, without a dot. */
  type: string
  mime: string
}

const ALLOWED: readonly string[] = FILE_TYPES
/** Office files and EPUBs are zips, and some writers leave out what tells them apart. */
const ZIP_BASED = new Set(['docx', 'xlsx', 'pptx', 'epub'])
const SAME_AS: Record<string, string> = { jpeg: 'jpg', m4v: 'mp4' }
const WORD_MIME = 'application/msword'

/**
 * What a product file is, by its content. Its name must not claim something else: an archive that calls
 * itself a book is refused, and so is everything we do not know.
 * @throws ApiError ERROR_UPLOADING_PRODUCT_FILE
 */
export async function productFileType(path: string, clientName: string): Promise<ProductFileType> {
  const named = plain(extname(clientName).slice(1).toLowerCase())
  const { fileTypeFromFile } = await import('file-type')
  const sniffed = await fileTypeFromFile(path)
  if (!sniffed || !ALLOWED.includes(named)) throw refused(sniffed?.ext, named)
  const content = plain(sniffed.ext)
  if (content === named) return { type: named, mime: sniffed.mime }
  if (content === 'zip' && ZIP_BASED.has(named)) return { type: named, mime: sniffed.mime }
  if (content === 'cfb' && named === 'doc') return { type: named, mime: WORD_MIME }
  throw refused(sniffed.ext, named)
}

const plain = (ending: string): string => SAME_AS[ending] ?? ending

function refused(content: string | undefined, named: string): ApiError {
  return new ApiError(
    'ERROR_UPLOADING_PRODUCT_FILE',
    `content is ${content ?? 'unknown'}, name says ${named}`,
  )
}

const NAME_MAX = 120

/**
 * A file name that is safe on every system and in a header: no folders, no control or reserved characters,
 * its ending the one of its content.
 */
export function safeFileName(clientName: string, type: string): string {
  const base = clientName.split(/[\\/]/).pop() ?? ''
  const stem = base
    .slice(0, base.length - extname(base).length)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"|?*;%]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return `${Array.from(stem).slice(0, NAME_MAX).join('') || 'archivo'}.${type}`
}
