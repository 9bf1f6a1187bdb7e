import { getTableName, is, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restoreFirstRelease } from '#tools/database/first-release.ts'
import { openTestDatabase } from '#tools/database/test-database.ts'
import type { OpenDatabase } from './client.ts'
import { MIGRATIONS, migrateDatabase } from './migrate.ts'
import * as schema from './schema/index.ts'

/**
 * The SHA-256 of the migration that installations of the first release have had. It changes with the file until there is
 * such an installation; later, a changed file would make the server refuse their databases.
 */
const FIRST_MIGRATION_SHA256 = '40d1717cbbfcec7b5462bf42fc441949739d117ed4eadcb5f556dc6c6d737e3d'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await restoreFirstRelease(database)
  await migrateDatabase(database)
})
afterAll(() => database.close())

const tables = Object.values(schema).filter(value => is(value, PgTable))

test('the first migration is the one that databases of the first release have had', () => {
  const [first] = readMigrationFiles({ migrationsFolder: MIGRATIONS })

  expect(first!.hash).toBe(FIRST_MIGRATION_SHA256)
})

test('an upgraded database has every column of the current schema', async () => {
  expect(tables.length).toBeGreaterThan(25)
  for (const table of tables)
    await expect(database.db.select().from(table), getTableName(table)).resolves.toBeInstanceOf(
      Array,
    )
})

test('an upgrade keeps the paid order of the first release with its download', async () => {
  const { rows } = await database.db.execute(
    sql`select o.state, p.status, g.downloads_left > 0 as "isOpen" from orders o
      join payments p on p.id = o.approved_payment_id
      join order_items i on i.order_id = o.id join download_grants g on g.order_item_id = i.id
      where o.state = 'approved'`,
  )

  expect(rows).toEqual([{ state: 'approved', status: 'approved', isOpen: true }])
})

test('an upgrade keeps the ledger of the first release, which agrees with its payments', async () => {
  const { rows } = await database.db.execute(
    sql`select p.status, sum(e.amount_minor)::float8 - p.amount_minor as difference from payments p
      join ledger_entries e on e.payment_id = p.id and e.kind = 'payment' group by p.id order by p.status`,
  )

  expect(rows).toEqual([
    { status: 'approved', difference: 0 },
    { status: 'refunded', difference: 0 },
    { status: 'refunded', difference: 0 },
  ])
})

test('a product of the first release is found by a word of its name after the upgrade', async () => {
  const { rows } = await database.db.execute(
    sql`select count(*)::int as count from products where listed and search @@ plainto_tsquery('simple', normalize_text('Empanadas'))`,
  )

  expect(rows).toEqual([{ count: 1 }])
})

test('the ids of jobs go on beyond 32 bits after an upgrade', async () => {
  await database.db.execute(sql`select setval(pg_get_serial_sequence('jobs', 'id'), ${2 ** 31})`)

  const [job] = await database.db
    .insert(schema.jobs)
    .values({ kind: 'any', payload: {}, maxAttempts: 1 })
    .returning()

  expect(job!.id).toBe(2 ** 31 + 1)
})

test('an upgrade names the notifications of the first release by the events of their orders', async () => {
  const { rows } = await database.db.execute(
    sql`select kind, jsonb_typeof(detail -> 'shareMinor') as share from notifications order by id`,
  )

  expect(rows).toContainEqual({ kind: 'delivered', share: 'number' })
  expect(rows.map(({ kind }) => kind)).not.toContain('sale')
})
