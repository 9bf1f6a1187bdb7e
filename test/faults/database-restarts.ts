import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { buy, checkPurchases, startMarketplace } from './purchases.ts'

/**
 * Restarts PostgreSQL at random moments during purchases. The server must recover by itself.
 * Usage: node test/faults/database-restarts.ts [restarts] [purchases]
 */
const RESTARTS = Number(process.argv[2] ?? 10)
const PURCHASES = Number(process.argv[3] ?? 400)
const LATEST_RESTART_MS = 2000

const shop = await startMarketplace()
try {
  const { server } = shop
  const emails = Array.from({ length: PURCHASES }, (_, n) => `d${n}@buyers.test`)
  const purchases: Promise<unknown>[] = []
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const from = Math.floor((restart * PURCHASES) / RESTARTS)
    const to = Math.floor(((restart + 1) * PURCHASES) / RESTARTS)
    for (const email of emails.slice(from, to))
      purchases.push(pause(randomInt(LATEST_RESTART_MS)).then(() => buy(shop, email)))
    await pause(randomInt(LATEST_RESTART_MS))
    await server.postgres.restart()
  }
  await Promise.all(purchases)
  console.log(`PostgreSQL was restarted ${RESTARTS} times.`)
  await checkPurchases(shop, emails, { copies: 'after a kill' })
  // Only the time without a database is the database's fault, and the shop says so.
  const unexplained = shop.answers.get(500) ?? 0
  if (unexplained > 0) {
    console.log(`WRONG: ${unexplained} orders were answered with status 500.`)
    process.exitCode = 1
  }
} finally {
  await shop.server.close()
}
