import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Currency, IsoDateTime, MinorAmount, integerText, PageCursor } from '../core/fields.ts'
import { OrderNumber } from '../orders/order-number.ts'

/** A year of `TIME_ZONE`; without it, the current one. */
const Year = z.optional(integerText('issue_invalid', 2000, 2999))

/**
 * The marketplace's commission in one month of `TIME_ZONE` and one currency, in minor units, summed from the ledger.
 */
export const CommissionMonth = z.object({
  /** The month, such as `2026-11`. */
  month: z.string(),
  currency: Currency,
  /**
   * What the provider deducted for the marketplace: the agreed commission without `missingMinor`, and `excessMinor`.
   */
  earnedMinor: MinorAmount,
  /** What the marketplace returned with refunds and chargebacks. */
  returnedMinor: MinorAmount,
  /** What was agreed, but not deducted. */
  missingMinor: MinorAmount,
  /** What was deducted beyond the agreement, or was missing at first and deducted later. */
  excessMinor: MinorAmount,
  /**
   * What offers, coupons and other discounts of sellers cost: the commission of the prices without them, less that of
   * what was paid, of the items that were sold in the month and not refunded as a whole.
   */
  forgoneMinor: MinorAmount,
})
export type CommissionMonth = z.infer<typeof CommissionMonth>

/**
 * A sold item of which more than half was refunded as an amount, while its buyer keeps the file. Since the commission
 * is returned in proportion, its seller may have evaded it by charging the price elsewhere.
 */
export const RefundedSale = z.object({
  /** The id of the order item. */
  id: z.int(),
  soldAt: IsoDateTime,
  orderId: z.string(),
  number: OrderNumber,
  sellerUsername: z.string(),
  productName: z.string(),
  currency: Currency,
  priceMinor: MinorAmount,
  refundedMinor: MinorAmount,
})
export type RefundedSale = z.infer<typeof RefundedSale>

/** The number of refunded sales that the report lists. */
export const MAX_REFUNDED_SALES = 50

export const getCommission = endpoint({
  method: 'GET',
  path: '/admin/commission',
  summary:
    'Get the commission of each month of a year, newest first, and the sales whose price went back while the file stays open',
  access: 'admin',
  query: z.object({ year: Year }),
  reply: z.object({
    year: z.int(),
    months: z.array(CommissionMonth),
    /** The sales of the year of which more than half was refunded although the file stays open, newest first. */
    refundedSales: z.array(RefundedSale),
    /** Whether an earlier year has commission. */
    hasEarlier: z.boolean(),
  }),
})

/** A payment from which the provider deducted another commission than agreed. */
export const CommissionDifference = z.object({
  id: z.int(),
  at: IsoDateTime,
  paymentId: z.string(),
  orderId: z.string(),
  number: OrderNumber,
  sellerUsername: z.string(),
  currency: Currency,
  agreedMinor: MinorAmount,
  /** The missing commission in minor units; negative if more was deducted than agreed, or was deducted later. */
  missingMinor: MinorAmount,
})
export type CommissionDifference = z.infer<typeof CommissionDifference>

export const listCommissionDifferences = endpoint({
  method: 'GET',
  path: '/admin/commission/differences',
  summary:
    'List the payments of a year with another commission than agreed, newest first, 50 at a time',
  access: 'admin',
  query: z.object({ year: Year, cursor: PageCursor }),
  reply: z.object({
    differences: z.array(CommissionDifference),
    nextCursor: z.nullable(z.int()),
  }),
})
