import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { IdText } from '../core/fields.ts'
import { Product, PublicProduct } from '../products/products.ts'

/** The maximum number of other products that the page of an archived product shows. */
export const ARCHIVED_PRODUCT_OTHERS = 4

/**
 * A product that its seller no longer offers, with the newest products on sale of the same seller. A product that an
 * admin took down, that was withdrawn or never published, or whose seller is suspended, is not found.
 */
export const getArchivedProduct = endpoint({
  method: 'GET',
  path: '/public/product/:id/archived',
  summary: 'Get the name and the seller of a product that is no longer offered',
  access: 'public',
  params: z.object({ id: IdText }),
  reply: z.extend(z.pick(Product, { id: true, slug: true, name: true, username: true }), {
    products: z.array(PublicProduct),
  }),
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})
