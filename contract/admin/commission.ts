import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Currency, IsoDateTime, MinorAmount, integerText } from '../core/fields.ts'
import { OrderNumber } from '../orders/order-number.ts'
import { PageCursor } from './users.ts'

/** A year of `TIME_ZONE`; without it, the current one. */
const Year = z.optional(integerText('issue_invalid', 2000, 2999))

/** The marketplace's commission in one month of `TIME_ZONE` and one currency, in minor units, summed from the ledger. */
export const CommissionMonth = z.object({
  /** The month, such as `2026-11`. */
  month: z.string(),
  currency: Currency,
  /** What the provider deducted for the marketplace: the agreed commission without `missingMinor`, and `excessMinor`. */
  earnedMinor: MinorAmount,
  /** What the marketplace returned with refunds and chargebacks. */
  returnedMinor: MinorAmount,
  /** What was agreed, but not deducted. */
  missingMinor: MinorAmount,
  /** What was deducted beyond the agreement, or was missing at first and deducted later. */
  excessMinor: MinorAmount,
})
export type CommissionMonth = z.infer<typeof CommissionMonth>

export const getCommission = endpoint({
  method: 'GET',
  path: '/admin/commission',
  summary: 'Get the commission earned, returned and missing in each month of a year, newest first',
  access: 'admin',
  query: z.object({ year: Year }),
  reply: z.object({
    year: z.int(),
    months: z.array(CommissionMonth),
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
