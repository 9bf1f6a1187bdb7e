import * as z from 'zod/mini'
import { PackPart } from '../prices/packs.ts'
import { endpoint } from '../core/endpoint.ts'
import { Currency, machineText } from '../core/fields.ts'

/**
 * What proves, besides the cookie of the buyer's browser, that parts of a pack were bought: the token in the link to an
 * order. A typed email proves nothing, since anybody can type it.
 */
export const OwnershipProof = z.object({ orderToken: z.optional(machineText(200)) })
export type OwnershipProof = z.infer<typeof OwnershipProof>

/** A pack of which the buyer has some parts, and what the others cost together. */
export const PackCompletion = z.object({
  id: z.int(),
  name: z.string(),
  /** As in `Product`. */
  slug: z.string(),
  /** The URL of the cover as in `Product`. */
  imageFile: z.string(),
  username: z.string(),
  currency: Currency,
  /** The days in which the money is given back, which the seller promises. */
  guaranteeDays: z.int(),
  /** The price of the whole pack, in whole units. */
  packPrice: z.int(),
  /** What the missing parts cost, as `quote` computes it. */
  price: z.int(),
  ownedParts: z.array(PackPart),
  missingParts: z.array(PackPart),
})
export type PackCompletion = z.infer<typeof PackCompletion>

/**
 * Lists the packs for sale of which this buyer has some parts and lacks others, the newest first. Parts whose money
 * went back, or whose access is closed, do not count. An unknown token proves nothing, so that the reply never tells
 * which tokens exist.
 */
export const listPackCompletions = endpoint({
  method: 'POST',
  path: '/public/pack-completions',
  summary: 'List packs that the buyer can complete',
  access: 'public',
  body: OwnershipProof,
  reply: z.object({ completions: z.array(PackCompletion) }),
})
