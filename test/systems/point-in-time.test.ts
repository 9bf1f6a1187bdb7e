import { execFile } from 'node:child_process'
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { checkInvariants } from '#server/features/invariants/check.ts'
import { openStorageForReading } from '#server/integrations/storage/open-storage.ts'
import { findDebianPostgres } from '#tools/database/debian-postgres.ts'
import { NOBODY, type PostgresServer, startPostgres } from '#tools/database/postgres-server.ts'
import { createPaidOrder } from '#tools/test-app/sample-order.ts'
import { createTestApp } from '#tools/test-app/test-app.ts'
import { insertTestCategories } from '#tools/test-app/test-categories.ts'

const run = promisify(execFile)

let binaries: string
let folder: string
let postgres: PostgresServer
beforeAll(async () => {
  binaries = await findDebianPostgres()
  folder = await mkdtemp(join(tmpdir(), 'kiosko-archive-'))
  await mkdir(join(folder, 'wal'))
  if (process.getuid?.() === 0)
    for (const path of [folder, join(folder, 'wal')]) await chown(path, NOBODY.uid, NOBODY.gid)
  postgres = await startPostgres({
    binaries,
    // The settings of docs/operations/backup.md.
    settings: [
      'archive_mode=on',
      `archive_command=test ! -f ${folder}/wal/%f && cp %p ${folder}/wal/%f`,
    ],
  })
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

async function queryShop<Row extends object>(server: PostgresServer, text: string): Promise<Row[]> {
  const client = new pg.Client(`${server.url}/shop`)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const countGrants = async (server: PostgresServer) =>
  (await queryShop<{ n: number }>(server, 'select count(*)::int as n from download_grants'))[0]!.n

test('a deleted table comes back to the moment before, with the sales since the base backup', async () => {
  await postgres.createDatabase('shop')
  const database = await openDatabase({ databaseUrl: `${postgres.url}/shop`, dataDir: '' })
  await migrateDatabase(database)
  const shop = await createTestApp({}, { database })
  await insertTestCategories(shop.db)
  await createPaidOrder(shop)
  const base = join(folder, 'base')
  await run(join(binaries, 'pg_basebackup'), [
    '--dbname',
    `${postgres.url}/postgres`,
    '--pgdata',
    base,
    '--checkpoint=fast',
  ])
  await createPaidOrder(shop)
  await createPaidOrder(shop)
  await shop.waitForJobs()
  expect(await countGrants(postgres)).toBe(3)
  const [before] = await queryShop<{ time: string }>(
    postgres,
    'select clock_timestamp()::text as time',
  )

  await queryShop(postgres, 'delete from download_grants')
  await shop.app.worker.stop()
  // A server that shuts down archives the log that is not full yet.
  await postgres.shutDown()

  await writeFile(
    join(base, 'postgresql.auto.conf'),
    [
      `restore_command = 'cp ${folder}/wal/%f %p'`,
      `recovery_target_time = '${before!.time}'`,
      `recovery_target_action = 'promote'`,
    ].join('\n'),
  )
  await writeFile(join(base, 'recovery.signal'), '')
  const recovered = await startPostgres({ binaries, data: base })
  try {
    await expect
      .poll(() => queryShop(recovered, 'select pg_is_in_recovery() as recovering'))
      .toEqual([{ recovering: false }])
    expect(await countGrants(recovered)).toBe(3)
    const opened = await openDatabase({ databaseUrl: `${recovered.url}/shop`, dataDir: '' })
    const storage = await openStorageForReading(shop.config)
    expect(await checkInvariants({ database: opened, storage })).toEqual([])
    await opened.close()
  } finally {
    await recovered.stop()
    await shop.close()
  }
})
