import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { AVATAR_WIDTHS, COVER_WIDTHS, IMAGE_TYPES, LIMITS } from '#contract/core/limits.ts'
import type { EncoderOutput, ImageKind, ImageProblem } from './encode.ts'

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

const ACCEPTED_TYPES: readonly string[] = [...IMAGE_TYPES, 'apng']

/** The widths of each kind of image, and how an image gets one of them. */
const KINDS: Record<
  ImageKind,
  { widths: readonly number[]; resize: (image: Sharp, width: number) => Sharp }
> = {
  cover: {
    widths: COVER_WIDTHS,
    resize: (image, width) =>
      image.resize({
        width,
        height: COVER_MAX_RATIO * width,
        fit: 'inside',
        withoutEnlargement: true,
      }),
  },
  avatar: {
    widths: AVATAR_WIDTHS,
    resize: (image, width) => image.resize({ width, height: width, fit: 'cover' }),
  },
}

/** Thrown inside of the encoder to say why an image is refused. */
class Refusal extends Error {
  readonly problem: ImageProblem
  constructor(problem: ImageProblem, detail: string) {
    super(detail)
    this.problem = problem
  }
}

/**
 * Encodes an image in the widths of a kind. Its type is detected from the content, so that a renamed SVG or EXE file is
 * rejected before decoding. The server does this in a process of its own.
 */
export async function encodeImage(bytes: Buffer, kind: ImageKind): Promise<EncoderOutput> {
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !ACCEPTED_TYPES.includes(type.ext))
    return {
      problem: type?.ext === 'heic' ? 'heic' : 'type',
      detail: `content is ${type?.ext ?? 'unknown'}`,
    }
  const { widths, resize } = KINDS[kind]
  try {
    const { data, info } = await decode(bytes, image => resize(image, Math.max(...widths)))
    // The smaller images are made from the largest one.
    const { width: rawWidth, height, channels } = info
    const files: { name: string; base64: string }[] = []
    for (const width of widths) {
      const resized = resize(sharp(data, { raw: { width: rawWidth, height, channels } }), width)
      const webp = await resized.clone().webp({ quality: 80 }).toBuffer()
      const avif = await resized.clone().avif({ quality: 55, effort: 2 }).toBuffer()
      files.push({ name: `${width}.webp`, base64: webp.toString('base64') })
      files.push({ name: `${width}.avif`, base64: avif.toString('base64') })
    }
    return { files }
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.problem, detail: error.message }
    return {
      problem: lacksItsEnd(bytes) ? 'cut_off' : 'undecodable',
      detail: error instanceof Error ? error.message : 'not decodable',
    }
  }
}

/**
 * Decodes an image in its largest size: once, and again if it has errors, since programs that show images accept some.
 * @throws Refusal if it has too many pixels, or if a part is missing
 */
async function decode(bytes: Buffer, resize: (image: Sharp) => Sharp) {
  const { width, height, format, isProgressive } = await sharp(bytes, {
    limitInputPixels: false,
  }).metadata()
  if (width * height > getMaxPixels(format, isProgressive))
    throw new Refusal('too_many_pixels', `${width} × ${height}`)
  const decodeWith = (failOn: 'error' | 'none') =>
    resize(sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn }).rotate())
      .raw()
      .toBuffer({ resolveWithObject: true })
  return decodeWith('error').catch(async () => {
    const readable = await decodeWith('none')
    if (findMissingPart(readable.data, readable.info) > MISSING_PART)
      throw new Refusal('cut_off', 'a part is missing')
    return readable
  })
}

/** Returns whether a PNG has no last chunk, or a WebP fewer bytes than its header says. */
function lacksItsEnd(bytes: Buffer): boolean {
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
