import type { Sharp } from 'sharp'
import { COVER_WIDTHS, IMAGE_TYPES, AVATAR_WIDTHS } from '#contract/core/limits.ts'

/** The maximum image size: larger than camera images, and small enough to reject decompression bombs. */
const MAX_PIXELS = 60_000_000

/** Loads sharp with the first image, since it takes about 20 MB of memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Each image is encoded once, so sharp's cache would only use memory.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

const ACCEPTED_TYPES: readonly string[] = IMAGE_TYPES

/** An image in one width and format. `name` is its file name, relative to the image key. */
export interface EncodedImage {
  name: string
  bytes: Buffer
}

/** Thrown if the upload is not an accepted image type or cannot be decoded. */
export class InvalidImageError extends Error {
  constructor(detail: string, cause?: unknown) {
    super(detail, { cause })
    this.name = 'InvalidImageError'
  }
}

/**
 * Encodes an uploaded cover as WebP and AVIF in three widths, rotated upright and without metadata.
 * @throws InvalidImageError
 */
export function encodeCover(path: string): Promise<EncodedImage[]> {
  return encode(path, COVER_WIDTHS, (image, width) =>
    image.resize({ width, withoutEnlargement: true }),
  )
}

/**
 * Encodes an uploaded profile picture as WebP and AVIF, cropped to a centered square.
 * @throws InvalidImageError
 */
export function encodeAvatar(path: string): Promise<EncodedImage[]> {
  return encode(path, AVATAR_WIDTHS, (image, width) =>
    image.resize({ width, height: width, fit: 'cover' }),
  )
}

/** Detects the type from the content, so that a renamed SVG or EXE file is rejected before it is decoded. */
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
    const files: EncodedImage[] = []
    // Encoding one file at a time keeps only one decoded image in memory.
    for (const width of widths) {
      const resized = resize(uprightImage.clone(), width)
      files.push({
        name: `${width}.webp`,
        bytes: await resized.clone().webp({ quality: 80 }).toBuffer(),
      })
      files.push({
        name: `${width}.avif`,
        bytes: await resized.clone().avif({ quality: 55, effort: 3 }).toBuffer(),
      })
    }
    return files
  } catch (error) {
    throw new InvalidImageError('not decodable', error)
  }
}
