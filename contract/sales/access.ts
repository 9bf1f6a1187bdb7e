import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { IsoDateTime, OrderId, requiredText } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'

/**
 * Why and since when downloads of an order are closed. The seller closes all of them for a `reason` in words. If the
 * scanner finds malware in a file that was sold, the downloads of this file are closed, and `reason` is the scanner's
 * name for the malware.
 */
export const AccessClosing = z.object({
  at: IsoDateTime,
  reason: z.string(),
  by: z.enum(['seller', 'scanner']),
})
export type AccessClosing = z.infer<typeof AccessClosing>

const byOrder = z.object({ orderId: OrderId })

/**
 * Closes the downloads of an order, at most three times a day. The buyer is emailed the reason and can withdraw from
 * the order for as long as they are closed. Answers 409 PAYMENT_STATUS_ALREADY_SET if they are closed already, and 409
 * PAYMENT_STATUS_ALREADY_CHANGED if the order is not approved or is on hold, if MercadoPago no longer refunds it, or if
 * an admin has opened the downloads.
 */
export const closeSaleAccess = endpoint({
  method: 'POST',
  path: '/sales/:orderId/access/close',
  summary: 'Close the downloads of an order with a reason',
  access: 'owner',
  cacheTags: ['Sale'],
  needsRecentProof: true,
  params: byOrder,
  body: z.object({
    reason: requiredText(1, LIMITS.reason.max, 'issue_reason_required', 'issue_reason_long'),
  }),
  errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_STATUS_ALREADY_SET', 'PAYMENT_STATUS_ALREADY_CHANGED'],
})

/**
 * Opens the downloads of an order again. They can be used as often and as long as after the delivery, and the buyer is
 * told by email. Answers 409 PAYMENT_STATUS_ALREADY_SET if they are not closed, and 409 PAYMENT_STATUS_ALREADY_CHANGED
 * if malware was found in a file, since only an admin can open them then.
 */
export const openSaleAccess = endpoint({
  method: 'POST',
  path: '/sales/:orderId/access/open',
  summary: 'Open the downloads of an order again',
  access: 'owner',
  cacheTags: ['Sale'],
  params: byOrder,
  errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_STATUS_ALREADY_SET', 'PAYMENT_STATUS_ALREADY_CHANGED'],
})
