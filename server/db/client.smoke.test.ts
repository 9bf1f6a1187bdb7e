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
  // Nothing was in use before, so nothing has to be checked.
  expect(await migrateDatabase(database)).toBe(false)
  expect(await migrateDatabase(database)).toBe(false)

  const { rows } = await database.pool.query('select count(*)::int as products from products')
  expect(rows).toEqual([{ products: 0 }])
})

test('a second process cannot open the folder of an embedded database', async () => {
  await expect(openEmbedded()).rejects.toThrow('in use by another process')
})

test('the migration refuses an embedded database of another version, says how to keep its files, and changes nothing', async () => {
  await migrateDatabase(database)
  await database.pool.query(`update drizzle.__drizzle_migrations set hash = 'another'`)
  await database.pool.query('drop table products cascade')

  await expect(migrateDatabase(database)).rejects.toThrow(
    'was made by another version, and cannot be upgraded. Move the folder `database` in DATA_DIR',
  )

  const { rows } = await database.pool.query(`select to_regclass('products') as products`)
  expect(rows).toEqual([{ products: null }])
})
