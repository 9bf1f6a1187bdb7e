import type * as z from 'zod/mini'
import {
  type OwnSample,
  type PublicSample,
  getOwnSample,
  getSample,
} from '#contract/files/samples.ts'
import type { SampleRow } from './queries.ts'

/** Returns the path of the sample that was cut from a version of a file. */
const buildSampleUrl = (fileId: number): string =>
  `/api${getSample.path.replace(':version', String(fileId))}`

/** Returns the path of a sample for the seller of the product, who gets it before it is on sale. */
export const buildOwnSampleUrl = (productId: number, fileId: number): string =>
  `/api${getOwnSample.path.replace(':id', String(productId)).replace(':version', String(fileId))}`

export const serializeSample = ({
  fileId,
  length,
  sizeBytes,
}: {
  fileId: number
  length: number
  sizeBytes: number
}): z.infer<typeof PublicSample> => ({ url: buildSampleUrl(fileId), length, sizeBytes })

/**
 * Serializes a sample as the seller of its product sees it.
 * @param sampledFileId the version that it has to be cut from
 * @param isPublic whether everybody gets it
 */
export function serializeOwnSample(
  { fileId, refusal, length, storageKey }: SampleRow,
  { sampledFileId, isPublic }: { sampledFileId: number | null; isPublic: boolean },
): z.infer<typeof OwnSample> {
  if (fileId === null || fileId !== sampledFileId)
    return { state: 'waiting', refusal: null, length: null, url: null }
  if (storageKey === null) return { state: 'refused', refusal, length: null, url: null }
  return { state: 'ready', refusal: null, length, url: isPublic ? buildSampleUrl(fileId) : null }
}
