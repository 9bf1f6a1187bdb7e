import { setTimeout as pause } from 'node:timers/promises'
import { runAtOnce } from '#tools/run-at-once.ts'
import { buy, checkPurchases, startMarketplace } from './purchases.ts'

/**
 * Buys while the mail server is away, then brings it back and kills the server while it sends the emails.
 * Usage: node test/faults/mail-outage.ts [purchases]
 */
const PURCHASES = Number(process.argv[2] ?? 500)
const AT_ONCE = 8
/** So soon after the return of the mail server, the emails are being sent. */
const KILL_AFTER_MS = 2000

const shop = await startMarketplace()
try {
  const { server } = shop
  const emails = Array.from({ length: PURCHASES }, (_, n) => `m${n}@buyers.test`)
  await server.setMailFault('down')
  await runAtOnce(AT_ONCE, PURCHASES, n => buy(shop, emails[n]!))
  console.log(`${PURCHASES} purchases were made while the mail server was away.`)
  await server.setMailFault('none')
  await pause(KILL_AFTER_MS)
  await server.kill()
  await server.start()
  await checkPurchases(shop, emails, { copies: 'after a kill' })
} finally {
  await shop.server.close()
}
