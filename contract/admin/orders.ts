import * as z from 'zod/mini'
import { REFUND_ERRORS, REFUND_FIELDS, SalePayment } from '../sales/order.ts'
import { OrderEvent, ReviewReason } from '../orders/events.ts'
import { MailRefusal } from '../sales/mail-refusal.ts'
import { OrderNumber } from '../orders/order-number.ts'
import { ADDRESS_CHANGE_ERRORS, AddressChangeReply, AddressForm } from '../address-change.ts'
import { endpoint } from '../core/endpoint.ts'
import { Currency, MinorAmount, IsoDateTime, OrderId, PageCursor } from '../core/fields.ts'
import { SHOWN_ORDER_STATES } from '../orders/orders.ts'
import { AccessClosing } from '../sales/access.ts'
import { OptionalReason, RequiredReason, SearchText } from './users.ts'

/** An order that needs an admin: it is in review, held by a fraud alert, or has a payment to refund. */
export const AdminOrder = z.object({
  orderId: z.string(),
  /** The number by which people name the order, such as `K7M3-2QRD`. */
  number: OrderNumber,
  createdAt: IsoDateTime,
  state: z.enum(SHOWN_ORDER_STATES),
  why: z.nullable(ReviewReason),
  /**
   * The time when a fraud alert put the order on hold; null if the order is not on hold. Only an admin can end a hold.
   */
  heldSince: z.nullable(IsoDateTime),
  sellerId: z.int(),
  sellerUsername: z.string(),
  payerEmail: z.string(),
  currency: Currency,
  totalMinor: MinorAmount,
  payments: z.array(SalePayment),
  items: z.array(
    z.object({
      itemId: z.int(),
      productName: z.string(),
      /** The URL of the product's current cover, as in `Product`. */
      imageFile: z.string(),
      priceMinor: MinorAmount,
      refundedMinor: MinorAmount,
    }),
  ),
  canRelease: z.boolean(),
  /** Whether a payment was approved and not given back, so that an admin may deliver the order although it differs. */
  canDeliver: z.boolean(),
  /** Whether the order can leave the review without a delivery and without a refund. */
  canDismiss: z.boolean(),
  /** Whether the delivery mail can be sent again. */
  canResend: z.boolean(),
  canChangeEmail: z.boolean(),
  /** Set while downloads of the order are closed, which an admin can open; null otherwise. */
  accessClosing: z.nullable(AccessClosing),
})
export type AdminOrder = z.infer<typeof AdminOrder>

/**
 * Lists the orders that need an admin. Those whose buyer has paid come first, and then the oldest, which has waited
 * longest. With the search text `q`, which is an email address, a payment number or an order number, it lists the
 * matching orders instead, newest first, whether or not they need an admin. The cursor is the number of orders on the
 * previous pages.
 */
export const listOrdersInReview = endpoint({
  method: 'GET',
  path: '/admin/orders',
  summary: 'List the orders that need an admin, or find orders, 50 at a time',
  access: 'admin',
  query: z.object({ q: SearchText, cursor: PageCursor }),
  reply: z.object({ orders: z.array(AdminOrder), nextCursor: z.nullable(z.int()) }),
})

const byOrder = z.object({ orderId: OrderId })

export const getOrderInReview = endpoint({
  method: 'GET',
  path: '/admin/orders/:orderId',
  summary: 'Get one order with its history',
  access: 'admin',
  params: byOrder,
  reply: z.extend(AdminOrder, {
    history: z.array(OrderEvent),
    /** The mail server's refusal of the last email to the buyer; null if it was accepted. */
    mailRefusal: z.nullable(MailRefusal),
  }),
  errors: ['PAYMENT_NOT_FOUND'],
})

/** Enqueues a job that reads the order's payments from MercadoPago again and updates the order. */
export const recheckOrder = endpoint({
  method: 'POST',
  path: '/admin/orders/:orderId/check',
  summary: 'Check the payments of an order at MercadoPago again',
  access: 'admin',
  audit: 'check_order',
  params: byOrder,
  status: 202,
  errors: ['PAYMENT_NOT_FOUND'],
})

/**
 * Ends the hold that a fraud alert placed on an order. If the order has a matching approved payment, it is delivered.
 * If it was already delivered, its downloads work again. Any other order waits for its payment. Answers 409
 * PAYMENT_STATUS_ALREADY_SET if the order is not on hold.
 */
export const releaseOrder = endpoint({
  method: 'POST',
  path: '/admin/orders/:orderId/release',
  summary: 'Release a held order',
  access: 'admin',
  audit: 'release_order',
  needsRecentProof: true,
  params: byOrder,
  body: z.object({ reason: RequiredReason }),
  status: 202,
  errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_STATUS_ALREADY_SET'],
})

/** Requests a refund of an order, by the same rules as `refundSale`, which sellers call. */
export const refundOrder = endpoint({
  method: 'POST',
  path: '/admin/orders/:orderId/refund',
  summary: 'Refund a payment or a part of it',
  access: 'admin',
  audit: 'refund_order',
  idempotent: true,
  params: byOrder,
  body: z.object({ reason: OptionalReason, ...REFUND_FIELDS }),
  status: 202,
  errors: [...REFUND_ERRORS],
})

/**
 * Delivers an order with a payment that differs from its terms, for example in the amount. Answers 404
 * PAYMENT_NOT_FOUND if no payment of the order was approved and kept, 409 PAYMENT_STATUS_ALREADY_SET if the order is
 * already delivered, and 409 PAYMENT_STATUS_ALREADY_CHANGED while it is on hold.
 */
export const deliverOrder = endpoint({
  method: 'POST',
  path: '/admin/orders/:orderId/deliver',
  summary: 'Deliver an order in review',
  access: 'admin',
  audit: 'deliver_order',
  needsRecentProof: true,
  params: byOrder,
  body: z.object({ reason: RequiredReason }),
  status: 202,
  errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_STATUS_ALREADY_SET', 'PAYMENT_STATUS_ALREADY_CHANGED'],
})

/**
 * Ends the review of an order without a delivery and without a refund. Answers 409 PAYMENT_STATUS_ALREADY_CHANGED if
 * the order has nothing to dismiss, or a payment on the agreed terms, which must be released or refunded.
 */
export const dismissOrder = endpoint({
  method: 'POST',
  path: '/admin/orders/:orderId/dismiss',
  summary: 'Dismiss the review of an order',
  access: 'admin',
  audit: 'dismiss_order',
  params: byOrder,
  body: z.object({ reason: RequiredReason }),
  status: 202,
  errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_STATUS_ALREADY_CHANGED'],
})

/** Sends the delivery mail of an order again. Answers 409 if the order is not approved or is on hold. */
export const resendOrder = endpoint({
  method: 'POST',
  path: '/admin/orders/:orderId/resend',
  summary: 'Mail the delivery to the buyer again and refill the downloads',
  access: 'admin',
  audit: 'resend_order',
  params: byOrder,
  status: 202,
  errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_STATUS_ALREADY_CHANGED'],
})

/** Asks for another email address of an order, which only the new address must agree to by a link in an email. */
export const changeOrderAddress = endpoint({
  method: 'POST',
  path: '/admin/orders/:orderId/email',
  summary: 'Ask for another email address of an order',
  access: 'admin',
  audit: 'change_order_address',
  needsRecentProof: true,
  params: byOrder,
  body: z.extend(AddressForm, { reason: RequiredReason }),
  reply: AddressChangeReply,
  status: 202,
  errors: [...ADDRESS_CHANGE_ERRORS],
})

/**
 * Opens the downloads that a seller has closed, or that were closed since malware was found in a file. Neither closes
 * them again. Answers 409 PAYMENT_STATUS_ALREADY_SET if they are not closed.
 */
export const openOrderAccess = endpoint({
  method: 'POST',
  path: '/admin/orders/:orderId/access/open',
  summary: 'Open the closed downloads of an order',
  access: 'admin',
  audit: 'open_order_access',
  needsRecentProof: true,
  params: byOrder,
  body: z.object({ reason: RequiredReason }),
  status: 202,
  errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_STATUS_ALREADY_SET'],
})
