import * as z from 'zod/mini'
import { OrderNumber } from '../orders/order-number.ts'
import { endpoint } from '../core/endpoint.ts'
import {
  Currency,
  IdText,
  integerText,
  MinorAmount,
  IsoDateTime,
  optionalText,
  machineText,
} from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'
import { SHOWN_ORDER_STATES, type ShownOrderState } from '../orders/orders.ts'
import { ORDER_ENTRIES } from '../orders/payment-link.ts'
import { TIME_ZONE } from '../core/time-zone.ts'

/**
 * The endpoints of the seller's sales screens. Every figure in the summary, the list, the chart, the ranking and the
 * export is a sum over line items. A line item is one item of one order. Amounts are minor units of the `currency` in
 * the same object. A line item's `priceMinor` is the sum of `feeMinor` and `sellerShareMinor`. Its `netMinor` is
 * `sellerShareMinor` without `providerFeeMinor` and without the seller's part of the refunds. The totals sum the line
 * items in state `approved`; only `refundedMinor` and `reversedNetMinor` sum others. A day is a day of `TIME_ZONE`: the
 * day of the order's approval, or of its creation if it is not approved yet.
 */

/** A day of `TIME_ZONE`, such as `2026-11-21`. */
export const LocalDay = machineText(10).check(z.iso.date())

/** The amounts of a line item or of a whole order, in minor units. */
export const LINE_AMOUNT_FIELDS = {
  priceMinor: MinorAmount,
  feeMinor: MinorAmount,
  sellerShareMinor: MinorAmount,
  /** The fee of MercadoPago; null until MercadoPago has reported it. */
  providerFeeMinor: z.nullable(MinorAmount),
  /** The amount that the buyer got back; after a chargeback this is the whole price. */
  refundedMinor: MinorAmount,
  /** The seller's net amount; null until MercadoPago has reported its fee. */
  netMinor: z.nullable(MinorAmount),
}

/**
 * When MercadoPago lets the seller use the money of a paid order. Null until MercadoPago has reported it, and while it
 * holds the money because of a complaint.
 */
export const MoneyReleaseAt = z.nullable(IsoDateTime)

export const Sale = z.object({
  /** The id of the line item, unique in every list. */
  itemId: z.int(),
  orderId: z.string(),
  /** The number by which people name the order, such as `K7M3-2QRD`. */
  number: OrderNumber,
  createdAt: IsoDateTime,
  /**
   * The time by which the sale is sorted and filtered: the order's approval, or its creation if it is not approved yet.
   */
  soldAt: IsoDateTime,
  state: z.enum(SHOWN_ORDER_STATES),
  productId: z.int(),
  productName: z.string(),
  /** The name of the pack as a part of which the product was sold; null if it was sold by itself. */
  packName: z.nullable(z.string()),
  /** The buyer's email, masked as `a•••@correo.com`. */
  payerEmail: z.string(),
  /** How the buyer came to the order; null if it is not known. */
  entry: z.nullable(z.enum(ORDER_ENTRIES)),
  /** The code of the coupon with which the order was made; null without one. */
  couponCode: z.nullable(z.string()),
  /** What the line item was sold below its list price, by a coupon or as a part of a pack. */
  discountMinor: MinorAmount,
  ...LINE_AMOUNT_FIELDS,
  currency: Currency,
  moneyReleaseAt: MoneyReleaseAt,
})
export type Sale = z.infer<typeof Sale>

/** The two lists of a seller: sales, and attempts to pay that have brought no money. */
export const SALE_LISTS = ['sales', 'attempts'] as const
export type SaleList = (typeof SALE_LISTS)[number]

/**
 * The list to which a line item belongs, by its state. In the states of `sales` the buyer's money reached the seller,
 * even if it went back later.
 */
export const LIST_OF_STATE: Readonly<Record<ShownOrderState, SaleList>> = {
  created: 'attempts',
  pending: 'attempts',
  in_process: 'attempts',
  rejected: 'attempts',
  expired: 'attempts',
  approved: 'sales',
  review: 'sales',
  refunded: 'sales',
  charged_back: 'sales',
}

/** The filter of the sales list and the export. `from` and `to` are days of `soldAt`, both inclusive. */
export const SaleFilter = z.object({
  /** The search text: part of the name of a product or its pack, a whole order id, or a buyer's whole email. */
  q: z.optional(optionalText(LIMITS.search.max)),
  /** A product or a pack. The sales of a pack are the line items of its parts that were sold as the pack. */
  productId: z.optional(IdText),
  state: z.optional(z.enum(SHOWN_ORDER_STATES)),
  /** One of the two lists; without it, the line items of both. */
  list: z.optional(z.enum(SALE_LISTS)),
  from: z.optional(LocalDay),
  to: z.optional(LocalDay),
})
export type SaleFilter = z.infer<typeof SaleFilter>

export const listSales = endpoint({
  method: 'GET',
  path: '/sales',
  summary: "List the seller's sales, newest first, 50 a page",
  access: 'verified',
  cacheTags: ['Sales'],
  query: z.extend(SaleFilter, { cursor: z.optional(machineText(60)) }),
  reply: z.object({ sales: z.array(Sale), nextCursor: z.nullable(z.string()) }),
})

/**
 * Returns the filtered sales as a CSV file by RFC 4180, in UTF-8 with a byte order mark. It has a header, one row for
 * each line item, then totals for each currency and state. Amounts are decimal numbers with a point. A text that a
 * spreadsheet would run as a formula gets the prefix `'`. A plain link can download the file.
 */
export const exportSales = endpoint({
  method: 'GET',
  path: '/sales/export.csv',
  summary: 'Export sales as a CSV file',
  access: 'verified',
  query: SaleFilter,
  contentType: 'text/csv',
  status: 200,
})

export const SALES_RANGES = ['7d', '30d', '90d', '12m', 'all'] as const

/**
 * The period of the figures. If `from` or `to` is set, `range` is ignored. If none of them is set, the period is `all`.
 */
export const Period = {
  range: z.optional(z.enum(SALES_RANGES)),
  from: z.optional(LocalDay),
  to: z.optional(LocalDay),
}

const totals = {
  /** The number of line items in state `approved`; of a single product or pack, the number of their orders. */
  count: z.int(),
  grossMinor: MinorAmount,
  feeMinor: MinorAmount,
  /** Gross amount minus commission. */
  sellerShareMinor: MinorAmount,
  /** The sum of the fees that MercadoPago has reported so far. */
  providerFeeMinor: MinorAmount,
  /** The net amount of the line items whose fee is known; `unsettledCount` counts the others. */
  netMinor: MinorAmount,
  unsettledCount: z.int(),
  /** The seller's share of the line items whose fee is not known yet. */
  unsettledShareMinor: MinorAmount,
  /**
   * The net amount of the refunded and charged-back line items: zero, or negative by the fees that MercadoPago kept.
   * With `netMinor` it makes what the seller keeps.
   */
  reversedNetMinor: MinorAmount,
  /** The amount returned to buyers, summed over approved, refunded and charged-back line items. */
  refundedMinor: MinorAmount,
}

/** The free copies are those that people downloaded for the first time. They are no sales, and in no total. */
export const DailySales = z.object({
  date: LocalDay,
  views: z.int(),
  freeCopies: z.int(),
  ...totals,
})
export type DailySales = z.infer<typeof DailySales>

/**
 * Returns the totals of the line items in the installation's currency. `days` lists the days with a sale, a view or
 * a free copy, oldest first.
 */
export const getSalesSummary = endpoint({
  method: 'GET',
  path: '/sales/summary',
  summary: 'Get the totals of the sales, overall and by day',
  access: 'verified',
  cacheTags: ['Sales'],
  query: z.object({ ...Period, productId: z.optional(IdText) }),
  reply: z.object({
    currency: Currency,
    timeZone: z.literal(TIME_ZONE),
    ...totals,
    views: z.int(),
    freeCopies: z.int(),
    days: z.array(DailySales),
  }),
})

export const ProductSales = z.object({
  productId: z.int(),
  name: z.string(),
  imageFile: z.string(),
  /** Whether the seller has deleted the product. Its sales still count. */
  deleted: z.boolean(),
  views: z.int(),
  ...totals,
})
export type ProductSales = z.infer<typeof ProductSales>

/**
 * Lists the products with a sale or a view in the period, 50 on a page. The product with the highest seller's share
 * comes first.
 */
export const getSalesByProduct = endpoint({
  method: 'GET',
  path: '/sales/products',
  summary: 'Get views, sales and revenue of each product',
  access: 'verified',
  cacheTags: ['Sales'],
  query: z.object({
    ...Period,
    page: z.optional(integerText('issue_invalid', 1, 200)),
  }),
  reply: z.object({
    currency: Currency,
    products: z.array(ProductSales),
    page: z.int(),
    pageSize: z.int(),
    total: z.int(),
  }),
})
