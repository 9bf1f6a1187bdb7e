import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { type OpenDatabase, openDatabase } from './db/client.ts'
import { migrateDatabase } from './db/migrate.ts'
import { suspendDemoAccounts } from './features/accounts/demo-accounts.ts'
import { enqueueCheckAfterMigration } from './features/invariants/jobs.ts'
import { seedCategories } from './features/products/categories/seed.ts'
import { createErrorReporter } from './error-reports/error-reporter.ts'
import { endOnCrash } from './error-reports/crashes.ts'
import { startWorkerServer } from './http/lifecycle/worker-server.ts'
import { createLogger } from './logger.ts'
import { watchDatabase } from './db/checks/watchdog.ts'
import type { WebBuildLoader } from './ssr/render.ts'

/** The time in milliseconds after the end of all requests and jobs in which connections to other systems are closed. */
const CLOSE_MS = 2000

/** The process ends when the database has not answered any check for about two minutes. */
const DATABASE_CHECKS = { intervalMs: 10_000, maxFailures: 12 }

/**
 * Opens and migrates the database. Then serves requests or runs jobs, or does both, as the setting ROLE says, until the
 * process receives SIGTERM.
 */
export async function serve(
  config: Config,
  web: (server: FastifyInstance) => Promise<WebBuildLoader>,
): Promise<void> {
  const database = await openDatabase(config)
  await prepareDatabase(database)
  const reporter = createErrorReporter(config)
  const log = createLogger(config.logLevel, {
    onError: reporter?.report,
  })
  endOnCrash(log, reporter)
  if (config.production) {
    const emails = await suspendDemoAccounts(database.db)
    if (emails.length > 0) log.error({ emails }, 'accounts of the demo data were suspended')
  }
  const app = await createApp(config, database, { web, log })

  const stopWatching = watchDatabase(database.pool, {
    ...DATABASE_CHECKS,
    onFailure: (error, failures) =>
      app.log.warn({ err: error, failures }, 'the database does not answer'),
    onLost() {
      app.log.fatal('the process ends, since the database has not answered for too long')
      process.exit(1)
    },
  })
  const { host, port, workerPort } = config
  const workerServer =
    config.role === 'worker' && workerPort !== undefined
      ? await startWorkerServer(app.server, { host, port: workerPort })
      : undefined
  const stop = async () => {
    stopWatching()
    workerServer?.close()
    const { drainMs, finishMs } = config.stopTimes
    setTimeout(() => process.exit(1), drainMs + finishMs + CLOSE_MS).unref()
    await app.close()
    await database.close()
  }
  process.once('SIGTERM', () => void stop())
  process.once('SIGINT', () => void stop())

  await app.keepAssets()
  await app.processReporter.start()
  if (config.role !== 'web') app.worker.start()
  if (config.role !== 'worker') await app.server.listen({ host, port })
}

/**
 * Creates or upgrades the database tables, and inserts the categories that every installation has. A migration can
 * change old orders without an event, so all of them are checked after it.
 * @param migrations the folder of the migrations
 */
export async function prepareDatabase(database: OpenDatabase, migrations?: string): Promise<void> {
  if (await migrateDatabase(database, migrations)) await enqueueCheckAfterMigration(database.db)
  await seedCategories(database.db)
}
