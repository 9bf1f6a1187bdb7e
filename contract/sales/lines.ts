import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Currency, Id, MinorAmount, IsoDateTime, optionalText } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'
import { ORDER_VIEWS } from '../orders.ts'
import { TIME_ZONE } from '../core/time-zone.ts'

/**
 * The seller's sales desk. Every figure of it, the card, the list, the chart, the products and the export,
 * is a sum over the same lines: one line is one item of one order.
 *
 * Amounts are minor units of the `currency` beside them. A line's `priceMinor` = `feeMinor` +
 * `sellerShareMinor`; `netMinor` = `sellerShareMinor` - `providerFeeMinor` - the seller's part of what went
 * back. Sums of gross, commission, share, provider's fee and net run over lines in state `approved`;
 * `refundedMinor` over every line. Days are days of `TIME_ZONE`: the day of approval, before that the day of
 * order.
 */

/** A day, `2026-11-21`, of `TIME_ZONE`. */
export const Day = z.iso.date()

/** The money of a line, or of a whole order. */
export const lineAmounts = {
  priceMinor: MinorAmount,
  feeMinor: MinorAmount,
  sellerShareMinor: MinorAmount,
  /** What MercadoPago reported as its fee; null until it has. */
  providerFeeMinor: z.nullable(MinorAmount),
  /** Of the price, what went back to the buyer; all of it after a chargeback. */
  refundedMinor: MinorAmount,
  /** What stays with the seller; null until MercadoPago has reported its fee. */
  netMinor: z.nullable(MinorAmount),
}

export const Sale = z.object({
  /** Of the line: unique in every list. */
  itemId: z.int(),
  orderId: z.string(),
  createdAt: IsoDateTime,
  /** The moment the desk counts it on: of approval, before that of the order. */
  soldAt: IsoDateTime,
  state: z.enum(ORDER_VIEWS),
  productId: z.int(),
  productName: z.string(),
  /** `a•••@correo.com`: enough to recognise, not to write to. */
  payerEmail: z.string(),
  ...lineAmounts,
  currency: Currency,
})
export type Sale = z.infer<typeof Sale>

/** What narrows the list and the export alike. `from` and `to` are days of `soldAt`, both included. */
export const SaleFilter = z.object({
  /** Part of a product's name, a whole order id, or a whole email of a buyer. */
  q: z.optional(optionalText(LIMITS.search.max, 'issue_too_long')),
  productId: z.optional(Id),
  state: z.optional(z.enum(ORDER_VIEWS)),
  from: z.optional(Day),
  to: z.optional(Day),
})
export type SaleFilter = z.infer<typeof SaleFilter>

export const listSales = endpoint({
  method: 'GET',
  path: '/sales',
  summary: "The seller's sales, newest first, 50 at a time",
  access: 'verified',
  query: z.extend(SaleFilter, { cursor: z.optional(z.string().check(z.maxLength(60))) }),
  reply: z.object({ sales: z.array(Sale), nextCursor: z.nullable(z.string()) }),
})

/**
 * The same lines as a file: a header, a line each, then one line of totals for each currency and state.
 * UTF-8 with a byte order mark, RFC 4180; a text that a spreadsheet would run as a formula has a ' in front.
 * Amounts are decimal numbers with a point. A link to it downloads: it needs no script.
 */
export const exportSales = endpoint({
  method: 'GET',
  path: '/sales/export.csv',
  summary: 'The sales as a CSV file',
  access: 'verified',
  query: SaleFilter,
  contentType: 'text/csv',
  status: 200,
})

export const SALES_RANGES = ['7d', '30d', '90d', '12m', 'all'] as const

/** `from` and `to` win over `range`; none of them is `all`. */
const Period = {
  range: z.optional(z.enum(SALES_RANGES)),
  from: z.optional(Day),
  to: z.optional(Day),
}

const totals = {
  /** Lines in state `approved`. */
  count: z.int(),
  grossMinor: MinorAmount,
  feeMinor: MinorAmount,
  /** Gross less commission: the dashboard's total earnings. */
  sellerShareMinor: MinorAmount,
  /** As far as MercadoPago has reported it. */
  providerFeeMinor: MinorAmount,
  /** Of the lines whose fee is known; `unsettledCount` tells how many are not in it yet. */
  netMinor: MinorAmount,
  unsettledCount: z.int(),
  /** What went back to buyers: of approved, refunded and charged back lines. */
  refundedMinor: MinorAmount,
}

export const SaleDay = z.object({ date: Day, views: z.int(), ...totals })
export type SaleDay = z.infer<typeof SaleDay>

/** Only lines in the installation's currency; `days` holds those with a sale, a refund or a view, oldest first. */
export const getSalesSummary = endpoint({
  method: 'GET',
  path: '/sales/summary',
  summary: 'Totals of the sales, and by day',
  access: 'verified',
  query: z.object({ ...Period, productId: z.optional(Id) }),
  reply: z.object({
    currency: Currency,
    timeZone: z.literal(TIME_ZONE),
    ...totals,
    views: z.int(),
    days: z.array(SaleDay),
  }),
})

export const ProductSales = z.object({
  productId: z.int(),
  name: z.string(),
  imageFile: z.string(),
  /** Withdrawn by the seller; its sales stay in the books. */
  deleted: z.boolean(),
  views: z.int(),
  ...totals,
})
export type ProductSales = z.infer<typeof ProductSales>

/** Best earning first, 50 a page; products without a sale or a view in the period are left out. */
export const getSalesByProduct = endpoint({
  method: 'GET',
  path: '/sales/products',
  summary: 'Views, sales and revenue of each product',
  access: 'verified',
  query: z.object({
    ...Period,
    page: z.optional(
      z.coerce.number<string | number>().check(z.int(), z.minimum(1), z.maximum(200)),
    ),
  }),
  reply: z.object({
    currency: Currency,
    products: z.array(ProductSales),
    page: z.int(),
    pageSize: z.int(),
    total: z.int(),
  }),
})
