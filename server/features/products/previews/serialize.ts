import type { PreviewImage } from '#contract/products/products.ts'
import { type ImageAddress, buildCoverUrl } from '#server/integrations/images/image-urls.ts'
import type { PreviewRow } from './queries.ts'

export function serializePreview(
  address: ImageAddress,
  { id, imageKey }: PreviewRow,
): PreviewImage {
  return { id, imageFile: buildCoverUrl(address, imageKey) }
}
