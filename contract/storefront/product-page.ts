import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { IdText, IsoDateTime } from '../core/fields.ts'
import { PublicSample } from '../files/samples.ts'
import { Touches } from '../orders/touches.ts'
import { Bump } from '../prices/bumps.ts'
import { Pack } from '../prices/packs.ts'
import { PreviewImage, PublicProduct, detailFields } from '../products/products.ts'
import { PRODUCT_PROBLEMS } from '../products/working-copy.ts'

/**
 * A product with its texts, its previews and a list of its files, as the product page shows it. Lists omit all of them.
 */
export const ProductDetail = z.extend(PublicProduct, {
  ...detailFields,
  /** What the product sells together, if it is a pack; null otherwise. */
  pack: z.nullable(Pack),
  /** What is offered beside the product before it is paid; null without such a product that is for sale. */
  bump: z.nullable(Bump),
  previews: z.array(PreviewImage),
  /** When the newest of the files went on sale, if that was on a later day than the first ones; null otherwise. */
  filesUpdatedAt: z.nullable(IsoDateTime),
  fileList: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      sizeBytes: z.int(),
      pages: z.nullable(z.int()),
      /** Whether the scanner did not read the file, since it is too large for it. */
      isUnscanned: z.boolean(),
      /** What everybody can see or hear of the file; null if its seller offers no sample, or it is not cut yet. */
      sample: z.nullable(PublicSample),
    }),
  ),
})
export type ProductDetail = z.infer<typeof ProductDetail>

const byId = z.object({ id: IdText })

export const getPublicProduct = endpoint({
  method: 'GET',
  path: '/public/product/:id',
  summary: 'A product for sale',
  access: 'public',
  params: byId,
  reply: ProductDetail,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})

/**
 * A product as its page would show it if its seller published it now. What is missing is empty: a text, the URL of the
 * cover, the name of the category; a price is then 0. The address of a sample is one for the seller only.
 */
export const ProductPreview = z.extend(ProductDetail, {
  /** Whether the product was never published. */
  isDraft: z.boolean(),
  /** Whether buyers see exactly this already. */
  isPublished: z.boolean(),
  /** What is missing or invalid, so that the product could not be published. */
  problems: z.array(z.enum(PRODUCT_PROBLEMS)),
})
export type ProductPreview = z.infer<typeof ProductPreview>

export const getProductPreview = endpoint({
  method: 'GET',
  path: '/product/:id/preview',
  summary: 'See a product as its page will show it once it is published',
  access: 'owner',
  cacheTags: ['Product'],
  params: byId,
  reply: ProductPreview,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})

/** Counts a view of a product. The product page calls this endpoint once for each visit. */
export const recordProductView = endpoint({
  method: 'POST',
  path: '/public/product/:id/view',
  summary: 'Count a view of a product page',
  access: 'public',
  params: byId,
  /** How the visitor came to the site, as with an order. */
  body: z.object({ from: z.optional(Touches) }),
})
