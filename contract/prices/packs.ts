import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Id, IdText } from '../core/fields.ts'

/** The number of products that a pack sells together. */
export const PACK_PARTS = { min: 2, max: 20 } as const

/** A part of a pack: a product of the same seller. */
export const PackPart = z.object({
  id: z.int(),
  name: z.string(),
  /** As in `Product`. */
  slug: z.string(),
  /** The price of the part by itself, in whole units. */
  price: z.int(),
  isPriceDynamic: z.boolean(),
  /** The URL of the cover as in `Product`. */
  imageFile: z.string(),
  /** Whether the part is for sale. A pack is for sale only if all of its parts are. */
  isForSale: z.boolean(),
})
export type PackPart = z.infer<typeof PackPart>

/** The parts of a pack in the sequence in which they are shown. */
export const Pack = z.object({ parts: z.array(PackPart) })
export type Pack = z.infer<typeof Pack>

/**
 * Sets which products a pack sells together, in the sequence in which they are shown. A draft can have fewer than two.
 * A product that is a pack, a draft, free or archived cannot be a part: the endpoint then answers 409 ERROR_PACK_PART.
 */
export const setPackParts = endpoint({
  method: 'PUT',
  path: '/product/:id/parts',
  summary: 'Set the parts of a pack',
  access: 'owner',
  cacheTags: ['Products', 'Product'],
  params: z.object({ id: IdText }),
  body: z.object({
    parts: z.array(Id).check(z.maxLength(PACK_PARTS.max)),
  }),
  reply: Pack,
  errors: ['ERROR_PRODUCT_NOT_FOUND', 'ERROR_PACK_PART'],
})
