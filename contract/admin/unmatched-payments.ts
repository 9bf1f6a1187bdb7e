import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Currency, IsoDateTime, MinorAmount, machineText, PageCursor } from '../core/fields.ts'
import { OrderNumber } from '../orders/order-number.ts'
import { Refund } from '../sales/order.ts'
import { OptionalReason, RequiredReason } from './users.ts'

/**
 * A payment on which MercadoPago deducted our commission, but whose order does not exist, for instance because the
 * database was restored from a backup.
 */
export const UnmatchedPayment = z.object({
  id: z.string(),
  /** The order id that the payment names. */
  orderId: z.string(),
  /** MercadoPago's status, `approved` or `in_mediation`: the buyer has not got the money back. */
  status: z.string(),
  amountMinor: MinorAmount,
  refundedMinor: MinorAmount,
  applicationFeeMinor: MinorAmount,
  currency: Currency,
  /** MercadoPago's id of the account that received the money. */
  collectorId: z.string(),
  sellerId: z.int(),
  sellerUsername: z.string(),
  paidAt: z.nullable(IsoDateTime),
  firstSeenAt: IsoDateTime,
  /** The last requested refund; null if there is none. */
  refund: z.nullable(Refund),
})
export type UnmatchedPayment = z.infer<typeof UnmatchedPayment>

/**
 * Lists the unmatched payments that wait for a decision. The cursor is the number of payments on the previous pages.
 */
export const listUnmatchedPayments = endpoint({
  method: 'GET',
  path: '/admin/unmatched-payments',
  summary: 'List the payments that match no order, the oldest first, 50 at a time',
  access: 'admin',
  query: z.object({ cursor: PageCursor }),
  reply: z.object({
    payments: z.array(UnmatchedPayment),
    nextCursor: z.nullable(z.int()),
  }),
})

/** Why the order of an unmatched payment cannot be rebuilt. */
export const REBUILD_OBSTACLES = [
  /** The payment is not approved any more, or was refunded. */
  'not_paid',
  /** A refund of a payment of this order is under way. */
  'refund_under_way',
  /** An order with this id exists, but of another seller. */
  'order_of_another_seller',
  /** The seller has ended our authorization, so MercadoPago does not say what was bought. */
  'account_unreadable',
  /** MercadoPago knows no payment page of ours for this order, or several. */
  'page_unknown',
  /** The payment page does not name the buyer's email. */
  'buyer_unknown',
  /** A product does not exist any more, or was published after the payment page was opened. */
  'product_unknown',
  /** The products belong to several sellers. */
  'several_sellers',
  /** The money is in an account that the seller of the products never linked here. */
  'another_collector',
  'another_currency',
  'not_live_mode',
  /** No file of a product is left. */
  'file_missing',
] as const
export type RebuildObstacle = (typeof REBUILD_OBSTACLES)[number]

/** What was bought with an unmatched payment, as MercadoPago's payment page of the order says. */
export const LostPurchase = z.object({
  orderedAt: IsoDateTime,
  /** The email to which the files will be sent, masked. */
  payerEmail: z.nullable(z.string()),
  totalMinor: MinorAmount,
  items: z.array(
    z.object({
      productId: z.nullable(z.int()),
      /** The name under which the product was bought. */
      name: z.string(),
      /** The product's name now; null if the product is unknown. */
      productName: z.nullable(z.string()),
      priceMinor: MinorAmount,
    }),
  ),
})
export type LostPurchase = z.infer<typeof LostPurchase>

const byPayment = z.object({ paymentId: machineText(30).check(z.regex(/^\d+$/)) })
const errors = [
  'PAYMENT_NOT_FOUND',
  'PAYMENT_STATUS_ALREADY_SET',
  'PAYMENT_STATUS_ALREADY_CHANGED',
] as const

/**
 * Reads an unmatched payment and what was bought with it from MercadoPago. Answers 404 PAYMENT_NOT_FOUND for an unknown
 * payment, 409 PAYMENT_STATUS_ALREADY_SET if it belongs to an order by now, 409 PAYMENT_STATUS_ALREADY_CHANGED if it
 * was dismissed, and 503 ERROR_SERVICE_UNAVAILABLE if MercadoPago does not answer.
 */
export const examineUnmatchedPayment = endpoint({
  method: 'GET',
  path: '/admin/unmatched-payments/:paymentId',
  summary: 'Find out what was bought with a payment that matches no order',
  access: 'admin',
  params: byPayment,
  reply: z.object({
    payment: UnmatchedPayment,
    /** Null if MercadoPago does not say what was bought. */
    purchase: z.nullable(LostPurchase),
    /** Why the order cannot be rebuilt; null if it can be. */
    obstacle: z.nullable(z.enum(REBUILD_OBSTACLES)),
  }),
  errors: [...errors, 'ERROR_SERVICE_UNAVAILABLE'],
})

/**
 * Makes the order again under its former id, as MercadoPago's payment page describes it, and applies its payments. The
 * buyer gets the files if a payment agrees with the order; a payment of another amount sends the order to review.
 * Answers 409 PAYMENT_STATUS_ALREADY_CHANGED if there is an obstacle.
 */
export const rebuildOrder = endpoint({
  method: 'POST',
  path: '/admin/unmatched-payments/:paymentId/rebuild',
  summary: 'Rebuild the order of a payment',
  access: 'admin',
  audit: 'rebuild_order',
  needsRecentProof: true,
  params: byPayment,
  body: z.object({ reason: OptionalReason }),
  reply: z.object({ orderId: z.string(), number: OrderNumber }),
  errors: [...errors, 'ERROR_SERVICE_UNAVAILABLE'],
})

/**
 * Requests the refund of an unmatched payment. Answers 409 PAYMENT_STATUS_ALREADY_CHANGED if the money is not in the
 * account any more. Repeated requests make one refund.
 */
export const refundUnmatchedPayment = endpoint({
  method: 'POST',
  path: '/admin/unmatched-payments/:paymentId/refund',
  summary: 'Refund a payment that matches no order',
  access: 'admin',
  audit: 'refund_payment',
  params: byPayment,
  body: z.object({ reason: OptionalReason }),
  status: 202,
  errors: [...errors, 'ERROR_REAUTHENTICATION_REQUIRED'],
})

/**
 * Takes an unmatched payment off the list. Answers 409 PAYMENT_STATUS_ALREADY_CHANGED while its refund is under way.
 */
export const dismissUnmatchedPayment = endpoint({
  method: 'POST',
  path: '/admin/unmatched-payments/:paymentId/dismiss',
  summary: 'Dismiss a payment that matches no order',
  access: 'admin',
  audit: 'dismiss_payment',
  params: byPayment,
  body: z.object({ reason: RequiredReason }),
  status: 202,
  errors,
})
