import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { buy, checkPurchases, startMarketplace } from './purchases.ts'

/**
 * Kills the server with SIGKILL at random moments during purchases.
 * Usage: node test/faults/kill-server.ts [kills] [purchases]
 */
const KILLS = Number(process.argv[2] ?? 100)
const PURCHASES = Number(process.argv[3] ?? 1000)
const LATEST_KILL_MS = 1500

const shop = await startMarketplace()
try {
  const emails = Array.from({ length: PURCHASES }, (_, n) => `k${n}@buyers.test`)
  const purchases: Promise<unknown>[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const from = Math.floor((kill * PURCHASES) / KILLS)
    const to = Math.floor(((kill + 1) * PURCHASES) / KILLS)
    for (const email of emails.slice(from, to))
      purchases.push(pause(randomInt(LATEST_KILL_MS)).then(() => buy(shop, email)))
    await pause(randomInt(LATEST_KILL_MS))
    await shop.server.kill()
    await shop.server.start()
  }
  await Promise.all(purchases)
  console.log(`The server was killed ${KILLS} times.`)
  await checkPurchases(shop, emails, { copies: 'after a kill' })
} finally {
  await shop.server.close()
}
