import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { createPreference } from '#contract/orders.ts'
import { buildIfNeeded } from '../../scripts/build.ts'
import { type TestServer, startTestServer } from '#tools/test-app/test-server.ts'
import { registerCreator, linkMercadoPago, publishProduct } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'

/**
 * Kills the server at random moments during purchases and then checks that every approved payment at the provider has
 * exactly one download grant, and every grant an approved payment. Usage: node test/faults/kill-server.ts [rounds]
 */
const ROUNDS = Number(process.argv[2] ?? 25)
const BUYERS = 4
const LATEST_KILL_MS = 1500
const SETTLE_MS = 60_000

/** Orders the product and pays at the simulated provider. Gives up if the order fails because the server was killed. */
async function buy(server: TestServer, productId: number): Promise<void> {
  const visitor = new ApiClient(server.origin)
  const body = {
    products: [{ id: productId }],
    payerEmail: `${randomUUID().slice(0, 8)}@buyers.test`,
  }
  const answer = await visitor.call(createPreference, { body, idempotencyKey: randomUUID() })
  if (!answer.ok) return
  const preferenceId = new URL(answer.body.init_point).searchParams.get('pref_id')!
  await server.provider.pay({ preferenceId, outcome: 'approved' })
}

interface Counts {
  approvedPayments: number
  ordersPaid: number
  grants: number
  paidWithoutGrant: number
  grantsWithoutPayment: number
  doubleGrants: number
  deliveryMails: number
}

async function count(server: TestServer, database: pg.Client): Promise<Counts> {
  const { payments } = await server.provider.readLedger()
  const paid = new Set(
    payments
      .filter(({ status }) => status === 'approved')
      .map(payment => payment.external_reference),
  )
  const { rows } = await database.query<{ order_id: string; n: number }>(
    'select i.order_id, count(*)::int as n from grants g join order_items i on i.id = g.order_item_id group by 1',
  )
  const granted = new Map(rows.map(({ order_id, n }) => [order_id, n]))
  const mails = await database.query<{ n: number }>(
    "select count(*)::int as n from order_events where kind = 'delivered'",
  )
  return {
    approvedPayments: payments.filter(({ status }) => status === 'approved').length,
    ordersPaid: paid.size,
    grants: rows.reduce((sum, { n }) => sum + n, 0),
    paidWithoutGrant: [...paid].filter(id => !granted.has(id)).length,
    grantsWithoutPayment: [...granted.keys()].filter(id => !paid.has(id)).length,
    doubleGrants: [...granted.values()].filter(n => n > 1).length,
    deliveryMails: mails.rows[0]!.n,
  }
}

await buildIfNeeded()
const server = await startTestServer()
try {
  await server.start()
  const seller = new ApiClient(server.origin)
  await registerCreator(seller, 'seller@creators.test', email => server.waitForMailText(email))
  await linkMercadoPago(seller)
  const product = await publishProduct(seller)

  for (let round = 1; round <= ROUNDS; round += 1) {
    const buying = Promise.allSettled(Array.from({ length: BUYERS }, () => buy(server, product.id)))
    await new Promise(resolve => setTimeout(resolve, randomInt(LATEST_KILL_MS)))
    await server.kill()
    await buying
    await server.start()
    process.stdout.write(`round ${round} of ${ROUNDS}\r`)
  }

  const database = new pg.Client(server.databaseUrl)
  await database.connect()
  // The next checks of all orders are made due now, so that the reconciler finds the payments whose webhooks were lost.
  await database.query("update orders set next_check_at = now() where state = 'open'")
  const deadline = Date.now() + SETTLE_MS
  let counts = await count(server, database)
  while (counts.paidWithoutGrant > 0 && Date.now() < deadline)
    counts = await count(server, database)
  await database.end()

  console.log(`killed ${ROUNDS} times`)
  console.table(counts)
  const isConsistent =
    counts.paidWithoutGrant === 0 &&
    counts.grantsWithoutPayment === 0 &&
    counts.doubleGrants === 0 &&
    counts.ordersPaid > 0
  console.log(isConsistent ? 'Every paid order has exactly one grant.' : 'WRONG: see the counts.')
  process.exitCode = isConsistent ? 0 : 1
} finally {
  await server.close()
}
