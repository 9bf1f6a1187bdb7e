import type { MercadoPagoControl } from '#tools/api-client/mercadopago-control.ts'
import { runAtOnce } from '#tools/run-at-once.ts'
import { buy, checkPurchases, startMarketplace } from './purchases.ts'

/**
 * Buys during each of fifteen kinds of fault of the payment provider.
 * Usage: node test/faults/provider-faults.ts [purchases of each kind]
 */
const PURCHASES = Number(process.argv[2] ?? 50)
const AT_ONCE = 10
/** A delay in milliseconds that exceeds the server's timeout for the provider. */
const TOO_LATE_MS = 9000

type Answer = Omit<Parameters<MercadoPagoControl['addFault']>[0], 'path' | 'times'>

/**
 * Faults of the provider's answers. One order of a payment page and one reading of a payment get it for each purchase.
 */
const ANSWERS: Record<string, Answer> = {
  'status 500': { status: 500 },
  'status 503': { status: 503 },
  'HTML with status 502': { html: true, status: 502 },
  'HTML with status 200': { html: true },
  'status 429': { status: 429, retryAfter: 1 },
  'status 401': { status: 401 },
  'late answer': { latencyMs: 2000 },
  'answer after the timeout': { latencyMs: TOO_LATE_MS },
  'no answer': { hang: true },
  'closed connection': { reset: true },
  'half an answer': { malformed: true },
  'endless answer': { extraBytes: 20_000_000 },
  'dripping answer': { dripMs: 50 },
}

type Delivery = Parameters<MercadoPagoControl['setWebhookSettings']>[0]

/** Faults of the webhook events. */
const DELIVERIES: Record<string, Delivery> = {
  'lost webhook events': { drop: true },
  'late and repeated webhook events': { copies: 3, delayMs: 1500 },
}

const shop = await startMarketplace()
try {
  const { provider } = shop.server
  const emails: string[] = []
  async function buyWith(kind: string, prepare: () => Promise<unknown>): Promise<void> {
    const start = Date.now()
    await runAtOnce(AT_ONCE, PURCHASES, async n => {
      const email = `${kind.toLowerCase().replaceAll(' ', '-')}-${n}@buyers.test`
      emails.push(email)
      await prepare()
      await buy(shop, email)
    })
    console.log(`${kind}: ${PURCHASES} purchases in ${Math.round((Date.now() - start) / 1000)} s`)
  }

  for (const [kind, answer] of Object.entries(ANSWERS))
    await buyWith(kind, async () => {
      await provider.addFault({ ...answer, path: '/checkout/preferences', times: 1 })
      await provider.addFault({ ...answer, path: '/v1/payments/', method: 'GET', times: 1 })
    })
  for (const [kind, settings] of Object.entries(DELIVERIES)) {
    await provider.setWebhookSettings(settings)
    await buyWith(kind, () => Promise.resolve())
  }
  await provider.setWebhookSettings({})
  await checkPurchases(shop, emails, { copies: 'never' })
} finally {
  await shop.server.close()
}
