import { extname } from 'node:path'
import { FILE_TYPES } from '#contract/core/limits.ts'
import { ApiError } from '#server/http/api-error.ts'
import { type ByteSource, withFileSource } from '#server/integrations/storage/byte-source.ts'
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
 * @param content the path of a file on this machine, or its bytes
 * @throws ApiError ERROR_UPLOADING_PRODUCT_FILE if the file is rejected
 */
export async function detectProductFileType(
  content: string | ByteSource,
  clientName: string,
): Promise<ProductFileType> {
  return typeof content === 'string'
    ? withFileSource(content, source => detectType(source, clientName))
    : detectType(content, clientName)
}

async function detectType(source: ByteSource, clientName: string): Promise<ProductFileType> {
  const claimedType = getClaimedType(clientName)
  const detected = await detectContent(source)
  const contentType = canonical(detected?.ext)
  if (!(await isOfType(source, claimedType, contentType)))
    throw wrongTypeError(contentType, claimedType)
  const isDetected = contentType === claimedType
  return {
    type: claimedType,
    mime: (isDetected ? detected?.mime : MIMES[claimedType]) ?? detected?.mime ?? MIMES.zip!,
  }
}

/**
 * Returns the type that the extension of a file name claims.
 * @throws ApiError ERROR_UPLOADING_PRODUCT_FILE if products have no files of this type
 */
export function getClaimedType(clientName: string): string {
  const type = canonical(extname(clientName).slice(1).toLowerCase())
  if (!ALLOWED.includes(type)) throw wrongTypeError(undefined, type)
  return type
}

/**
 * Refuses a file whose first bytes show that it is not of the type that its extension claims, so that the rest need not
 * be sent. What it lets pass can still be of another type: zip archives are judged by their end.
 * @param start the first bytes of a file, some tens of KB unless it is shorter
 * @throws ApiError ERROR_UPLOADING_PRODUCT_FILE if the file is refused
 */
export async function refuseWrongStart(
  start: Buffer,
  sizeBytes: number,
  clientName: string,
): Promise<void> {
  const claimedType = getClaimedType(clientName)
  let isCut = false
  const source: ByteSource = {
    sizeBytes,
    read(position, length) {
      if (Math.min(position + length, sizeBytes) > start.length) isCut = true
      return Promise.resolve(start.subarray(position, position + length))
    },
  }
  const contentType = canonical((await detectContent(source))?.ext)
  const isOtherArchive = contentType !== undefined && OTHER_ZIP_BASED.has(contentType)
  const isWrong =
    claimedType === 'zip' || ZIP_BASED.has(claimedType)
      ? claimedType !== 'zip' && contentType !== claimedType && isOtherArchive
      : !(await isOfType(source, claimedType, contentType))
  if (isWrong && (contentType !== undefined || !isCut))
    throw wrongTypeError(contentType, claimedType)
}

async function detectContent(source: ByteSource) {
  const { fileTypeFromTokenizer } = await import('file-type')
  const { SourceTokenizer } = await import('./source-tokenizer.ts')
  return fileTypeFromTokenizer(new SourceTokenizer(source))
}

/**
 * Returns whether a program that opens files of a type opens this one.
 * @param contentType the type that was detected; undefined if none was
 */
async function isOfType(
  source: ByteSource,
  type: string,
  contentType: string | undefined,
): Promise<boolean> {
  if (contentType === type || (contentType && SAME_CONTENT[type]?.includes(contentType)))
    return true
  if (type === 'zip') return hasZipEnd(source)
  if (ZIP_BASED.has(type))
    return !(contentType && OTHER_ZIP_BASED.has(contentType)) && hasZipEnd(source)
  if (type === 'mp3') return contentType === undefined && hasMp3Frames(source)
  if (type === 'wav') return contentType === undefined && hasWaveHeader(source)
  return type === 'pdf' && contentType === undefined && hasPdfHeader(source)
}

function canonical(extension: string): string
function canonical(extension: string | undefined): string | undefined
function canonical(extension: string | undefined): string | undefined {
  return extension === undefined ? undefined : (SYNONYMS[extension] ?? extension)
}

function wrongTypeError(contentType: string | undefined, claimedType: string): ApiError {
  return new ApiError(
    'ERROR_UPLOADING_PRODUCT_FILE',
    `content is ${contentType ?? 'unknown'}, name says ${claimedType}`,
  )
}
