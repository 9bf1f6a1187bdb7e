import * as z from 'zod/mini'
import { FILE_REFUSALS } from '../products/products.ts'
import { endpoint } from '../core/endpoint.ts'
import { IsoDateTime, PageCursor } from '../core/fields.ts'

/** A product file that the scanner refused, or did not read to its end. */
export const RefusedFile = z.object({
  id: z.int(),
  at: IsoDateTime,
  fileName: z.string(),
  productId: z.int(),
  productName: z.string(),
  sellerId: z.int(),
  sellerUsername: z.string(),
  refusal: z.enum(FILE_REFUSALS),
  /** The scanner's name for the malware; null if the file is too large for it. */
  signature: z.nullable(z.string()),
  /**
   * True for a file that is for sale although it is too large for the scanner: it is from before the scanner was set,
   * or the installation sells such archives and media unscanned.
   */
  isOnSale: z.boolean(),
  /** The number of orders that delivered this file. */
  deliveredOrders: z.int(),
})
export type RefusedFile = z.infer<typeof RefusedFile>

export const listRefusedFiles = endpoint({
  method: 'GET',
  path: '/admin/file-scans',
  summary: 'The state of the file scanner, and the files it refused, newest first, 50 at a time',
  access: 'admin',
  query: z.object({ cursor: PageCursor }),
  reply: z.object({
    /**
     * The scanner; null if none is configured. `version` is what it answers about itself and its signatures; null if it
     * does not answer.
     */
    scanner: z.nullable(z.object({ version: z.nullable(z.string()) })),
    /** The number of files that wait for their scan. */
    waiting: z.int(),
    /** The number of files for sale that were never scanned; null if no scanner is configured. */
    unscanned: z.nullable(z.int()),
    files: z.array(RefusedFile),
    nextCursor: z.nullable(z.int()),
  }),
})
