import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeMigrations } from '#tools/database/added-migrations.ts'
import { openTestDatabase } from '#tools/database/test-database.ts'
import type { OpenDatabase } from './client.ts'
import { migrateDatabase } from './migrate.ts'

let database: OpenDatabase
let folder: string
beforeEach(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'kiosko-migrations-'))
})
afterEach(() => database.close())
afterAll(() => rm(folder, { recursive: true, force: true }))

const addMigrations = (...texts: string[]) => writeMigrations(folder, texts)

const query = async (text: string) =>
  (await database.pool.query<Record<string, unknown>>(text)).rows
const countMigrations = async () =>
  Number((await query('select count(*) as n from drizzle.__drizzle_migrations'))[0]!['n'])

describe('migrations', () => {
  test.each([
    ['in a transaction waits shorter than the search for deadlocks', '', '500ms'],
    ['outside a transaction waits longer', '-- outside a transaction\n', '3s'],
  ])('a migration %s, and has no statement timeout', async (_, firstLine, lock) => {
    await addMigrations(
      `${firstLine}create table settings_seen as
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
    )

    await migrateDatabase(database, folder)

    expect(await query('select * from settings_seen')).toEqual([{ statement: '0', lock }])
  })

  test('a transaction that waits for a migration, which then waits for it, is not the one that fails', async () => {
    await addMigrations(
      `alter table categories add column added_later text
--> statement-breakpoint
select pg_sleep(0.3)
--> statement-breakpoint
alter table subcategories add column added_later text`,
    )
    const visitor = await database.pool.connect()
    await visitor.query('begin; select * from subcategories')

    const migration = migrateDatabase(database, folder)
    await expect
      .poll(() =>
        query(
          "select count(*)::int as n from pg_locks where mode = 'AccessExclusiveLock' and granted and relation = 'categories'::regclass",
        ),
      )
      .toEqual([{ n: 1 }])
    await visitor.query('select * from categories; commit')
    visitor.release()

    await migration
    expect(await query('select added_later from subcategories')).toEqual([])
  })

  test('a migration tells whether it has changed a database that was in use', async () => {
    await addMigrations('create table added_later ()')

    expect(await migrateDatabase(database, folder)).toBe(true)
    expect(await migrateDatabase(database, folder)).toBe(false)
  })

  test('each migration is a transaction of its own, so one that fails keeps those before it', async () => {
    const before = await countMigrations()
    await addMigrations(
      'create table first_table ()',
      'create table second_table ();\n--> statement-breakpoint\nselect 1/0',
    )

    await expect(migrateDatabase(database, folder)).rejects.toThrow('division by zero')

    expect(await countMigrations()).toBe(before + 1)
    expect(
      await query("select to_regclass('first_table')::text as a, to_regclass('second_table') as b"),
    ).toEqual([{ a: 'first_table', b: null }])
  })

  test('a migration outside a transaction fills a column in batches and builds its index concurrently', async () => {
    await query('create table measured (id int primary key, doubled int)')
    await query('insert into measured select generate_series(1, 25)')
    await addMigrations(
      `-- outside a transaction
-- repeat until no row changes
update measured set doubled = id * 2 where id in (select id from measured where doubled is null limit 10)
--> statement-breakpoint
create index concurrently if not exists measured_doubled on measured (doubled)`,
    )

    await migrateDatabase(database, folder)

    expect(await query('select count(*)::int as n from measured where doubled = id * 2')).toEqual([
      { n: 25 },
    ])
    // Each batch is a transaction: the rows of three batches were written by three transactions.
    expect(await query('select count(distinct xmin::text)::int as n from measured')).toEqual([
      { n: 3 },
    ])
    expect(
      await query(
        "select indisvalid from pg_index where indexrelid = 'measured_doubled'::regclass",
      ),
    ).toEqual([{ indisvalid: true }])
  })

  test('servers that start at the same time take turns, and each migration runs once', async () => {
    const before = await countMigrations()
    await addMigrations('create table slow_table as select 1 as one from pg_sleep(1)')

    await Promise.all([
      migrateDatabase(database, folder),
      migrateDatabase(database, folder),
      migrateDatabase(database, folder),
    ])

    expect(await countMigrations()).toBe(before + 1)
  })

  test('a migration that waits for a lock lets other queries through, and succeeds once the lock is free', async () => {
    await addMigrations('alter table categories add column added_later text')
    const reader = await database.pool.connect()
    await reader.query('begin; select * from categories')

    const migration = migrateDatabase(database, folder)
    await expect
      .poll(() =>
        query(
          "select count(*)::int as n from pg_locks where mode = 'AccessExclusiveLock' and not granted",
        ),
      )
      .toEqual([{ n: 1 }])
    // This query waits behind the migration, but no longer than the lock timeout.
    expect(await query('select count(*)::int as n from categories')).toEqual([{ n: 0 }])
    await reader.query('commit')
    reader.release()

    await migration
    expect(await query('select added_later from categories')).toEqual([])
  })

  test('a database of another version is refused with advice that removes no file, and stays as it is', async () => {
    await query(`update drizzle.__drizzle_migrations set hash = 'another'`)
    await addMigrations('create table added_later ()')

    await expect(migrateDatabase(database, folder)).rejects.toThrow(
      'cannot be upgraded. Create an empty database on the server, and name it in DATABASE_URL',
    )

    expect(await query("select to_regclass('added_later') as added")).toEqual([{ added: null }])
  })
})
