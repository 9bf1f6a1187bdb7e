import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import { COVER_WIDTHS, IMAGE_TYPES } from '#contract/limits.ts'
import { ApiError } from '#server/http/api-error.ts'

/** Some 60 megapixels: more than any camera a cover comes from, less than a bomb. */
const PIXELS_MAX = 60_000_000
// Each picture is seen once, so a cache of decoded ones would only hold memory.
sharp.cache(false)
sharp.concurrency(1)

const SNIFFED: readonly string[] = IMAGE_TYPES

/** A cover in one width and format; `name` is its file name below the image's key. */
export interface CoverFile {
  name: string
  bytes: Buffer
}

/**
 * Re-encodes an uploaded image as WebP and AVIF in three widths, upright and without its metadata. What
 * it is, its content says: an SVG or an EXE by another name is refused before it is decoded.
 * @throws ApiError ERROR_UPLOADING_PRODUCT_IMAGE
 */
export async function makeCovers(path: string): Promise<CoverFile[]> {
  const sniffed = await fileTypeFromFile(path)
  if (!sniffed || !SNIFFED.includes(sniffed.ext))
    throw new ApiError('ERROR_UPLOADING_PRODUCT_IMAGE', `content is ${sniffed?.ext ?? 'unknown'}`)
  try {
    const upright = sharp(path, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).rotate()
    const files: CoverFile[] = []
    // One after another: six encoders at once would hold six pictures in memory.
    for (const width of COVER_WIDTHS) {
      const resized = upright.clone().resize({ width, withoutEnlargement: true })
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
    throw new ApiError('ERROR_UPLOADING_PRODUCT_IMAGE', 'not decodable', { cause: error })
  }
}
