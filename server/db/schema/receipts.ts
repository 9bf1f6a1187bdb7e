import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { TAX_ID_KINDS } from '#contract/tax-ids.ts'
import { idColumn, timestampDefaultNow, timestamptz } from '../columns.ts'
import { users } from './accounts.ts'
import { orders } from './orders.ts'

/** The legal name and tax id that a seller's new receipts show. */
export const sellerTaxData = pgTable('seller_tax_data', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  name: text().notNull(),
  taxIdKind: text({ enum: TAX_ID_KINDS }).notNull(),
  /** The number in its shortest form, without dots and dashes. */
  taxId: text().notNull(),
})

/** The number of each seller's latest receipt. */
export const receiptNumbers = pgTable('receipt_numbers', {
  sellerId: integer()
    .primaryKey()
    .references(() => users.id),
  latest: integer().notNull(),
})

/** The receipt of a paid order, with the seller's name and tax id at the time it was issued. */
export const receipts = pgTable(
  'receipts',
  {
    orderId: uuid()
      .primaryKey()
      .references(() => orders.id),
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    /** The receipts of a seller are numbered from 1 without gaps. */
    number: integer().notNull(),
    sellerName: text(),
    sellerTaxIdKind: text({ enum: TAX_ID_KINDS }),
    sellerTaxId: text(),
    issuedAt: timestampDefaultNow(),
  },
  table => [uniqueIndex('receipts_number').on(table.sellerId, table.number)],
)

/** The name and tax id that a buyer wants on the receipt. The newest row counts; earlier ones stay. */
export const receiptBuyers = pgTable(
  'receipt_buyers',
  {
    id: idColumn(),
    orderId: uuid()
      .notNull()
      .references(() => receipts.orderId),
    name: text().notNull(),
    taxIdKind: text({ enum: TAX_ID_KINDS }).notNull(),
    taxId: text().notNull(),
    createdAt: timestampDefaultNow(),
  },
  table => [index().on(table.orderId, table.id)],
)

/**
 * Requested changes of an order's email address that are not confirmed yet. All rows of an order are deleted when one
 * of them is applied, and each when it has expired.
 */
export const addressChanges = pgTable(
  'address_changes',
  {
    id: idColumn(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    requestedBy: text({ enum: ['buyer', 'seller', 'admin'] }).notNull(),
    newEmail: text().notNull(),
    /** The digest of the token in the email to the new address. */
    newTokenHash: text().notNull().unique(),
    /** The digest of the token in the email to the current address; null if that address need not agree. */
    oldTokenHash: text().unique(),
    newConfirmedAt: timestamptz(),
    oldConfirmedAt: timestamptz(),
    createdAt: timestampDefaultNow(),
    expiresAt: timestamptz().notNull(),
  },
  table => [index().on(table.orderId)],
)
