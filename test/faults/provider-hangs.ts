import { setTimeout as pause } from 'node:timers/promises'
import { createPreference, getOrder, resendOrderLinks } from '#contract/orders/orders.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { quantile } from '#tools/statistics.ts'
import { runAtOnce } from '#tools/run-at-once.ts'
import { buy, checkPurchases, startMarketplace } from './purchases.ts'

/**
 * Sends emails and downloads files for some minutes in calm, then as long while every call to the payment provider
 * hangs, and prints the times of both. Nothing may get lost, and buyers must be told soon to try later.
 * Usage: node test/faults/provider-hangs.ts [minutes] [emails] [downloads]
 */
const MINUTES = Number(process.argv[2] ?? 10)
const EMAILS = Number(process.argv[3] ?? 200)
const DOWNLOADS = Number(process.argv[4] ?? 100)
const BUYERS_AT_ONCE = 2
const MAIL_POLL_MS = 20

const shop = await startMarketplace()
const { server, productIds } = shop
const visitor = new ApiClient(server.origin)

/** Asks for the links to the orders of an address and waits for the email. Resolves to the time in milliseconds. */
async function timeMail(email: string): Promise<number> {
  const before = (await server.listMails(email)).length
  const start = Date.now()
  expectOk(await visitor.call(resendOrderLinks, { body: { email } }))
  for (;;) {
    const mail = (await server.listMails(email))[before]
    if (mail) return new Date(mail.date).getTime() - start
    await pause(MAIL_POLL_MS)
  }
}

/** Downloads the file of an order. Resolves to the time in milliseconds. */
async function timeDownload(token: string): Promise<number> {
  const { items } = expectOk(await visitor.call(getOrder, { params: { token }, query: {} }))
  const start = performance.now()
  const response = await visitor.request(items[0]!.downloadUrl!)
  const bytes = (await response.arrayBuffer()).byteLength
  if (response.status !== 200 || bytes === 0) throw new Error(`download: ${response.status}`)
  return performance.now() - start
}

/** Spreads a number of tasks evenly over a time and resolves to their results. */
function spread<Result>(
  count: number,
  ms: number,
  task: (index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(
    Array.from({ length: count }, (_, n) => pause((ms * n) / count).then(() => task(n))),
  )
}

const describe = (name: string, times: number[]) =>
  `${name}: median ${Math.round(quantile(times, 0.5))} ms, 99th percentile ${Math.round(quantile(times, 0.99))} ms`

async function measurePhase(name: string, ms: number, tokens: string[], emails: string[]) {
  const [mails, downloads] = await Promise.all([
    spread(EMAILS, ms, n => timeMail(emails[n % emails.length]!)),
    spread(DOWNLOADS, ms, n => timeDownload(tokens[n % tokens.length]!)),
  ])
  console.log(
    `${name}: ${describe(`${EMAILS} emails`, mails)}; ${describe(`${DOWNLOADS} downloads`, downloads)}`,
  )
}

try {
  const emails = Array.from({ length: EMAILS }, (_, n) => `mail${n}@buyers.test`)
  // Others download, since an email renews the link to an order.
  const others = Array.from({ length: DOWNLOADS }, (_, n) => `file${n}@buyers.test`)
  const buyers = [...emails, ...others]
  await runAtOnce(8, buyers.length, n => buy(shop, buyers[n]!))
  await checkPurchases(shop, buyers, { copies: 'never' })
  const tokens = (await server.listAllMails()).flatMap(
    ({ to, text }) => (to.startsWith('file') && /\/order\/([\w.~-]+)/.exec(text)?.[1]) || [],
  )

  const ms = MINUTES * 60_000
  await measurePhase('Calm', ms, tokens, emails)

  await server.provider.addFault({ path: '/', hang: true, times: 1_000_000 })
  const end = new AbortController()
  const refusals: number[] = []
  const late = Array.from({ length: BUYERS_AT_ONCE }, async (_, n) => {
    while (!end.signal.aborted) {
      const start = performance.now()
      const body = { products: [{ id: productIds[0]! }], payerEmail: `try${n}@buyers.test` }
      const answer = await visitor.call(createPreference, { body })
      if (answer.ok || answer.status < 500) throw new Error(`order: ${answer.status}`)
      refusals.push(performance.now() - start)
      await pause(500)
    }
  })
  await measurePhase('The provider hangs', ms, tokens, emails)
  end.abort()
  await Promise.all(late)
  console.log(describe(`${refusals.length} orders were refused for now`, refusals))

  await server.provider.reset()
  const more = Array.from({ length: 20 }, (_, n) => `after${n}@buyers.test`)
  await runAtOnce(4, more.length, n => buy(shop, more[n]!))
  console.log('Orders are accepted again.')
} finally {
  await server.close()
}
