import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable, getTableConfig } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '#server/db/schema/index.ts'

/**
 * The tables whose generated ids have 32 bits. They have a row for each person, product, purchased item or decision,
 * which two billion outlast. A table that grows with every job, event, email or news has ids of 64 bits.
 */
const SMALL_TABLES = new Set(
  `users identities sessions devices security_events account_tokens admin_actions product_reports testimonials categories profiles
  subcategories products product_slots product_files product_editions product_updates product_previews availability_requests payment_accounts reconciliation_reports
  product_reviews passkeys recovery_codes second_steps withdrawals order_items download_grants downloads
  invariant_checks receipt_buyers address_changes coupons price_batches conversion_receivers`.split(
    /\s+/,
  ),
)

test('generated ids have 64 bits, except in tables that stay small', () => {
  const generated = Object.values(schema).flatMap(table =>
    is(table, PgTable)
      ? Object.values(getTableColumns(table))
          .filter(({ generatedIdentity, primary }) => primary && generatedIdentity !== undefined)
          .map(column => ({ table: getTableName(table), type: column.getSQLType() }))
      : [],
  )
  const isSmall = ({ type }: { type: string }) => type !== 'bigint'

  expect(
    generated
      .filter(isSmall)
      .map(({ table }) => table)
      .sort(),
  ).toEqual([...SMALL_TABLES].sort())
  expect(generated.filter(column => !isSmall(column)).length).toBeGreaterThan(4)
})

test('an id never changes, so no foreign key follows a change of what it refers to', () => {
  const keys = Object.values(schema).flatMap(table =>
    is(table, PgTable) ? getTableConfig(table).foreignKeys : [],
  )

  expect(keys.length).toBeGreaterThan(90)
  expect(keys.filter(({ onUpdate }) => onUpdate !== 'no action').map(key => key.getName())).toEqual(
    [],
  )
})
