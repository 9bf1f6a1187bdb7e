import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeMigrations } from '#tools/database/added-migrations.ts'
import { openTestDatabase } from '#tools/database/test-database.ts'
import type { OpenDatabase } from './db/client.ts'
import { prepareDatabase } from './serve.ts'

let database: OpenDatabase
let folder: string
beforeEach(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'kiosko-migrations-'))
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const listChecks = async () => {
  const { rows } = await database.pool.query(
    `select payload, round(extract(epoch from run_at - now()) / 60)::int as minutes
     from jobs where kind = 'check_invariants'`,
  )
  return rows as unknown[]
}

test('a migration is followed by a check of all orders, an hour later, when the former release has stopped', async () => {
  await writeMigrations(folder, ['update orders set total_minor = total_minor'])

  await prepareDatabase(database, folder)
  await prepareDatabase(database, folder)

  expect(await listChecks()).toEqual([{ payload: { isComplete: true }, minutes: 60 }])
})

test('a start without a migration enqueues no check of all orders', async () => {
  await writeMigrations(folder, [])

  await prepareDatabase(database, folder)

  expect(await listChecks()).toEqual([])
})
