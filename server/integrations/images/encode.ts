import { readFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { COVER_WIDTHS, IMAGE_TYPES, AVATAR_WIDTHS, LIMITS } from '#contract/core/limits.ts'

/**
 * The maximum number of pixels of an image that is read row by row or made smaller while it is read. A progressive JPEG
 * of that size takes 370 MB.
 */
const MAX_PIXELS = LIMITS.imageMaxPixels
/** The maximum of images that are decoded as a whole, as GIF and interlaced PNG are; they take 4 to 8 bytes a pixel. */
const MAX_PIXELS_DECODED_WHOLE = 24_000_000
/** The maximum of AVIF, which takes 20 bytes a pixel. */
const MAX_PIXELS_OF_AVIF = 12_000_000
/**
 * The largest share of a cut off image that can be missing at one of its edges. Programs that show images fill it with
 * one color.
 */
const MISSING_PART = 0.1
/** The difference by which two values of a channel of one color can differ after scaling. */
const SAME_COLOR = 2

/**
 * The maximum height of a cover as a multiple of its width. Covers are shown in 4:5; a taller one is scaled down, since
 * encoding takes the longer the more pixels there are.
 */
const COVER_MAX_RATIO = 2
/** The time in seconds after which encoding one size in one format is given up. */
const ENCODE_SECONDS = 20

/** Loads sharp when the first image is encoded, since it takes about 20 MB of memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // sharp's cache is turned off: each image is encoded only once, so the cache would only use memory.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

const ACCEPTED_TYPES: readonly string[] = [...IMAGE_TYPES, 'apng']

/** An encoded image in one width and one format. `name` is the file name after the image key. */
export interface EncodedImage {
  name: string
  bytes: Buffer
}

/** Why an image is refused. `heic` is the type of the photos of iPhones, which needs a licence to be read. */
export type ImageProblem = 'type' | 'heic' | 'too_many_pixels' | 'cut_off' | 'undecodable'

/** Thrown if the upload is not of an accepted image type, or if it cannot be decoded. */
export class InvalidImageError extends Error {
  readonly problem: ImageProblem
  constructor(problem: ImageProblem, detail: string, cause?: unknown) {
    super(detail, { cause })
    this.problem = problem
    this.name = 'InvalidImageError'
  }
}

/**
 * Encodes an uploaded cover as WebP and AVIF in three widths. The images are rotated upright and have no metadata. One that
 * is more than twice as high as wide becomes narrower than these widths.
 * @throws InvalidImageError if the upload is not a valid image
 */
export function encodeCover(path: string): Promise<EncodedImage[]> {
  return encode(path, COVER_WIDTHS, (image, width) =>
    image.resize({
      width,
      height: COVER_MAX_RATIO * width,
      fit: 'inside',
      withoutEnlargement: true,
    }),
  )
}

/**
 * Encodes an uploaded profile picture as WebP and AVIF, cropped to the square in its center.
 * @throws InvalidImageError if the upload is not a valid image
 */
export function encodeAvatar(path: string): Promise<EncodedImage[]> {
  return encode(path, AVATAR_WIDTHS, (image, width) =>
    image.resize({ width, height: width, fit: 'cover' }),
  )
}

/**
 * Encodes an image in several widths. Its type is detected from the content, so that a renamed SVG or EXE file is
 * rejected before decoding.
 */
async function encode(
  path: string,
  widths: readonly number[],
  resize: (image: Sharp, width: number) => Sharp,
): Promise<EncodedImage[]> {
  const { fileTypeFromFile } = await import('file-type')
  const detectedType = await fileTypeFromFile(path)
  if (!detectedType || !ACCEPTED_TYPES.includes(detectedType.ext))
    throw new InvalidImageError(
      detectedType?.ext === 'heic' ? 'heic' : 'type',
      `content is ${detectedType?.ext ?? 'unknown'}`,
    )
  const sharp = await loadSharp()
  try {
    const {
      width,
      height: inputHeight,
      format,
      isProgressive,
    } = await sharp(path, {
      limitInputPixels: false,
    }).metadata()
    const maxPixels = getMaxPixels(format, isProgressive)
    if (width * inputHeight > maxPixels)
      throw new InvalidImageError('too_many_pixels', `${width} × ${inputHeight}`)
    const decode = (failOn: 'error' | 'none') =>
      resize(sharp(path, { limitInputPixels: MAX_PIXELS, failOn }).rotate(), Math.max(...widths))
        .timeout({ seconds: ENCODE_SECONDS })
        .raw()
        .toBuffer({ resolveWithObject: true })
    // The upload is decoded once, and again if it has errors. The smaller images are made from its largest version.
    const { data, info } = await decode('error').catch(async (error: unknown) => {
      const readable = await decode('none')
      if (findMissingPart(readable.data, readable.info) > MISSING_PART)
        throw new InvalidImageError('cut_off', 'a part is missing', error)
      return readable
    })
    const { width: rawWidth, height, channels } = info
    const files: EncodedImage[] = []
    for (const width of widths) {
      const largest = sharp(data, { raw: { width: rawWidth, height, channels } })
      const resized = resize(largest, width).timeout({ seconds: ENCODE_SECONDS })
      files.push({
        name: `${width}.webp`,
        bytes: await resized.clone().webp({ quality: 80 }).toBuffer(),
      })
      files.push({
        name: `${width}.avif`,
        bytes: await resized.clone().avif({ quality: 55, effort: 2 }).toBuffer(),
      })
    }
    return files
  } catch (error) {
    if (error instanceof InvalidImageError) throw error
    const problem = (await lacksItsEnd(path)) ? 'cut_off' : 'undecodable'
    throw new InvalidImageError(problem, 'not decodable', error)
  }
}

/** Returns whether a PNG has no last chunk, or a WebP fewer bytes than its header says. */
async function lacksItsEnd(path: string): Promise<boolean> {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 4).equals(Buffer.from('RIFF')))
    return bytes.length < 12 || bytes.readUInt32LE(4) + 8 > bytes.length
  return bytes.subarray(1, 4).equals(Buffer.from('PNG')) && !bytes.includes('IEND')
}

function getMaxPixels(format: string | undefined, isProgressive: boolean | undefined): number {
  if (format === 'jpeg' || format === 'webp' || (format === 'png' && !isProgressive))
    return MAX_PIXELS
  return format === 'heif' ? MAX_PIXELS_OF_AVIF : MAX_PIXELS_DECODED_WHOLE
}

interface RawSize {
  width: number
  height: number
  channels: number
}

/** Returns the largest share of a raw image that is of one color from an edge on; the upload can be rotated. */
function findMissingPart(data: Buffer, { width, height, channels }: RawSize): number {
  const isSameColor = (x: number, y: number, toX: number, toY: number) => {
    for (let channel = 0; channel < channels; channel += 1) {
      const value = data[(y * width + x) * channels + channel]!
      const other = data[(toY * width + toX) * channels + channel]!
      if (Math.abs(value - other) > SAME_COLOR) return false
    }
    return true
  }
  const isRowOf = (y: number, ofY: number) =>
    Array.from({ length: width }).every((_, x) => isSameColor(x, y, 0, ofY))
  const isColumnOf = (x: number, ofX: number) =>
    Array.from({ length: height }).every((_, y) => isSameColor(x, y, ofX, 0))
  const countLines = (length: number, isLine: (line: number) => boolean) => {
    let count = 0
    while (count < length && isLine(count)) count += 1
    return count / length
  }
  return Math.max(
    countLines(height, y => isRowOf(y, 0)),
    countLines(height, y => isRowOf(height - 1 - y, height - 1)),
    countLines(width, x => isColumnOf(x, 0)),
    countLines(width, x => isColumnOf(width - 1 - x, width - 1)),
  )
}
