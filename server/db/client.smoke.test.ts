import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, migrateDatabase, openDatabase } from './client.ts'

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

test('migrates an empty embedded database, and does nothing the second time', async () => {
  await migrateDatabase(database)
  await migrateDatabase(database)

  const { rows } = await database.pool.query('select count(*)::int as products from products')
  expect(rows).toEqual([{ products: 0 }])
})

test('refuses a second process on the folder of the embedded database', async () => {
  await expect(openEmbedded()).rejects.toThrow('in use by another process')
})

test('refuses a database from before the first release with an explanation', async () => {
  await migrateDatabase(database)
  await database.pool.query(`update drizzle.__drizzle_migrations set hash = 'older'`)

  await expect(migrateDatabase(database)).rejects.toThrow('from before the first release')
})
