import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { Currency, IsoDateTime, MinorAmount, PageCursor } from './core/fields.ts'

/** How a payment at the provider and ours differed when an account was reconciled. */
export const PAYMENT_DIFFERENCES = [
  /** The provider has a payment with our commission that we did not know. */
  'missing',
  /** We have a payment of the period that the provider does not list. */
  'extra',
  'amount',
  'refund',
  /** The provider's fee or the deducted commission differs. */
  'fee',
  'status',
] as const
export type PaymentDifferenceKind = (typeof PAYMENT_DIFFERENCES)[number]

export const PaymentDifference = z.object({
  paymentId: z.string(),
  kind: z.enum(PAYMENT_DIFFERENCES),
})
export type PaymentDifference = z.infer<typeof PaymentDifference>

/** One side of a report: the payments that changed in its period. */
const Side = z.object({
  count: z.int(),
  /** What buyers paid minus what they got back, in minor units. */
  keptMinor: MinorAmount,
})

/** The reconciliation of one payment account: the provider's payments beside ours. */
export const ReconciliationReport = z.object({
  id: z.int(),
  at: IsoDateTime,
  /** The payments changed between these two times. */
  from: IsoDateTime,
  to: IsoDateTime,
  sellerId: z.int(),
  sellerUsername: z.string(),
  currency: Currency,
  provider: Side,
  /** Our payments after the reconciliation. */
  ours: Side,
  /** The differences that the reconciliation found, at most 100. It has corrected those that it could. */
  differences: z.array(PaymentDifference),
})
export type ReconciliationReport = z.infer<typeof ReconciliationReport>

/** Lists the daily reports of accounts in whose period a payment changed. */
export const listReconciliations = endpoint({
  method: 'GET',
  path: '/admin/reconciliations',
  summary: 'List the reports of the daily reconciliation, newest first, 50 at a time',
  access: 'admin',
  query: z.object({ cursor: PageCursor }),
  reply: z.object({
    reports: z.array(ReconciliationReport),
    nextCursor: z.nullable(z.int()),
  }),
})
