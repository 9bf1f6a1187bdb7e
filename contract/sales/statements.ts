import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Currency, IsoDateTime, MinorAmount, issueKey, machineText } from '../core/fields.ts'
import { TIME_ZONE } from '../core/time-zone.ts'
import { LocalDay } from './lines.ts'

/** A month of `TIME_ZONE`, such as `2026-11`. */
export const StatementMonth = machineText(7).check(
  z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, issueKey('issue_invalid')),
)

/**
 * What one month brought in one currency, in minor units. The sales are those that the sales list shows for the month;
 * everything else is summed from the ledger, so that the sections of all months together are what the ledger says.
 */
export const StatementSection = z.object({
  currency: Currency,
  /** The number of line items that were sold in the month, including those whose money went back. */
  saleCount: z.int(),
  /** The number of free copies that people took in the month, which brought nothing. */
  freeCopyCount: z.int(),
  /** The list prices of these line items. */
  grossMinor: MinorAmount,
  /** The discounts on these line items: the list prices without them are what was charged. */
  discountMinor: MinorAmount,
  /** The agreed commission of these line items. */
  commissionMinor: MinorAmount,
  /**
   * The money of payments, less the commission on it, that is not of a sale of this month, such as a second payment or
   * a payment that is in review. Negative if it came in a month before its sale.
   */
  otherPaymentsMinor: MinorAmount,
  /** The fee of MercadoPago for the payments of the month, less what MercadoPago returned in the month. */
  providerFeeMinor: MinorAmount,
  /** What sellers returned to buyers in the month, whenever the sale was. */
  refundedMinor: MinorAmount,
  /** What banks took back by chargebacks in the month, less those that the seller won; negative if these are more. */
  chargedBackMinor: MinorAmount,
  /** The commission that the marketplace returned with refunds and chargebacks in the month. */
  commissionReturnedMinor: MinorAmount,
  /** What is left of all of the above. */
  netMinor: MinorAmount,
  /**
   * How much less commission than agreed MercadoPago deducted; negative if it deducted more. Not part of `netMinor`.
   */
  commissionDifferenceMinor: MinorAmount,
  /**
   * The part of `netMinor` and `commissionDifferenceMinor` that MercadoPago released by the statement's
   * `releasedUntil`. `toReleaseMinor` is the rest.
   */
  releasedMinor: MinorAmount,
  toReleaseMinor: MinorAmount,
})
export type StatementSection = z.infer<typeof StatementSection>

/**
 * The statement of a month. It is provisional until the month is over and MercadoPago has reported the fee of each of
 * its payments. After that it never changes: what comes later belongs to the statement of a later month.
 */
export const Statement = z.object({
  month: z.string(),
  /** When the statement became final; null while it is provisional. */
  finalAt: z.nullable(IsoDateTime),
  /** The SHA-256 of the final statement, in hexadecimal: that of `digestedText` in UTF-8. Null while provisional. */
  digest: z.nullable(z.string()),
  /**
   * The lines that the digest covers, separated by line feeds: the seller's id, the month and the time in UTC until
   * which entries count; then the currency, name and value of each number of the sections, sorted.
   */
  digestedText: z.nullable(z.string()),
  /** The day until which released money counts: the last of the month, or today in the current month. */
  releasedUntil: LocalDay,
  /** One section for each currency; none if no money moved in the month. */
  sections: z.array(StatementSection),
})
export type Statement = z.infer<typeof Statement>

/** The number of months on a page of statements. */
export const STATEMENTS_PER_PAGE = 12

/** Lists the months up to the current one in which money moved, newest first. */
export const listStatements = endpoint({
  method: 'GET',
  path: '/sales/statements',
  summary: "List the seller's monthly statements, newest first, a year at a time",
  access: 'verified',
  cacheTags: ['Sales'],
  query: z.object({
    /** Only the months before this one. */
    before: z.optional(StatementMonth),
  }),
  reply: z.object({
    timeZone: z.literal(TIME_ZONE),
    statements: z.array(Statement),
    /** The value of `before` for the next page; null if there are no earlier months. */
    nextBefore: z.nullable(z.string()),
  }),
})

const byMonth = z.object({ month: StatementMonth })

export const getStatement = endpoint({
  method: 'GET',
  path: '/sales/statements/:month',
  summary: 'Get the statement of a month',
  access: 'verified',
  params: byMonth,
  reply: Statement,
})

/**
 * Returns a statement as a CSV file by RFC 4180, in UTF-8 with a byte order mark: a header, one row for each movement
 * of money, and the rows of the statement, which the movements add up to. Amounts are decimal numbers with a point;
 * what is deducted is negative. A plain link can download the file.
 */
export const exportStatement = endpoint({
  method: 'GET',
  path: '/sales/statements/:month/statement.csv',
  summary: 'Download the statement of a month as a CSV file',
  access: 'verified',
  params: byMonth,
  contentType: 'text/csv',
  status: 200,
})

/** Returns a statement as a PDF file, in the language of the request. A plain link can download the file. */
export const getStatementPdf = endpoint({
  method: 'GET',
  path: '/sales/statements/:month/statement.pdf',
  summary: 'Download the statement of a month as a PDF file',
  access: 'verified',
  params: byMonth,
  contentType: 'application/pdf',
  status: 200,
})
