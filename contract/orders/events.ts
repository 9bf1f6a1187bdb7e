import * as z from 'zod/mini'
import { IsoDateTime, MinorAmount } from '../core/fields.ts'
import type { ConversionKind } from '../conversions.ts'
import type { MailTopic } from '../mail-topics.ts'
import { REJECTION_REASONS } from './orders.ts'

/** Why an order is in review or on hold. */
export const REVIEW_REASONS = [
  'another_order',
  'another_collector',
  'another_currency',
  'another_amount',
  /** The use of the coupon that the order held had ended, and others have used it as often as it could be. */
  'coupon_used_up',
  /** What was paid before for a part of the pack that the order completes was given back, or used otherwise. */
  'credit_used_up',
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

/**
 * Whether the buyer is emailed about an event. The emails `about_paying` and `about_files` can be stopped, each of them
 * alone: nothing is lost without them.
 */
export type BuyerEmail = 'always' | 'about_paying' | 'about_files'

/**
 * Declares an event of an order. The history of the order, the emails to its buyer and the notifications of its seller
 * are all made from its events.
 * @param definition.data what is stored of the event beside its kind and time. What is not known is left out; nothing
 * is null.
 * @param definition.once what makes the event unique among those of its kind and order, so that it is recorded once;
 * without it, nothing does
 * @param definition.buyer given if the buyer is emailed about it
 * @param definition.seller the topic under which the seller is notified of it, if so
 * @param definition.conversion what is reported about it to the services that the seller chose, if anything
 */
function orderEvent<
  D extends z.core.$ZodLooseShape,
  const B extends BuyerEmail | undefined = undefined,
  const S extends MailTopic | undefined = undefined,
>(definition: {
  data: z.ZodMiniObject<D>
  once?: (data: z.infer<z.ZodMiniObject<D>>) => string
  buyer?: B
  seller?: S
  conversion?: ConversionKind
}) {
  return { ...definition, buyer: definition.buyer as B, seller: definition.seller as S }
}

/** MercadoPago's id of the payment that the event is about. */
const paymentId = z.string()
/** A reason or a note in words. For a withdrawal it is the code, for downloads closed by the scanner the malware. */
const note = z.string()
const payment = z.object({ paymentId, amountMinor: MinorAmount })
/**
 * `report` is the key of MercadoPago's report, which names neither disputes nor claims: a second one has another key.
 */
const dispute = z.object({
  paymentId,
  amountMinor: MinorAmount,
  report: z.string(),
})
/** `askedAt` tells a second withdrawal from the first one. */
const withdrawal = z.object({ note, askedAt: IsoDateTime })
/** A refund. `refundedMinor` is what went back until now, of all payments that together paid the order. */
const refund = z.object({
  paymentId,
  amountMinor: MinorAmount,
  refundedMinor: MinorAmount,
})
const productReview = z.object({
  productId: z.int(),
  productName: z.string(),
  /** Tells two events about the same review apart. */
  key: z.string(),
})

const onceForPayment = (data: { paymentId: string }): string => data.paymentId
const onceForReport = (data: z.infer<typeof dispute>): string => data.report
const onceForWithdrawal = (data: z.infer<typeof withdrawal>): string => data.askedAt
const onceForRefund = (data: z.infer<typeof refund>): string =>
  `${data.paymentId}:${data.refundedMinor}`
const onceForKey = (data: { key: string }): string => data.key

/** Everything that can happen to an order, by the kind of the event. Amounts are in minor units of its currency. */
export const ORDER_EVENTS = {
  /** The order was made, for a buyer whose masked email address is given until it is removed from the order. */
  ordered: orderEvent({ data: z.object({ address: z.optional(z.string()) }) }),
  /** An admin made the order again, because it was lost and its payment was found. */
  rebuilt: orderEvent({ data: z.object({ paymentId, note: z.optional(note) }) }),
  /** The server has read a payment from MercadoPago, whose status is such as `approved` or `in_process`. */
  payment: orderEvent({ data: z.object({ paymentId, paymentStatus: z.string() }) }),
  approved: orderEvent({ data: z.object({}) }),
  /** The files were delivered. `shareMinor` is what the seller receives, `paidAgainBy` a payment after a return. */
  delivered: orderEvent({
    data: z.object({
      shareMinor: MinorAmount,
      paidAgainBy: z.optional(z.string()),
    }),
    once: ({ paidAgainBy }) => paidAgainBy ?? '',
    buyer: 'always',
    seller: 'sales',
    conversion: 'purchase',
  }),
  /** Somebody asked for a free product, whose files go to the address of the order. Each request is an event. */
  given: orderEvent({ data: z.object({}), buyer: 'always' }),
  /** The buyer has a voucher to pay. */
  voucher_waiting: orderEvent({
    data: z.object({ paymentId, deadline: z.optional(IsoDateTime) }),
    once: onceForPayment,
    buyer: 'about_paying',
  }),
  voucher_reminder: orderEvent({
    data: z.object({ paymentId, deadline: IsoDateTime }),
    once: onceForPayment,
    buyer: 'about_paying',
  }),
  voucher_expired: orderEvent({
    data: z.object({ paymentId }),
    once: onceForPayment,
    buyer: 'about_paying',
  }),
  payment_declined: orderEvent({
    data: z.object({ paymentId, rejection: z.enum(REJECTION_REASONS) }),
    once: onceForPayment,
    buyer: 'about_paying',
  }),
  /** A person must decide about the order. */
  review: orderEvent({
    data: z.object({ reason: ReviewReason, paymentId: z.optional(paymentId) }),
    once: ({ reason, paymentId: id = '' }) => `${reason}:${id}`,
    buyer: 'always',
    seller: 'reviews',
  }),
  /** The order is on hold after a fraud alert: nothing can be downloaded until a person has decided. */
  held: orderEvent({
    data: z.object({ paymentId, reason: ReviewReason }),
    buyer: 'always',
    seller: 'reviews',
  }),
  released: orderEvent({ data: z.object({}), buyer: 'always' }),
  /** An admin accepted a payment that differs from the order. */
  accepted: orderEvent({
    data: z.object({
      paymentId,
      amountMinor: MinorAmount,
      agreedMinor: MinorAmount,
      note,
    }),
  }),
  /** An admin ended the review without a delivery and without a refund. */
  dismissed: orderEvent({ data: z.object({ note }), buyer: 'always' }),
  expired: orderEvent({ data: z.object({}) }),
  /** Nobody downloaded the files of a free order, which has expired. */
  untaken: orderEvent({ data: z.object({}) }),
  /** The buyer paid more than the order costs, such as twice. The server requests the refund by itself. */
  second_payment: orderEvent({
    data: payment,
    once: onceForPayment,
    buyer: 'always',
    seller: 'refunds',
  }),
  /**
   * MercadoPago refuses the refund of a payment that the order does not need, which is requested again until `isFinal`.
   */
  surplus_refused: orderEvent({
    data: z.object({ ...payment.shape, isFinal: z.boolean() }),
    once: ({ paymentId: id, isFinal }) => `${id}:${isFinal ? 'final' : 'first'}`,
    buyer: 'always',
  }),
  /** The seller or an admin requested a refund, or the server did for a second payment or a withdrawal. */
  refund_requested: orderEvent({
    data: z.object({ paymentId, amountMinor: MinorAmount, note: z.optional(note) }),
  }),
  refund_refused: orderEvent({
    data: z.object({ paymentId, refusal: RefundRefusal, refundId: z.string() }),
    once: data => data.refundId,
    seller: 'refunds',
  }),
  /** A part of the payment was refunded, and the order stays approved. */
  partly_refunded: orderEvent({
    data: refund,
    once: onceForRefund,
    buyer: 'always',
    seller: 'refunds',
  }),
  refunded: orderEvent({
    data: refund,
    once: onceForRefund,
    buyer: 'always',
    seller: 'refunds',
    conversion: 'refund',
  }),
  /** A payment that did not pay the order, or that another one replaces, was refunded. */
  payment_refunded: orderEvent({
    data: refund,
    once: onceForRefund,
    buyer: 'always',
    seller: 'refunds',
  }),
  charged_back: orderEvent({
    data: dispute,
    once: onceForReport,
    buyer: 'always',
    seller: 'chargebacks',
  }),
  chargeback_won: orderEvent({
    data: dispute,
    once: onceForReport,
    buyer: 'always',
    seller: 'chargebacks',
  }),
  chargeback_lost: orderEvent({
    data: dispute,
    once: onceForReport,
    buyer: 'always',
    seller: 'chargebacks',
  }),
  /** The buyer has complained about the payment at MercadoPago. */
  claim_opened: orderEvent({ data: dispute, once: onceForReport, seller: 'chargebacks' }),
  /** MercadoPago has closed the claim, and the payment stands. */
  claim_closed: orderEvent({ data: dispute, once: onceForReport, seller: 'chargebacks' }),
  /** The buyer withdrew. `amountMinor` is refunded; without it, the payment was not made yet and is being canceled. */
  withdrawn: orderEvent({
    data: z.object({ ...withdrawal.shape, amountMinor: z.optional(MinorAmount) }),
    once: onceForWithdrawal,
    buyer: 'always',
  }),
  /** The buyer withdrew after the period, and the seller can answer until `dueAt`. */
  withdrawal_asked: orderEvent({
    data: z.object({ ...withdrawal.shape, amountMinor: MinorAmount, dueAt: IsoDateTime }),
    once: onceForWithdrawal,
    buyer: 'always',
    seller: 'refunds',
  }),
  /** The refund is granted. `isAnswered` is false if the seller did not answer in time. */
  withdrawal_granted: orderEvent({
    data: z.object({ ...withdrawal.shape, isAnswered: z.boolean() }),
    once: onceForWithdrawal,
    buyer: 'always',
  }),
  withdrawal_declined: orderEvent({
    data: z.object({ ...withdrawal.shape, answer: z.string() }),
    once: onceForWithdrawal,
    buyer: 'always',
  }),
  /** MercadoPago refuses the refund of a withdrawal for the moment. */
  withdrawal_waiting: orderEvent({ data: withdrawal, once: onceForWithdrawal, buyer: 'always' }),
  /** MercadoPago has finally refused the refund of a buyer's withdrawal from the contract. */
  withdrawal_failed: orderEvent({ data: withdrawal, once: onceForWithdrawal, buyer: 'always' }),
  /** The delivery email was sent again, by the seller or at the buyer's request. */
  resent: orderEvent({ data: z.object({}), buyer: 'always' }),
  /** The seller told the buyers of a product what changed in its files. */
  files_changed: orderEvent({
    data: z.object({ updateId: z.int(), productName: z.string(), note }),
    once: ({ updateId }) => String(updateId),
    buyer: 'about_files',
  }),
  /** The buyer has put a name and tax id on the receipt. */
  receipt_changed: orderEvent({
    data: z.object({ version: z.int() }),
    once: ({ version }) => String(version),
    buyer: 'always',
  }),
  /** The mail server refused an email to the buyer, whose masked address is given. */
  mail_refused: orderEvent({ data: z.object({ address: z.string() }) }),
  /** The buyer wrote to the seller, who got the message by email. */
  buyer_wrote: orderEvent({ data: z.object({}) }),
  /** The order has another email address, which is given masked. */
  email_changed: orderEvent({
    data: z.object({ address: z.string(), requestedBy: z.enum(['buyer', 'seller', 'admin']) }),
  }),
  /** Downloads were closed by the seller, or by the scanner if nobody requested it. */
  access_closed: orderEvent({
    data: z.object({ note, requestedBy: z.optional(z.enum(['seller'])) }),
    buyer: 'always',
  }),
  /** The downloads are open again, by themselves or because the buyer has paid again if nobody requested it. */
  access_opened: orderEvent({
    data: z.object({ requestedBy: z.optional(z.enum(['seller', 'admin'])) }),
    buyer: 'always',
  }),
  /** An admin has hidden the buyer's review of a product. */
  product_review_hidden: orderEvent({
    data: z.object({ ...productReview.shape, stars: z.int(), note }),
    once: onceForKey,
    buyer: 'always',
    seller: 'product_reviews',
  }),
  /** An admin shows the buyer's review of a product again. */
  product_review_shown: orderEvent({ data: productReview, once: onceForKey, buyer: 'always' }),
}

type OrderEvents = typeof ORDER_EVENTS
export type OrderEventKind = keyof OrderEvents
export const ORDER_EVENT_KINDS = Object.keys(ORDER_EVENTS) as OrderEventKind[]

/** The kinds of events that the buyer is emailed about, and those that the seller is notified of. */
export type BuyerEventKind = {
  [K in OrderEventKind]: OrderEvents[K]['buyer'] extends BuyerEmail ? K : never
}[OrderEventKind]
export type SellerEventKind = {
  [K in OrderEventKind]: OrderEvents[K]['seller'] extends MailTopic ? K : never
}[OrderEventKind]

/** The stored data of an event of a kind. */
export type OrderEventData<K extends OrderEventKind> = WithoutIndex<z.infer<OrderEvents[K]['data']>>
/** An empty zod object allows no field, which its type says by an index signature. */
export type WithoutIndex<T> = string extends keyof T ? object : T

/** An event in the history of an order, with the fields of its kind. */
export type OrderEvent<K extends OrderEventKind = OrderEventKind> = {
  [P in K]: { id: number; at: string; kind: P } & OrderEventData<P>
}[K]

/** The fields of any event, each of which only some kinds have. */
export type OrderEventFields = { kind: OrderEventKind } & {
  [F in { [K in OrderEventKind]: keyof OrderEventData<K> }[OrderEventKind]]?: {
    [K in OrderEventKind]: F extends keyof OrderEventData<K> ? OrderEventData<K>[F] : never
  }[OrderEventKind]
}

const EVENT_SCHEMAS = ORDER_EVENT_KINDS.map(kind =>
  z.object({
    id: z.int(),
    at: IsoDateTime,
    kind: z.literal(kind),
    ...(ORDER_EVENTS[kind].data.shape as z.core.$ZodLooseShape),
  }),
)
/** The type of a union that is made from a table has to be stated. */
export const OrderEvent = z.discriminatedUnion(
  'kind',
  EVENT_SCHEMAS as unknown as [z.ZodMiniObject, ...z.ZodMiniObject[]],
) as z.ZodMiniType as z.ZodMiniType<OrderEvent>
