import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Pack } from '../prices/packs.ts'
import { ExplainedQuote } from '../prices/quote-schemas.ts'
import { PublicProduct } from '../products/products.ts'
import { Cart } from './orders.ts'

/** A product of a cart as a page shows it. */
export const QuotedProduct = z.extend(PublicProduct, {
  /** The parts, if the product is a pack; null otherwise. */
  pack: z.nullable(Pack),
})
export type QuotedProduct = z.infer<typeof QuotedProduct>

/**
 * Tells what a cart costs now, line by line, and why. Nothing is held. A product that is paused, or whose seller has no
 * payment account, is in the list of products and not in the quote; one that is not offered any more is in neither.
 * Codes of coupons that do not exist are counted by network, so that nobody can guess them.
 */
export const getQuote = endpoint({
  method: 'POST',
  path: '/public/quote',
  summary: 'Tell what a cart costs, and why',
  access: 'public',
  body: Cart,
  reply: z.extend(ExplainedQuote, {
    /** The products of the cart in its sequence, without those that are not offered any more. */
    products: z.array(QuotedProduct),
  }),
  errors: ['NO_PRODUCTS_PROVIDED', 'DIFFERENT_SELLERS_PRODUCT'],
})
