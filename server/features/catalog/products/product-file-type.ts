import { extname } from 'node:path'
import { FILE_TYPES } from '#contract/core/limits.ts'
import { ApiError } from '#server/http/api-error.ts'
import { hasMp3Frames, hasPdfHeader, hasWaveHeader, hasZipEnd } from './file-content.ts'

export interface ProductFileType {
  /** The file extension of the detected type, in lower case and without a dot. */
  type: string
  mime: string
}

const ALLOWED: readonly string[] = FILE_TYPES

/** Extensions that are names of another type: programs read them as that type. */
const SYNONYMS: Record<string, string> = {
  jpeg: 'jpg',
  jpe: 'jpg',
  jfif: 'jpg',
  pjpeg: 'jpg',
  pjp: 'jpg',
  apng: 'png',
  m4v: 'mp4',
}

/** Types of content that have the name of one of our types, since programs open them by that name. */
const SAME_CONTENT: Record<string, readonly string[]> = {
  // Illustrator saves PDF files that it can edit.
  pdf: ['ai'],
  // Word opens all of these, and writes some of them, under the name of its old format.
  doc: ['cfb', 'rtf', 'docx'],
  // An Office document with a password is encrypted as a whole, and wrapped in the old format.
  docx: ['cfb'],
  xlsx: ['cfb'],
  pptx: ['cfb'],
  // Cameras and phones write their own brands into the same container.
  mp4: ['mov', 'm4a', 'm4b', 'm4p', 'f4v', 'f4a', '3gp', '3g2'],
}

/** The types that are zip archives. Programs that write them put the entries in any sequence, and omit some. */
const ZIP_BASED = new Set(['docx', 'xlsx', 'pptx', 'epub'])
/** The zip archives of other programs, which those of our types do not open. */
const OTHER_ZIP_BASED = new Set([
  ...ZIP_BASED,
  'docm',
  'dotx',
  'dotm',
  'xlsm',
  'xltx',
  'xltm',
  'pptm',
  'potx',
  'potm',
  'ppsx',
  'ppsm',
  'odt',
  'ods',
  'odp',
  'odg',
  'ott',
  'ots',
  'otp',
  'otg',
  'vsdx',
  'apk',
])

/** The MIME types of content that is not detected by its own type. */
const MIMES: Record<string, string> = {
  pdf: 'application/pdf',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  wav: 'audio/wav',
  zip: 'application/zip',
  doc: 'application/msword',
}

/**
 * Detects the type of a product file from its content, as tolerantly as the programs that open such files. The file is
 * rejected if its extension claims another type, or if the type is not allowed.
 * @throws ApiError ERROR_UPLOADING_PRODUCT_FILE if the file is rejected
 */
export async function detectProductFileType(
  path: string,
  clientName: string,
): Promise<ProductFileType> {
  const claimedType = canonical(extname(clientName).slice(1).toLowerCase())
  const { fileTypeFromFile } = await import('file-type')
  const detected = await fileTypeFromFile(path)
  const contentType = detected && canonical(detected.ext)
  if (!ALLOWED.includes(claimedType) || !(await isOfType(path, claimedType, contentType)))
    throw wrongTypeError(contentType, claimedType)
  const isDetected = contentType === claimedType
  return {
    type: claimedType,
    mime: (isDetected ? detected?.mime : MIMES[claimedType]) ?? detected?.mime ?? MIMES.zip!,
  }
}

/**
 * Returns whether a program that opens files of a type opens this one.
 * @param contentType the type that was detected; undefined if none was
 */
async function isOfType(
  path: string,
  type: string,
  contentType: string | undefined,
): Promise<boolean> {
  if (contentType === type || (contentType && SAME_CONTENT[type]?.includes(contentType)))
    return true
  if (type === 'zip') return hasZipEnd(path)
  if (ZIP_BASED.has(type))
    return !(contentType && OTHER_ZIP_BASED.has(contentType)) && hasZipEnd(path)
  if (type === 'mp3') return contentType === undefined && hasMp3Frames(path)
  if (type === 'wav') return contentType === undefined && hasWaveHeader(path)
  return type === 'pdf' && contentType === undefined && hasPdfHeader(path)
}

const canonical = (extension: string): string => SYNONYMS[extension] ?? extension

function wrongTypeError(contentType: string | undefined, claimedType: string): ApiError {
  return new ApiError(
    'ERROR_UPLOADING_PRODUCT_FILE',
    `content is ${contentType ?? 'unknown'}, name says ${claimedType}`,
  )
}
