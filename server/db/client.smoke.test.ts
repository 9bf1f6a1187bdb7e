import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from './client.ts'
import { migrateDatabase } from './migrate.ts'

let dataDir: string
let database: OpenDatabase
const openEmbedded = () => openDatabase({ databaseUrl: undefined, dataDir })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kiosko-database-'))
  database = await openEmbedded()
})
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('migrating an empty embedded database creates its tables, and migrating it again changes nothing', async () => {
  await migrateDatabase(database)
  await migrateDatabase(database)

  const { rows } = await database.pool.query('select count(*)::int as products from products')
  expect(rows).toEqual([{ products: 0 }])
})

test('a second process cannot open the folder of an embedded database', async () => {
  await expect(openEmbedded()).rejects.toThrow('in use by another process')
})

test('the migration refuses an embedded database with the former 44 migrations, explains why and changes nothing', async () => {
  await migrateDatabase(database)
  // The first and the last entry of the journal of such a database.
  await database.pool.query(`delete from drizzle.__drizzle_migrations`)
  await database.pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at)
    values ('24d2ef752b5aa6140ca3460d143381f68251b3eaef5cc803492824d00039491d', 1795371103179), ('7a865e5240a47ba7921b3b41f9674dc19763ee7e570f2515c975c255a4005224', 1795562362879)`)
  await database.pool.query('drop table products cascade')

  await expect(migrateDatabase(database)).rejects.toThrow(
    'from before the first release and cannot be upgraded. Remove the folder named by DATA_DIR',
  )

  const { rows } = await database.pool.query(`select to_regclass('products') as products`)
  expect(rows).toEqual([{ products: null }])
})
