import * as z from 'zod/mini'
import { IsoDateTime, MinorAmount } from '../core/fields.ts'

/** Why an order is in review or on hold. */
export const REVIEW_REASONS = [
  'another_order',
  'another_collector',
  'another_currency',
  'another_amount',
  'not_live_mode',
  'fraud_alert',
  'account_unreadable',
  /** The order is delivered, but MercadoPago deducted another commission than agreed. Only admins are told. */
  'another_commission',
] as const
export const ReviewReason = z.enum(REVIEW_REASONS)
export type ReviewReason = z.infer<typeof ReviewReason>

/** Why a refund was not made: MercadoPago refused it, or more of the payment had gone back since it was requested. */
export const REFUND_REFUSALS = [
  'too_old',
  'not_allowed',
  'account_unreadable',
  'not_found',
  'changed',
] as const
export const RefundRefusal = z.enum(REFUND_REFUSALS)
export type RefundRefusal = z.infer<typeof RefundRefusal>

/** The kinds of events in an order's history. An event has null in each field that does not apply to its kind. */
export const ORDER_EVENT_KINDS = [
  'ordered',
  /** An admin made the order again, because it was lost and its payment was found: `paymentId` and `note` are set. */
  'rebuilt',
  /** The server has read a payment from MercadoPago: `paymentId` and `paymentStatus` are set. */
  'payment',
  'approved',
  'delivered',
  /** The order went to review: `reason` is set. */
  'review',
  'suspended',
  'released',
  /** An admin accepted a payment that differs from the order: `paymentId`, `amountMinor` and `note` are set. */
  'accepted',
  /** An admin ended the review without a delivery and without a refund: `note` is set. */
  'dismissed',
  'expired',
  /** The buyer paid a second time: `paymentId` and `amountMinor` are set. The server requests the refund by itself. */
  'second_payment',
  /** The seller or an admin requested a refund, or the server did for a second payment or a withdrawal. */
  'refund_requested',
  /** MercadoPago refused the refund: `refusal` is set. */
  'refund_refused',
  /** A part of the payment was refunded: `amountMinor` is set, and the order stays approved. */
  'partly_refunded',
  'refunded',
  'charged_back',
  /** The buyer withdrew from the order: `note` is the code of the withdrawal. */
  'withdrawn',
  /** The delivery mail was sent again, by the seller or at the buyer's request. */
  'resent',
  /** The mail server refused an email to the buyer: `address` is set. */
  'mail_refused',
  /** The buyer wrote to the seller, who got the message by email. */
  'buyer_wrote',
  /** The order has another email address: `address` and `requestedBy` are set. */
  'email_changed',
  /** Downloads were closed: `note` is the reason that the buyer was told, or the name of the malware. */
  'access_closed',
  /** The downloads are open again: `requestedBy` is set, unless the buyer has paid again. */
  'access_opened',
] as const
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number]

export const OrderEvent = z.object({
  id: z.int(),
  at: IsoDateTime,
  kind: z.enum(ORDER_EVENT_KINDS),
  paymentId: z.nullable(z.string()),
  /** MercadoPago's status of the payment, such as `approved` or `in_process`. */
  paymentStatus: z.nullable(z.string()),
  amountMinor: z.nullable(MinorAmount),
  reason: z.nullable(ReviewReason),
  refusal: z.nullable(RefundRefusal),
  /** The note that the seller or the admin wrote with a refund request or with the end of a review. */
  note: z.nullable(z.string()),
  /** A masked email address. */
  address: z.nullable(z.string()),
  requestedBy: z.nullable(z.enum(['buyer', 'seller', 'admin'])),
})
export type OrderEvent = z.infer<typeof OrderEvent>

/** A mail server's refusal of an email, such as to an address that does not exist. */
export const MailRefusal = z.object({
  at: IsoDateTime,
  /** The codes of the mail server's reply, such as `550 5.1.1`. */
  code: z.string(),
})
export type MailRefusal = z.infer<typeof MailRefusal>
