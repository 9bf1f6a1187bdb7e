import * as z from 'zod/mini'
import { OrderNumber } from '../orders/order-number.ts'
import { endpoint } from '../core/endpoint.ts'
import type { ErrorCode } from '../core/errors.ts'
import {
  Currency,
  MinorAmount,
  IsoDateTime,
  OrderId,
  machineText,
  optionalText,
} from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'
import {
  ADDRESS_CHANGE_ERRORS,
  AddressChangeReply,
  AddressChangeRule,
  AddressForm,
} from '../address-change.ts'
import { SHOWN_ORDER_STATES } from '../orders/orders.ts'
import { ORDER_ENTRIES } from '../orders/payment-link.ts'
import { AccessClosing } from './access.ts'
import { OrderEvent, RefundRefusal, ReviewReason } from '../orders/events.ts'
import { MailRefusal } from './mail-refusal.ts'
import { LINE_AMOUNT_FIELDS, MoneyReleaseAt } from './lines.ts'
import { OrderCoupon } from '../prices/coupons.ts'

export const SaleItem = z.object({
  itemId: z.int(),
  productId: z.int(),
  productName: z.string(),
  /** The files that the buyer can download, in their newest versions. */
  files: z.array(
    z.object({
      /** The seller's name for the file; null if people are shown its file name. */
      title: z.nullable(z.string()),
      fileName: z.string(),
      sizeBytes: z.int(),
      /** The name of the version that was bought, if this one is newer; null otherwise. */
      boughtFileName: z.nullable(z.string()),
      /** Whether the file was added after the order. */
      isAdded: z.boolean(),
    }),
  ),
  feePercent: z.int(),
  ...LINE_AMOUNT_FIELDS,
  /** The state of the item's download grant; null before delivery. */
  download: z.nullable(
    z.object({
      used: z.int(),
      /** How often the file that was downloaded most can be downloaded again. */
      left: z.int(),
      expiresAt: IsoDateTime,
      lastAt: z.nullable(IsoDateTime),
      closed: z.nullable(z.enum(['refunded', 'charged_back', 'suspended', 'withdrawn'])),
    }),
  ),
})
export type SaleItem = z.infer<typeof SaleItem>

/** A requested refund. Its state is `requested` at first and becomes `done` or `refused`. */
export const Refund = z.object({
  state: z.enum(['requested', 'done', 'refused']),
  requestedAt: IsoDateTime,
  settledAt: z.nullable(IsoDateTime),
  reason: z.nullable(z.string()),
  refusal: z.nullable(RefundRefusal),
  /** The refunded part of the payment; null if all that was left of the payment is refunded. */
  amountMinor: z.nullable(MinorAmount),
  /** The refunded items; empty if the refund is of an amount or of all that was left. */
  itemIds: z.array(z.int()),
})
export type Refund = z.infer<typeof Refund>

/** One attempt to pay an order, as MercadoPago last reported it. */
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
  /** Until when a pending payment, such as a voucher, can be made; null for others. */
  deadline: z.nullable(IsoDateTime),
  /** Whether this is the payment that paid the order. */
  bought: z.boolean(),
  /**
   * Whether this payment should be refunded, because another one paid the order or because it differs from the order's
   * terms.
   */
  refundDue: z.boolean(),
  /** How this payment differs from its order; null if it does not, as with a second payment. */
  problem: z.nullable(ReviewReason),
  canRefund: z.boolean(),
  /** The newest of the `refunds`; null if there is none. */
  refund: z.nullable(Refund),
  /** The refunds that were requested here, newest first. */
  refunds: z.array(Refund),
})
export type SalePayment = z.infer<typeof SalePayment>

/** One order of a seller with its items, payments and history. */
export const SaleOrder = z.object({
  orderId: z.string(),
  /** The number by which people name the order, such as `K7M3-2QRD`. */
  number: OrderNumber,
  createdAt: IsoDateTime,
  soldAt: IsoDateTime,
  state: z.enum(SHOWN_ORDER_STATES),
  payerEmail: z.string(),
  language: z.enum(['es', 'en']),
  /** How the buyer came to the order; null if it is not known. */
  entry: z.nullable(z.enum(ORDER_ENTRIES)),
  coupon: z.nullable(OrderCoupon),
  currency: Currency,
  ...LINE_AMOUNT_FIELDS,
  items: z.array(SaleItem),
  /**
   * The items whose price counts for a pack that another order of the buyer completes. They are refunded after that
   * order only.
   */
  credits: z.array(
    z.object({
      itemId: z.int(),
      orderId: z.string(),
      number: OrderNumber,
      packName: z.string(),
    }),
  ),
  /** The payments of the order, newest first. */
  payments: z.array(SalePayment),
  /** The events of the order, oldest first. */
  history: z.array(OrderEvent),
  canRefund: z.boolean(),
  canResend: z.boolean(),
  /** The mail server's refusal of the last email to the buyer; null if it was accepted. */
  mailRefusal: z.nullable(MailRefusal),
  /** Set while the seller keeps the downloads closed; null otherwise. */
  accessClosing: z.nullable(AccessClosing),
  /** Whether the seller can close the downloads now. */
  canCloseAccess: z.boolean(),
  /** Who must agree if the seller asks for another email address of the order now. */
  emailChange: AddressChangeRule,
  moneyReleaseAt: MoneyReleaseAt,
  /** Whether the order was paid, so that it has a receipt. */
  hasReceipt: z.boolean(),
})
export type SaleOrder = z.infer<typeof SaleOrder>

const byOrder = z.object({ orderId: OrderId })

export const getSale = endpoint({
  method: 'GET',
  path: '/sales/:orderId',
  summary: 'Get one order with its items, downloads, payments and history',
  access: 'owner',
  cacheTags: ['Sale'],
  params: byOrder,
  reply: SaleOrder,
  errors: ['PAYMENT_NOT_FOUND'],
})

/**
 * Sends the delivery mail of an order again, at most three times an hour. Answers 409 if the order is not approved or
 * is on hold.
 */
export const resendSale = endpoint({
  method: 'POST',
  path: '/sales/:orderId/resend',
  summary: 'Mail the delivery to the buyer again and refill the downloads',
  access: 'owner',
  cacheTags: ['Sale'],
  params: byOrder,
  status: 202,
  errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_STATUS_ALREADY_CHANGED'],
})

/** Sends a PDF file with what the seller can hand in at MercadoPago against a chargeback or a claim. */
export const getDisputePdf = endpoint({
  method: 'GET',
  path: '/sales/:orderId/dispute.pdf',
  summary: 'Download the evidence about a paid order as a PDF file',
  access: 'owner',
  params: byOrder,
  contentType: 'application/pdf',
  status: 200,
  errors: ['PAYMENT_NOT_FOUND'],
})

/**
 * Asks for another email address of an order, at most three times a day. The new address must agree by a link in an
 * email and, once a file was downloaded, the current address too.
 */
export const changeSaleEmail = endpoint({
  method: 'PUT',
  path: '/sales/:orderId/email',
  summary: 'Ask for another email address of an order',
  access: 'owner',
  params: byOrder,
  body: AddressForm,
  reply: AddressChangeReply,
  status: 202,
  errors: [...ADDRESS_CHANGE_ERRORS],
})

/**
 * What to refund. Without `amountMinor` and `itemIds`, all that is left of the payment is refunded. A refund of items
 * closes their downloads; a refund of an amount does not, unless nothing is left of the payment.
 */
export const REFUND_FIELDS = {
  paymentId: z.optional(machineText(30).check(z.regex(/^\d+$/))),
  /** A part of what is left of the payment that paid the order. */
  amountMinor: z.optional(z.int().check(z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))),
  /** Items whose price is refunded, as far as it was not refunded before. */
  itemIds: z.optional(
    z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(LIMITS.cartItems)),
  ),
}

/** The error codes of the requests for a refund. */
export const REFUND_ERRORS = [
  'PAYMENT_NOT_FOUND',
  'PAYMENT_STATUS_ALREADY_SET',
  'PAYMENT_STATUS_ALREADY_CHANGED',
  'ERROR_REFUND_UNDER_WAY',
  'ERROR_CREDIT_IN_USE',
  'ERROR_REAUTHENTICATION_REQUIRED',
] as const satisfies ErrorCode[]

/**
 * Requests a refund of a payment. A job sends the request to MercadoPago, and the payment's `refund` shows the outcome.
 * Without `paymentId`, the payment that paid the order is refunded, which is the only one of which a part can be
 * refunded. Repeated requests for all that is left make one refund. A request for a part needs an `Idempotency-Key`,
 * and answers 400 INVALID_DATA without it, with both `amountMinor` and `itemIds`, or if the amount is more than what is
 * left. Answers 404 PAYMENT_NOT_FOUND if nothing was paid, 409 PAYMENT_STATUS_ALREADY_SET if the payment or one of the
 * items was already refunded, 409 PAYMENT_STATUS_ALREADY_CHANGED after a chargeback, 409 ERROR_REFUND_UNDER_WAY while
 * another refund of the payment is not decided, and 409 ERROR_CREDIT_IN_USE while what was paid counts for a pack that
 * another order of the buyer completes.
 */
export const refundSale = endpoint({
  method: 'POST',
  path: '/sales/:orderId/refund',
  summary: 'Refund a payment or a part of it',
  access: 'owner',
  cacheTags: ['Sale', 'Sales'],
  captcha: { action: 'refund_form', in: 'header' },
  idempotent: true,
  params: byOrder,
  body: z.object({ reason: z.optional(optionalText(LIMITS.reason.max)), ...REFUND_FIELDS }),
  status: 202,
  errors: [...REFUND_ERRORS],
})
