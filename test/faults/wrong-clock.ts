import { installDebianPackages } from '#tools/debian-packages.ts'
import { runAtOnce } from '#tools/run-at-once.ts'
import { buy, checkPurchases, startMarketplace } from './purchases.ts'

/**
 * Buys while the clock of the server is 25 hours ahead, while it is 25 hours behind, and after it was set right. The
 * clocks of the database and of the provider are right all the time.
 * Usage: node test/faults/wrong-clock.ts [purchases with each clock]
 */
const PURCHASES = Number(process.argv[2] ?? 100)
const AT_ONCE = 8

await installDebianPackages(['libfaketime'])
const shop = await startMarketplace()
try {
  const { server } = shop
  const emails: string[] = []
  for (const offset of ['+25h', '-25h', '+0']) {
    await server.kill()
    await server.start({
      // The loader puts the folder of this machine's libraries in place of $LIB.
      LD_PRELOAD: '/usr/$LIB/faketime/libfaketimeMT.so.1',
      FAKETIME: offset,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    })
    const buyers = Array.from(
      { length: PURCHASES },
      (_, n) => `w${offset.slice(1)}${offset.startsWith('-') ? 'b' : 'a'}${n}@buyers.test`,
    )
    await runAtOnce(AT_ONCE, PURCHASES, n => buy(shop, buyers[n]!))
    emails.push(...buyers)
    console.log(`${PURCHASES} purchases were made with the clock at ${offset}.`)
  }
  await checkPurchases(shop, emails, { copies: 'after a kill' })
} finally {
  await shop.server.close()
}
