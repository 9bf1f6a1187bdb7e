import { randomUUID } from 'node:crypto'
import { InvalidImageError, type EncodedImage } from '#server/integrations/images/encode.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { ReceivedFile } from '#server/http/upload.ts'

/**
 * Encodes an uploaded picture and hangs it among the public images under a new key, which is the answer.
 * Nothing refers to it yet; where it fails in the middle nothing stays.
 * @throws ApiError ERROR_UPLOADING_PRODUCT_IMAGE
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
