import type { Sharp } from 'sharp'
import { COVER_WIDTHS, IMAGE_TYPES, AVATAR_WIDTHS } from '#contract/core/limits.ts'

/**
 * The maximum number of pixels of an uploaded image. Most camera images have at most 24 million; decoded, they take
 * 96 MB.
 */
const MAX_PIXELS = 24_000_000

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

const ACCEPTED_TYPES: readonly string[] = IMAGE_TYPES

/** An encoded image in one width and one format. `name` is the file name after the image key. */
export interface EncodedImage {
  name: string
  bytes: Buffer
}

/** Thrown if the upload is not of an accepted image type, or if it cannot be decoded. */
export class InvalidImageError extends Error {
  constructor(detail: string, cause?: unknown) {
    super(detail, { cause })
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
    throw new InvalidImageError(`content is ${detectedType?.ext ?? 'unknown'}`)
  const sharp = await loadSharp()
  try {
    const uprightImage = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).rotate()
    // The upload is decoded once. The smaller images are made from its largest version.
    const { data, info } = await resize(uprightImage, Math.max(...widths))
      .timeout({ seconds: ENCODE_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true })
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
    throw new InvalidImageError('not decodable', error)
  }
}
