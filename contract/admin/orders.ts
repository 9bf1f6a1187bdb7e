import * as z from 'zod/mini'
import { OrderEvent, ReviewReason, SalePayment } from '../sales/order.ts'
import { endpoint } from '../core/endpoint.ts'
import { Currency, MinorAmount, IsoDateTime, OrderId } from '../core/fields.ts'
import { ORDER_VIEWS } from '../orders.ts'
import { OptionalReason, Reason } from './users.ts'

/** An order that waits for a person: in review, with downloads held back, or with a payment to give back. */
export const AdminOrder = z.object({
  orderId: z.string(),
  createdAt: IsoDateTime,
  state: z.enum(ORDER_VIEWS),
  why: z.nullable(ReviewReason),
  /** Since when a fraud alert holds it; only an admin's release ends that. */
  heldSince: z.nullable(IsoDateTime),
  sellerId: z.int(),
  sellerUsername: z.string(),
  payerEmail: z.string(),
  currency: Currency,
  totalMinor: MinorAmount,
  payments: z.array(SalePayment),
  canRelease: z.boolean(),
})
export type AdminOrder = z.infer<typeof AdminOrder>

/** Oldest first: who waits longest comes first. */
export const listOrdersInReview = endpoint({
  method: 'GET',
  path: '/admin/orders',
  summary: 'Orders that wait for a person, at most 100',
  access: 'admin',
  reply: z.object({ orders: z.array(AdminOrder) }),
})

const byOrder = z.object({ orderId: OrderId })

export const getOrderInReview = endpoint({
  method: 'GET',
  path: '/admin/orders/:orderId',
  summary: 'One order with its history',
  access: 'admin',
  params: byOrder,
  reply: z.extend(AdminOrder, { history: z.array(OrderEvent) }),
  errors: ['PAYMENT_NOT_FOUND'],
})

/** A job asks; the order shows what came of it. */
export const recheckOrder = endpoint({
  method: 'POST',
  path: '/admin/orders/:orderId/check',
  summary: 'Look at the provider again',
  access: 'admin',
  params: byOrder,
  status: 202,
  errors: ['PAYMENT_NOT_FOUND'],
})

/**
 * Ends the hold of a fraud alert: an order with a right approved payment is delivered, one that was delivered
 * opens again, any other waits for its payment. 409 PAYMENT_STATUS_ALREADY_SET where nothing is held.
 */
export const releaseOrder = endpoint({
  method: 'POST',
  path: '/admin/orders/:orderId/release',
  summary: 'Let a held order go on',
  access: 'admin',
  params: byOrder,
  body: z.object({ reason: Reason }),
  status: 202,
  errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_STATUS_ALREADY_SET'],
})

/** As the seller's refund. */
export const refundOrder = endpoint({
  method: 'POST',
  path: '/admin/orders/:orderId/refund',
  summary: 'Give a payment back',
  access: 'admin',
  params: byOrder,
  body: z.object({
    reason: OptionalReason,
    paymentId: z.optional(z.string().check(z.regex(/^\d{1,30}$/))),
  }),
  status: 202,
  errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_STATUS_ALREADY_SET', 'PAYMENT_STATUS_ALREADY_CHANGED'],
})
