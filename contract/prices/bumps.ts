import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Id, IdText, issueKey } from '../core/fields.ts'

/** How much cheaper a product can be beside another one, in percent. */
export const BUMP_PERCENT = { min: 0, max: 90 } as const

/** A product that buyers of another one are offered with it, before they pay. It is never added by itself. */
export const Bump = z.object({
  id: z.int(),
  name: z.string(),
  /** As in `Product`. */
  slug: z.string(),
  /** The URL of the cover as in `Product`. */
  imageFile: z.string(),
  /** What it costs by itself now, and after an offer as in `ProductFacts`, in whole units. */
  price: z.int(),
  listPrice: z.nullable(z.int()),
  /** How much cheaper it is beside the other product. */
  percent: z.int(),
})
export type Bump = z.infer<typeof Bump>

/** Which product a seller offers beside another one, and how much cheaper, in percent. */
export const BumpTerms = z.object({ offeredId: z.int(), percent: z.int() })
export type BumpTerms = z.infer<typeof BumpTerms>

/**
 * Sets which product is offered beside another one, or none. The offered product is another one of the seller that
 * costs a fixed price and is no pack: otherwise the endpoint answers 409 ERROR_BUMP_PRODUCT. While it is not for sale,
 * buyers are not offered it.
 */
export const setBump = endpoint({
  method: 'PUT',
  path: '/product/:id/bump',
  summary: 'Set which product is offered beside another one',
  access: 'owner',
  cacheTags: ['Product'],
  params: z.object({ id: IdText }),
  body: z.object({
    offeredId: z.nullable(Id),
    percent: z
      .int(issueKey('issue_bump_percent'))
      .check(
        z.minimum(BUMP_PERCENT.min, issueKey('issue_bump_percent')),
        z.maximum(BUMP_PERCENT.max, issueKey('issue_bump_percent')),
      ),
  }),
  reply: z.object({ bump: z.nullable(BumpTerms) }),
  errors: ['ERROR_PRODUCT_NOT_FOUND', 'ERROR_BUMP_PRODUCT'],
})
