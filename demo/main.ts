import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/client.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { DEMO_SELLERS } from './users.ts'
import { deleteDemoData, readSeedState } from './seed-state.ts'

/** Fills an empty database with demo data, once. The simulators must run, and the server must not have started yet. */

const { stdout } = process

/** Shows the progress in one line that is overwritten, if the output is a terminal; otherwise shows nothing. */
function showProgress(progress: string): void {
  if (stdout.isTTY) stdout.write(`\r\u001B[KDemo data: ${progress}`)
}

const config = readConfig({
  ...process.env,
  // The seeder sends many requests from one IP address, which the default rate limits would block.
  CAPTCHA_COST: '1',
  CAPTCHA_ATTEMPTS: '10',
  RATE_LIMIT_FACTOR: '1000',
})
if (config.production) throw new Error('Demo data are not for production.')

const startedAt = Date.now()
const database = await openDatabase(config)
try {
  await migrateDatabase(database)
  const seedState = await readSeedState(database.db)
  if (seedState !== 'occupied') {
    showProgress('opening the marketplace')
    if (seedState === 'interrupted') await deleteDemoData(database.db, config)
    // The whole app is imported only if it is needed: from its sources that takes two seconds.
    const { seedDemoData } = await import('./seed.ts')
    const { products, sales } = await seedDemoData(config, database, showProgress)
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    showProgress('')
    stdout.write(
      `${stdout.isTTY ? '\r' : ''}Demo data: ${DEMO_SELLERS.length} sellers, ${products} products and ${sales} sales in ${seconds} s.\n`,
    )
  }
} finally {
  await database.close()
}
