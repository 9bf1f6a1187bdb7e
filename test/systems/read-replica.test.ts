import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateProduct } from '#contract/products/products.ts'
import { openDatabase } from '#server/db/client.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { checkReplica } from '#server/features/system-status/checks/machine-checks.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { findDebianPostgres } from '#tools/database/debian-postgres.ts'
import { type PostgresServer, startPostgres } from '#tools/database/postgres-server.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { insertTestCategories } from '#tools/test-app/test-categories.ts'

/** The app reads public data from a streaming replica of its database. */
let folder: string
let primary: PostgresServer
let replica: PostgresServer
let shop: TestApp
let requests = 0

beforeAll(async () => {
  const binaries = await findDebianPostgres()
  folder = await mkdtemp(join(tmpdir(), 'kiosko-replica-'))
  primary = await startPostgres({ binaries })
  await primary.createDatabase('shop')
  const base = join(folder, 'base')
  await promisify(execFile)(join(binaries, 'pg_basebackup'), [
    '--dbname',
    `${primary.url}/postgres`,
    '--pgdata',
    base,
    '--checkpoint=fast',
    '--write-recovery-conf',
  ])
  replica = await startPostgres({ binaries, data: base })
  const database = await openDatabase({
    databaseUrl: `${primary.url}/shop`,
    replicaUrl: `${replica.url}/shop`,
    dataDir: '',
  })
  await migrateDatabase(database)
  shop = await createTestApp({}, { database })
  await insertTestCategories(shop.db)
})
afterAll(async () => {
  await shop.close()
  await replica.stop()
  await primary.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Reads a list that is not cached, since no other request had the price. Returns which database answered. */
async function readList() {
  const { counts } = shop.app.server.publicReads
  const before = { ...counts }
  requests += 1
  const reply = await shop.visitor().request(`/api/public/product/page/1?minPrice=${requests}`)
  expect(reply.status).toBe(200)
  const { products } = (await reply.json()) as { products: { name: string }[] }
  return {
    from: counts.replica > before.replica ? 'replica' : 'primary',
    names: products.map(({ name }) => name),
  }
}

const pollSource = () => expect.poll(async () => (await readList()).from, { timeout: 15_000 })

async function runOnReplica(statement: string): Promise<void> {
  const client = new pg.Client(`${replica.url}/shop`)
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('public lists come from the replica, but never without the latest change', async () => {
  const seller = await shop.seller()
  const { id } = await shop.upload(seller, { name: 'Zamba vieja', price: 5000 })
  await pollSource().toBe('replica')
  expect((await readList()).names).toEqual(['Zamba vieja'])
  expect(await checkReplica(shop.database.replica!)).toMatchObject({ state: 'ok' })

  await runOnReplica('select pg_wal_replay_pause()')
  expectOk(await seller.call(updateProduct, { params: { id }, form: { name: 'Zamba nueva' } }))

  expect(await readList()).toEqual({ from: 'primary', names: ['Zamba nueva'] })
  await runOnReplica('select pg_wal_replay_resume()')
  await pollSource().toBe('replica')
  expect((await readList()).names).toEqual(['Zamba nueva'])
})

test('the primary answers without an error while the replica is down, and the replica afterwards', async () => {
  await pollSource().toBe('replica')

  await replica.shutDown()

  for (let count = 0; count < 5; count += 1) expect((await readList()).from).toBe('primary')
  expect(await checkReplica(shop.database.replica!)).toMatchObject({ state: 'warning' })
  await replica.restart()
  await pollSource().toBe('replica')
})
