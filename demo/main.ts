import { readConfig } from '#server/config.ts'
import { migrateDatabase, openDatabase } from '#server/db/client.ts'
import { SELLERS } from './people.ts'
import { seed } from './seed.ts'
import { clearAway, whatStands } from './state.ts'

/** Fills an empty database with the demo, once. Beside running simulators, before the server starts. */

const { stdout } = process

/** One line that changes on a terminal; elsewhere only the last of it is worth keeping. */
function say(progress: string): void {
  if (stdout.isTTY) stdout.write(`\r\u001B[KDemo data: ${progress}`)
}

const config = readConfig({
  ...process.env,
  // The seeder is its own visitor, many times over.
  CAPTCHA_COST: '1',
  CAPTCHA_ATTEMPTS: '10',
  RATE_LIMIT_FACTOR: '1000',
})
if (config.production) throw new Error('Demo data are not for production.')

const startedAt = Date.now()
const database = await openDatabase(config)
try {
  await migrateDatabase(database)
  const standing = await whatStands(database.db)
  if (standing !== 'enough') {
    say('opening the shop')
    if (standing === 'half') await clearAway(database.db, config)
    const { products, sales } = await seed(config, database, say)
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    say('')
    stdout.write(
      `${stdout.isTTY ? '\r' : ''}Demo data: ${SELLERS.length} sellers, ${products} products and ${sales} sales in ${seconds} s.\n`,
    )
  }
} finally {
  await database.close()
}
