import { toProductSlug } from '#contract/products/product-slug.ts'
import type { Pack } from '#contract/prices/packs.ts'
import { type ImageAddress, buildCoverUrl } from '#server/integrations/images/image-urls.ts'
import type { PackPartRow } from './queries.ts'

/** Serializes what a pack sells together. */
export const serializePack = (address: ImageAddress, parts: PackPartRow[]): Pack => ({
  parts: parts.map(({ imageKey, ...part }) => ({
    ...part,
    slug: toProductSlug(part.name),
    imageFile: buildCoverUrl(address, imageKey),
  })),
})
