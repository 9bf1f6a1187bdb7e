import type { Sharp } from 'sharp'
import { COVER_WIDTHS, IMAGE_TYPES, AVATAR_WIDTHS } from '#contract/core/limits.ts'

/** Some 60 megapixels: more than any camera a cover comes from, less than a bomb. */
const PIXELS_MAX = 60_000_000

/** With the first picture: it takes some 20 MB. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Each picture is seen once, so a cache of decoded ones would only hold memory.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

const SNIFFED: readonly string[] = IMAGE_TYPES

/** A picture in one width and format; `name` is its file name below the picture's key. */
export interface EncodedImage {
  name: string
  bytes: Buffer
}

/** An upload that is no picture we take, or one that cannot be decoded. */
export class InvalidImageError extends Error {
  constructor(detail: string, cause?: unknown) {
    super(detail, { cause })
    this.name = 'NotAPicture'
  }
}

/**
 * Re-encodes an uploaded picture as WebP and AVIF in three widths, upright and without its metadata.
 * @throws NotAPicture
 */
export function encodeCover(path: string): Promise<EncodedImage[]> {
  return encode(path, COVER_WIDTHS, (picture, width) =>
    picture.resize({ width, withoutEnlargement: true }),
  )
}

/**
 * A square out of the middle, for a person's picture.
 * @throws NotAPicture
 */
export function encodeAvatar(path: string): Promise<EncodedImage[]> {
  return encode(path, AVATAR_WIDTHS, (picture, width) =>
    picture.resize({ width, height: width, fit: 'cover' }),
  )
}

/** What an upload is, its content says: an SVG or an EXE by another name is refused before it is decoded. */
async function encode(
  path: string,
  widths: readonly number[],
  resize: (picture: Sharp, width: number) => Sharp,
): Promise<EncodedImage[]> {
  const { fileTypeFromFile } = await import('file-type')
  const sniffed = await fileTypeFromFile(path)
  if (!sniffed || !SNIFFED.includes(sniffed.ext))
    throw new InvalidImageError(`content is ${sniffed?.ext ?? 'unknown'}`)
  const sharp = await loadSharp()
  try {
    const upright = sharp(path, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).rotate()
    const files: EncodedImage[] = []
    // One after another: six encoders at once would hold six pictures in memory.
    for (const width of widths) {
      const resized = resize(upright.clone(), width)
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
