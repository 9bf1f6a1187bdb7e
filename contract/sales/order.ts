import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Currency, MinorAmount, IsoDateTime, OrderId, optionalText } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'
import { ORDER_VIEWS } from '../orders.ts'
import { lineAmounts } from './lines.ts'

/** Why an order waits for a person, or was held back. */
export const REVIEW_REASONS = [
  'another_order',
  'another_collector',
  'another_currency',
  'another_amount',
  'not_live_mode',
  'fraud_alert',
  'account_unreadable',
] as const
export const ReviewReason = z.enum(REVIEW_REASONS)
export type ReviewReason = z.infer<typeof ReviewReason>

/** Why MercadoPago did not give the money back. */
export const REFUND_REFUSALS = [
  'too_old',
  'not_allowed',
  'account_unreadable',
  'not_found',
] as const
export const RefundRefusal = z.enum(REFUND_REFUSALS)
export type RefundRefusal = z.infer<typeof RefundRefusal>

/** What happened to an order. A field is there for the kinds that have it, else null. */
export const ORDER_EVENT_KINDS = [
  'ordered',
  /** MercadoPago told something of a payment: `paymentId`, `paymentStatus`. */
  'payment',
  'approved',
  'delivered',
  /** `reason` is a ReviewReason. */
  'review',
  'suspended',
  'released',
  'expired',
  /** The seller or the house asked for it. */
  'refund_requested',
  /** `refusal` tells why. */
  'refund_refused',
  /** `amountMinor` went back, the order stands. */
  'partly_refunded',
  'refunded',
  'charged_back',
  /** The delivery mail was sent again: by the seller, or by the buyer's own wish. */
  'resent',
] as const
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number]

export const OrderEvent = z.object({
  id: z.int(),
  at: IsoDateTime,
  kind: z.enum(ORDER_EVENT_KINDS),
  paymentId: z.nullable(z.string()),
  /** MercadoPago's own word: `approved`, `in_process` … */
  paymentStatus: z.nullable(z.string()),
  amountMinor: z.nullable(MinorAmount),
  reason: z.nullable(ReviewReason),
  refusal: z.nullable(RefundRefusal),
  /** What the seller wrote with a refund. */
  note: z.nullable(z.string()),
})
export type OrderEvent = z.infer<typeof OrderEvent>

export const SaleItem = z.object({
  itemId: z.int(),
  productId: z.int(),
  productName: z.string(),
  fileName: z.string(),
  sizeBytes: z.int(),
  feePercent: z.int(),
  ...lineAmounts,
  /** Null before delivery. */
  download: z.nullable(
    z.object({
      used: z.int(),
      left: z.int(),
      expiresAt: IsoDateTime,
      lastAt: z.nullable(IsoDateTime),
      closed: z.nullable(z.enum(['refunded', 'charged_back', 'suspended'])),
    }),
  ),
})
export type SaleItem = z.infer<typeof SaleItem>

/** A refund that was asked for. `requested` is on its way: it ends as `done` or `refused`. */
export const Refund = z.object({
  state: z.enum(['requested', 'done', 'refused']),
  requestedAt: IsoDateTime,
  settledAt: z.nullable(IsoDateTime),
  reason: z.nullable(z.string()),
  refusal: z.nullable(RefundRefusal),
})
export type Refund = z.infer<typeof Refund>

/** One attempt to pay, as MercadoPago last told it. */
export const SalePayment = z.object({
  id: z.string(),
  status: z.string(),
  method: z.nullable(z.string()),
  methodType: z.nullable(z.string()),
  amountMinor: MinorAmount,
  refundedMinor: MinorAmount,
  providerFeeMinor: z.nullable(MinorAmount),
  createdAt: z.nullable(IsoDateTime),
  updatedAt: z.nullable(IsoDateTime),
  /** The one that bought the order. */
  bought: z.boolean(),
  /** Approved beside the one that bought it, or not as agreed: it should go back. */
  refundDue: z.boolean(),
  canRefund: z.boolean(),
  refund: z.nullable(Refund),
})
export type SalePayment = z.infer<typeof SalePayment>

/** All of one order: what the desk's drawer shows. */
export const SaleOrder = z.object({
  orderId: z.string(),
  createdAt: IsoDateTime,
  soldAt: IsoDateTime,
  state: z.enum(ORDER_VIEWS),
  payerEmail: z.string(),
  language: z.enum(['es', 'en']),
  currency: Currency,
  ...lineAmounts,
  items: z.array(SaleItem),
  /** Newest first. */
  payments: z.array(SalePayment),
  /** Oldest first. */
  history: z.array(OrderEvent),
  canRefund: z.boolean(),
  canResend: z.boolean(),
})
export type SaleOrder = z.infer<typeof SaleOrder>

const byOrder = z.object({ orderId: OrderId })

export const getSale = endpoint({
  method: 'GET',
  path: '/sales/:orderId',
  summary: 'One order with its lines, downloads, payments and history',
  access: 'owner',
  params: byOrder,
  reply: SaleOrder,
  errors: ['PAYMENT_NOT_FOUND'],
})

/** Three times an hour for one order. 409 unless the order stands approved. */
export const resendSale = endpoint({
  method: 'POST',
  path: '/sales/:orderId/resend',
  summary: 'Mail the buyer the delivery again, with fresh downloads',
  access: 'owner',
  params: byOrder,
  status: 202,
  errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_STATUS_ALREADY_CHANGED'],
})

/**
 * Gives the whole payment back at MercadoPago, in a job: the drawer's `refund` tells how it went. Asking twice
 * is one refund. `paymentId` names another payment of the order than the one that bought it.
 * 404 PAYMENT_NOT_FOUND where nothing was paid; 409 PAYMENT_STATUS_ALREADY_SET where it went back already;
 * 409 PAYMENT_STATUS_ALREADY_CHANGED after a chargeback.
 */
export const refundSale = endpoint({
  method: 'POST',
  path: '/sales/:orderId/refund',
  summary: 'Give a payment back',
  access: 'owner',
  captcha: { action: 'refund_form', in: 'header' },
  params: byOrder,
  body: z.object({
    reason: z.optional(optionalText(LIMITS.reason.max, 'issue_too_long')),
    paymentId: z.optional(z.string().check(z.regex(/^\d{1,30}$/))),
  }),
  status: 202,
  errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_STATUS_ALREADY_SET', 'PAYMENT_STATUS_ALREADY_CHANGED'],
})
