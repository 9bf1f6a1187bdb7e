import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Currency, IdText, IsoDateTime, PageCursor } from '../core/fields.ts'
import { REPORT_REASONS } from './reports.ts'
import { OptionalReason, RequiredReason, SearchText } from './users.ts'

export const AdminProduct = z.object({
  id: z.int(),
  name: z.string(),
  imageFile: z.string(),
  price: z.int(),
  currency: Currency,
  sellerId: z.int(),
  sellerUsername: z.string(),
  state: z.enum(['live', 'taken_down', 'deleted']),
  takenDown: z.nullable(z.object({ at: IsoDateTime, reason: z.string() })),
  /** Why the product has no file for sale: its only file waits for its scan, or was refused. Null if it has one. */
  fileScan: z.nullable(z.enum(['waiting', 'refused'])),
  salesCount: z.int(),
  openReports: z.int(),
  createdAt: IsoDateTime,
})
export type AdminProduct = z.infer<typeof AdminProduct>

/**
 * Lists the products of all sellers. The search text `q` is a product id, or the beginning of a word in the product's
 * name or of the seller's username.
 */
export const listAllProducts = endpoint({
  method: 'GET',
  path: '/admin/products',
  summary: 'List the products of all sellers, newest first, 50 at a time',
  access: 'admin',
  query: z.object({
    q: SearchText,
    state: z.optional(z.enum(['live', 'taken_down', 'deleted'])),
    cursor: PageCursor,
  }),
  reply: z.object({ products: z.array(AdminProduct), nextCursor: z.nullable(z.int()) }),
})

const byId = z.object({ id: IdText })

/**
 * Hides a product from the public as if it were deleted. The seller sees the reason, and buyers can still download the
 * product.
 */
export const takeDownProduct = endpoint({
  method: 'POST',
  path: '/admin/products/:id/take-down',
  summary: 'Take a product down',
  access: 'admin',
  audit: 'take_down_product',
  params: byId,
  body: z.object({ reason: RequiredReason }),
  reply: AdminProduct,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})

export const restoreProduct = endpoint({
  method: 'POST',
  path: '/admin/products/:id/restore',
  summary: 'Put a taken-down product back on sale',
  access: 'admin',
  audit: 'restore_product',
  params: byId,
  body: z.object({ reason: OptionalReason }),
  reply: AdminProduct,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})

export const REPORT_OUTCOMES = ['dismissed', 'acted'] as const

export const AdminReport = z.object({
  id: z.int(),
  at: IsoDateTime,
  productId: z.int(),
  productName: z.string(),
  productState: z.enum(['live', 'taken_down', 'deleted']),
  sellerId: z.int(),
  sellerUsername: z.string(),
  reason: z.enum(REPORT_REASONS),
  detail: z.nullable(z.string()),
  email: z.nullable(z.string()),
  closed: z.nullable(z.object({ at: IsoDateTime, outcome: z.enum(REPORT_OUTCOMES) })),
})
export type AdminReport = z.infer<typeof AdminReport>

export const listReports = endpoint({
  method: 'GET',
  path: '/admin/reports',
  summary: 'List product reports, newest first, 50 at a time',
  access: 'admin',
  query: z.object({ state: z.optional(z.enum(['open', 'closed'])), cursor: PageCursor }),
  reply: z.object({ reports: z.array(AdminReport), nextCursor: z.nullable(z.int()) }),
})

/** Closes a report about a product. Answers 404 UNKNOWN_ERROR if no open report has this id. */
export const closeReport = endpoint({
  method: 'POST',
  path: '/admin/reports/:id/close',
  summary: 'Close a report',
  access: 'admin',
  audit: 'close_report',
  params: byId,
  body: z.object({ outcome: z.enum(REPORT_OUTCOMES), reason: OptionalReason }),
  errors: ['UNKNOWN_ERROR'],
})
