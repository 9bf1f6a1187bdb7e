import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listUnmatchedPayments, rebuildOrder } from '#contract/admin/unmatched-payments.ts'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/db/client.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { invariantChecks, paymentAccounts } from '#server/db/schema/index.ts'
import { checkInvariants } from '#server/features/invariants/check.ts'
import { reconcileAccountJob } from '#server/features/reconciliation/reconcile-account.ts'
import { openStorageForReading } from '#server/integrations/storage/open-storage.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { createLogger } from '#server/logger.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { hasBackupTools, runBackupScript } from '#tools/database/backup-tools.ts'
import { findDebianPostgres } from '#tools/database/debian-postgres.ts'
import { type PostgresServer, startPostgres } from '#tools/database/postgres-server.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createPaidOrder, createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { insertTestCategories } from '#tools/test-app/test-categories.ts'

// `npm test` runs this file too, on machines that may lack restic. `npm run test:systems` installs it.
const isPossible = await hasBackupTools()

let postgres: PostgresServer
let folder: string
beforeAll(async () => {
  if (!isPossible) return
  postgres = await startPostgres({ binaries: await findDebianPostgres() })
  folder = await mkdtemp(join(tmpdir(), 'kiosko-backups-'))
  await writeFile(join(folder, 'password'), 'password of the backups')
})
afterAll(async () => {
  if (!isPossible) return
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

async function execute(statement: string): Promise<void> {
  const client = new pg.Client(`${postgres.url}/postgres`)
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function startShop() {
  await postgres.createDatabase('shop')
  const databaseUrl = `${postgres.url}/shop`
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  await migrateDatabase(database)
  const shop = await createTestApp({}, { database })
  await insertTestCategories(shop.db)
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: shop.folder,
    RESTIC_REPOSITORY: join(folder, 'repository'),
    RESTIC_PASSWORD_FILE: join(folder, 'password'),
  }
  return { shop, settings }
}

async function download(shop: TestApp, token: string): Promise<string> {
  const { items } = await shop.waitForOrderState(token, 'approved')
  return (await fetch(items[0]!.downloadUrl!)).text()
}

test.runIf(isPossible)(
  'a restored backup delivers old orders after the loss of database and files, and payments since are found',
  async () => {
    const { shop, settings } = await startShop()
    const admin = await createAdmin(shop)
    const old = await createPaidOrder(shop)
    const content = await download(shop, old.token)
    const open = await createUnpaidOrder(shop)

    const summary = await runBackupScript('backup.sh', settings)

    expect(summary).toMatch(/1 snapshots/)
    expect((await readdir(settings.DATA_DIR)).sort()).toEqual(['.backup.lock', 'storage'])
    const paidSince = await shop.provider.pay({
      preferenceId: open.preferenceId,
      outcome: 'approved',
    })
    await shop.waitForOrderState(open.token, 'approved')
    const since = await shop.order(shop.visitor(), [{ id: old.product.id }], 'since@mail.test')
    const lostPayment = await shop.provider.pay({
      preferenceId: since.preferenceId,
      outcome: 'approved',
    })
    await shop.waitForOrderState(since.token, 'approved')
    await shop.waitForJobs()

    await shop.app.close()
    await execute('drop database shop with (force)')
    await rm(join(settings.DATA_DIR, 'storage'), { recursive: true })
    await postgres.createDatabase('shop')
    await runBackupScript('restore.sh', settings, 'latest')
    const restored = await createApp(shop.config, shop.database, {
      log: createLogger(shop.config.logLevel, { destination: shop.leakDetector.logStream }),
    })
    await restored.server.listen({ port: shop.config.port, host: '127.0.0.1' })
    restored.worker.start()

    await expect
      .poll(() => shop.db.$count(invariantChecks, eq(invariantChecks.isComplete, true)))
      .toBe(1)
    expect(await download(shop, old.token)).toBe(content)
    for (const { id } of await shop.db.select().from(paymentAccounts))
      await enqueue(shop.db, reconcileAccountJob, { accountId: id })
    await shop.waitForJobs()
    expect(await shop.waitForOrderState(open.token, 'approved')).toMatchObject({
      state: 'approved',
    })
    const listWaiting = async () =>
      expectOk(await admin.call(listUnmatchedPayments, { query: {} })).payments
    expect((await listWaiting()).map(({ id }) => id)).toEqual([lostPayment])
    expectOk(
      await admin.call(rebuildOrder, {
        params: { paymentId: lostPayment },
        body: { reason: 'Copia restaurada' },
      }),
    )
    expect(await download(shop, since.token)).toBe(content)
    expect(paidSince).not.toBe(lostPayment)
    const database = shop.database
    const storage = await openStorageForReading(shop.config)
    await expect.poll(() => checkInvariants({ database, storage })).toEqual([])
    await restored.close()
    await shop.close()
  },
)
