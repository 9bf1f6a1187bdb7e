import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { IdText, IsoDateTime, requiredText } from './core/fields.ts'
import { LIMITS } from './core/limits.ts'

const byId = z.object({ id: IdText })

const ProductUpdates = z.object({
  /** What changed, in the seller's words, the newest first; at most twenty. */
  updates: z.array(
    z.object({
      id: z.int(),
      note: z.string(),
      at: IsoDateTime,
      /** Whether the buyers were told by email. */
      isAnnounced: z.boolean(),
    }),
  ),
  /** How many paid orders have the product and want to be told. */
  buyers: z.int(),
  /** When the buyers can be told again, since they are told once a day at most; null if they can be told now. */
  announceableAt: z.nullable(IsoDateTime),
})
export type ProductUpdates = z.infer<typeof ProductUpdates>

export const listProductUpdates = endpoint({
  method: 'GET',
  path: '/product/:id/updates',
  summary: 'List what changed in the files of a product',
  access: 'owner',
  cacheTags: ['Product'],
  params: byId,
  reply: ProductUpdates,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})

/**
 * Writes down what changed in the files of a product. Buyers read it on the page of their order and, with
 * `isAnnounced`, in an email. Answers 409 ERROR_ANNOUNCED_TODAY if the buyers were told within a day, and 409
 * ERROR_NOTHING_CHANGED if no file has changed since they were told last.
 */
export const createProductUpdate = endpoint({
  method: 'POST',
  path: '/product/:id/updates',
  summary: 'Tell the buyers of a product what changed',
  access: 'owner',
  cacheTags: ['Product'],
  params: byId,
  body: z.object({
    note: requiredText(
      LIMITS.updateNote.min,
      LIMITS.updateNote.max,
      'issue_update_note_short',
      'issue_update_note_long',
      'issue_update_note_short',
    ),
    isAnnounced: z.boolean(),
  }),
  reply: ProductUpdates,
  status: 201,
  errors: ['ERROR_PRODUCT_NOT_FOUND', 'ERROR_ANNOUNCED_TODAY', 'ERROR_NOTHING_CHANGED'],
})
