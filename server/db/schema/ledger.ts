import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/core/fields.ts'
import { bigIdColumn, timestampDefaultNow, timestamptz } from '../columns.ts'
import { toSqlList } from '../sql-list.ts'
import { payments } from './orders.ts'

/** The accounts between which money of a payment moves. */
export const LEDGER_ACCOUNTS = ['buyer', 'seller', 'marketplace', 'provider'] as const

/**
 * The kinds of entries. `commission` is what was agreed with the order, and `commission_difference` is how much less
 * than that the provider deducted, or, in the other direction, how much more.
 */
export const LEDGER_KINDS = [
  'payment',
  'commission',
  'commission_difference',
  'commission_returned',
  'provider_fee',
  'provider_fee_returned',
  'refund',
  'chargeback',
  'chargeback_reversed',
] as const

/** The kinds of entries for what a sale brings, which statements count in the month of the payment's first entry. */
export const SALE_KINDS = [
  'payment',
  'commission',
  'commission_difference',
  'provider_fee',
] as const satisfies readonly (typeof LEDGER_KINDS)[number][]

/** The kinds of entries whose sums are the commission of the marketplace. */
const COMMISSION_KINDS = [
  'commission',
  'commission_difference',
  'commission_returned',
] as const satisfies readonly (typeof LEDGER_KINDS)[number][]

/** `COMMISSION_KINDS` as a list in SQL, for the partial indexes and the queries that use them. */
export const COMMISSION_KIND_LIST = toSqlList(COMMISSION_KINDS)

/**
 * The ledger of all payments. An entry moves an amount from one account to another, so the accounts of a payment always
 * add up to zero. Entries are only appended: a trigger refuses to change or delete them, and a correction is another
 * entry with the difference.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigIdColumn(),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    /**
     * The position of the entry among those of its payment, from 1. It is unique, so that two transactions that see
     * the same news cannot both write it.
     */
    number: integer().notNull(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    fromAccount: text({ enum: LEDGER_ACCOUNTS }).notNull(),
    toAccount: text({ enum: LEDGER_ACCOUNTS }).notNull(),
    amountMinor: bigint({ mode: 'number' }).notNull(),
    currency: text().$type<Currency>().notNull(),
    /**
     * The provider's id of the refund that moved the money, which has a row in `provider_refunds`; null for all other
     * entries, and for a refund that the provider did not report by itself.
     */
    refundId: text(),
    /** When the money moved, by the provider's clock. */
    occurredAt: timestamptz().notNull(),
    createdAt: timestampDefaultNow(),
    /** The seller of the payment's order, so that statements read one index. */
    sellerId: integer().notNull(),
    /**
     * The time by whose month statements count the entry: that of the payment's first entry for what the sale brings,
     * such as a fee that was reported later, and `occurredAt` for what goes back.
     */
    countsAt: timestamptz().notNull(),
  },
  table => [
    unique('ledger_entries_payment').on(table.paymentId, table.number),
    // Finds the entries that `commission_days` does not have yet.
    index('ledger_entries_commission_created')
      .on(table.createdAt)
      .where(sql`${table.kind} in ${sql.raw(COMMISSION_KIND_LIST)}`),
    index('ledger_entries_commission_difference')
      .on(table.occurredAt, table.id)
      .where(sql`${table.kind} = 'commission_difference'`),
    index('ledger_entries_statement').on(table.sellerId, table.countsAt),
    // Finds the entries that were appended after the statement of their month was final.
    index('ledger_entries_late')
      .on(table.sellerId, table.createdAt)
      .where(sql`${table.createdAt} - ${table.countsAt} > interval '24:00:00'`),
    // Finds the payments that were booked lately, for the check of the invariants.
    index('ledger_entries_created').using('brin', table.createdAt),
    check('ledger_entries_amount', sql`${table.amountMinor} > 0`),
    check('ledger_entries_accounts', sql`${table.fromAccount} <> ${table.toAccount}`),
  ],
)

/**
 * The sums of the entries about commission that were appended on a day of UTC, by the month of `TIME_ZONE` in which the
 * money moved. A day is summed once it is over, and its rows never change, since entries are only appended.
 */
export const commissionDays = pgTable(
  'commission_days',
  {
    day: date({ mode: 'string' }).notNull(),
    month: text().notNull(),
    currency: text().$type<Currency>().notNull(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    fromAccount: text({ enum: LEDGER_ACCOUNTS }).notNull(),
    amountMinor: bigint({ mode: 'number' }).notNull(),
  },
  table => [
    primaryKey({
      columns: [table.day, table.month, table.currency, table.kind, table.fromAccount],
    }),
    index('commission_days_month').on(table.month),
  ],
)
