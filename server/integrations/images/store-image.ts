import { randomUUID } from 'node:crypto'
import { InvalidImageError, type EncodedImage } from '#server/integrations/images/encode.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { ReceivedFile } from '#server/http/upload.ts'

/**
 * Encodes an uploaded image and stores the resulting files as public images. If storing a file fails, the files stored
 * before are removed.
 * @returns the new image key
 * @throws ApiError ERROR_UPLOADING_PRODUCT_IMAGE if the upload is not a valid image
 */
export async function storeImage(
  storage: Storage,
  { staged }: ReceivedFile,
  encode: (path: string) => Promise<EncodedImage[]>,
): Promise<string> {
  const files = await encode(staged.path).catch((error: unknown) => {
    if (!(error instanceof InvalidImageError)) throw error
    throw new ApiError('ERROR_UPLOADING_PRODUCT_IMAGE', error.message, { cause: error })
  })
  const key = randomUUID()
  try {
    for (const { name, bytes } of files) await storage.putImage(`${key}/${name}`, bytes)
  } catch (error) {
    await storage.removeImages(key)
    throw error
  }
  return key
}
