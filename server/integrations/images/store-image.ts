import { randomUUID } from 'node:crypto'
import {
  InvalidImageError,
  type EncodedImage,
  type ImageProblem,
} from '#server/integrations/images/encode.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { ApiError, OverloadError } from '#server/http/api-error.ts'
import type { ReceivedFile } from '#server/http/uploads/upload.ts'
import { OwnerLimit } from '#server/http/uploads/owner-limit.ts'

const RETRY_AFTER_SECONDS = 10

const PROBLEM_CODES: Record<ImageProblem, ErrorCode> = {
  type: 'ERROR_UPLOADING_PRODUCT_IMAGE',
  heic: 'ERROR_IMAGE_HEIC',
  too_many_pixels: 'ERROR_IMAGE_TOO_MANY_PIXELS',
  cut_off: 'ERROR_IMAGE_CUT_OFF',
  undecodable: 'ERROR_UPLOADING_PRODUCT_IMAGE',
}

/** Decoded images take much memory, so few are encoded at the same time. Uploads already limit how many can wait. */
const slots = new OwnerLimit({ overall: 2, perOwner: 1, waitingPerOwner: 64, waiting: 256 })

/**
 * Encodes an uploaded image and stores the resulting files as public images. If storing a file fails, the files stored
 * before are removed.
 * @returns the new image key
 * @throws ApiError with a code of PROBLEM_CODES if the upload is not a valid image; ERROR_SERVICE_UNAVAILABLE if too
 * many images wait
 */
export async function storeImage(
  storage: Storage,
  { staged, ownerId }: ReceivedFile,
  encode: (path: string) => Promise<EncodedImage[]>,
): Promise<string> {
  const encoding = slots.tryRun(ownerId, () => encode(staged.path))
  if (!encoding) throw new OverloadError('images', RETRY_AFTER_SECONDS)
  const files = await encoding.catch((error: unknown) => {
    if (!(error instanceof InvalidImageError)) throw error
    throw new ApiError(PROBLEM_CODES[error.problem], error.message, { cause: error })
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
