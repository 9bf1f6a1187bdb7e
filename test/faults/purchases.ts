import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createPreference } from '#contract/orders/orders.ts'
import { type TestServer, startTestServer } from '#tools/test-app/test-server.ts'
import { registerCreator, linkMercadoPago, publishProduct } from '#tools/api-client/creator.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'

const PRODUCTS = 5
const FILE_BYTES = 100 * 1024
/** A buyer gives up after this time. It is longer than any fault of these scripts lasts. */
const PATIENCE_MS = 15 * 60_000
const RETRY_MS = 250
/**
 * The longest time until a payment whose webhook events were lost is found: an order is reconciled after 1, 5 and 30
 * minutes. The shop gets no help here.
 */
const SETTLE_MS = 8 * 60_000

/**
 * A marketplace with one seller and five products on the built server, in which a script counts purchases during
 * faults.
 */
export interface Marketplace {
  server: TestServer
  /** The seller, who is signed in. */
  seller: ApiClient
  productIds: number[]
  /** How often the shop answered a buyer's order with each status. `no answer` counts broken connections. */
  answers: Map<number | 'no answer', number>
}

/** Starts it. The parameters are those of `startTestServer`. */
export async function startMarketplace(
  ...options: Parameters<typeof startTestServer>
): Promise<Marketplace> {
  const server = await startTestServer(...options)
  try {
    await server.start()
    return await setUpMarketplace(server)
  } catch (error) {
    await server.close()
    throw error
  }
}

/** Registers the seller of a marketplace, who publishes the products. */
export async function setUpMarketplace(server: TestServer): Promise<Marketplace> {
  const seller = new ApiClient(server.origin)
  await registerCreator(seller, 'seller@creators.test', email => server.waitForMailText(email))
  await linkMercadoPago(seller)
  const productIds: number[] = []
  for (let n = 1; n <= PRODUCTS; n += 1) {
    const file = createPdfFile(FILE_BYTES)
    productIds.push((await publishProduct(seller, { name: `Cuaderno ${n}`, file })).id)
  }
  return { server, seller, productIds, answers: new Map() }
}

/**
 * Orders a product and pays it once. A buyer repeats an order that fails with the same idempotency key, as the page
 * does.
 * @throws Error if the shop refuses the order, or does not accept it in time
 */
export async function buy(
  { server, productIds, answers }: Marketplace,
  email: string,
): Promise<void> {
  const visitor = new ApiClient(server.origin)
  const idempotencyKey = randomUUID()
  const body = {
    products: [{ id: productIds[randomInt(productIds.length)]! }],
    payerEmail: email,
  }
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await visitor
      .call(createPreference, { body, idempotencyKey })
      .catch(() => undefined)
    const status = answer?.status ?? 'no answer'
    answers.set(status, (answers.get(status) ?? 0) + 1)
    if (answer?.ok) {
      const preferenceId = new URL(answer.body.init_point).searchParams.get('pref_id')!
      await server.provider.pay({ preferenceId, outcome: 'approved' })
      return
    }
    if (answer && answer.status < 500) throw new Error(`refused: ${answer.status} ${answer.code}`)
    if (Date.now() > end) throw new Error(`not ordered in time: ${status}`)
    await pause(RETRY_MS)
  }
}

/** What the provider's ledger, the database and the inbox say about all purchases of a shop. */
interface Counts {
  purchases: number
  'approved payments': number
  'orders with a grant': number
  'paid without a grant': number
  'granted without a payment': number
  'granted twice': number
  'buyers without a delivery email': number
  'buyers with two delivery emails': number
  'copies of one delivery email': number
}

async function countPurchases(server: TestServer, emails: string[]): Promise<Counts> {
  const { payments } = await server.provider.readLedger()
  const approved = payments.filter(({ status }) => status === 'approved')
  const paid = new Set(approved.map(payment => payment.external_reference))
  const granted = await readGrants(server.databaseUrl)
  const messageIds = new Map(emails.map(email => [email, [] as string[]]))
  for (const { to, messageId } of await server.listAllMails()) messageIds.get(to)?.push(messageId)
  const mails = [...messageIds.values()]
  const distinct = mails.map(ids => new Set(ids).size)
  return {
    purchases: emails.length,
    'approved payments': approved.length,
    'orders with a grant': granted.size,
    'paid without a grant': [...paid].filter(id => !granted.has(id)).length,
    'granted without a payment': [...granted.keys()].filter(id => !paid.has(id)).length,
    'granted twice': [...granted.values()].filter(n => n > 1).length,
    'buyers without a delivery email': distinct.filter(n => n === 0).length,
    'buyers with two delivery emails': distinct.filter(n => n > 1).length,
    'copies of one delivery email': mails.flat().length - distinct.reduce((sum, n) => sum + n, 0),
  }
}

/** Reads the number of grants of each order, by order id. */
async function readGrants(databaseUrl: string): Promise<Map<string, number>> {
  const database = new pg.Client(databaseUrl)
  await database.connect()
  try {
    const { rows } = await database.query<{ order_id: string; n: number }>(
      'select i.order_id, count(*)::int as n from download_grants g join order_items i on i.id = g.order_item_id group by 1',
    )
    return new Map(rows.map(({ order_id, n }) => [order_id, n]))
  } finally {
    await database.end()
  }
}

/**
 * Checks the invariants until they hold: webhook events and jobs that failed during a fault are still being repeated.
 */
export async function waitForInvariants(server: TestServer, untilMs: number) {
  for (;;) {
    const result = await server.runCommand('invariants')
    if (result.code === 0 || Date.now() > untilMs) return result
    await pause(2000)
  }
}

/**
 * Waits until every purchase has its file and its email and the invariants hold, prints the counts and sets the exit
 * code of the process.
 * @param emails the addresses of all buyers, each of whom bought once
 * @param copies whether a buyer may get the same email twice, with one Message-ID, since the server was killed between
 * the sending of an email and its record
 */
export async function checkPurchases(
  { server, answers }: Marketplace,
  emails: string[],
  { copies }: { copies: 'never' | 'after a kill' },
): Promise<void> {
  const start = Date.now()
  let counts = await countPurchases(server, emails)
  while (
    counts['paid without a grant'] + counts['buyers without a delivery email'] > 0 &&
    Date.now() < start + SETTLE_MS
  ) {
    await pause(500)
    counts = await countPurchases(server, emails)
  }
  console.log(`All purchases were settled after ${Math.round((Date.now() - start) / 1000)} s.`)
  console.table(counts)
  console.log('Answers to orders:', Object.fromEntries(answers))
  const invariants = await waitForInvariants(server, start + SETTLE_MS)
  console.log(invariants.output)

  const wrong = [
    counts['paid without a grant'] > 0,
    counts['granted without a payment'] > 0,
    counts['granted twice'] > 0,
    counts['buyers without a delivery email'] > 0,
    counts['buyers with two delivery emails'] > 0,
    counts['copies of one delivery email'] > 0 && copies === 'never',
    counts['approved payments'] !== emails.length,
    counts['orders with a grant'] !== emails.length,
    invariants.code !== 0,
  ].some(Boolean)
  console.log(wrong ? 'WRONG: see the counts.' : 'Every buyer has paid once and has one file.')
  if (wrong) process.exitCode = 1
}
