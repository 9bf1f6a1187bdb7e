import { randomInt } from 'node:crypto'
import pg from 'pg'
import { createPreference } from '#contract/orders/orders.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { runAtOnce } from '#tools/run-at-once.ts'
import { median, quantile } from '#tools/statistics.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import {
  type PurchaseTimes,
  createProductsOfSellers,
  purchase,
} from '#tools/api-client/purchases.ts'
import { type Figure, publishReport } from './shared/report.ts'

/**
 * Measures whole purchases: order, payment, webhook event, grant, email, and download of 100 KB; at last some one after
 * another, alone and while unpaid orders are looked at and an account with payments of other shops is read. Usage:
 * node bench/purchases.ts [rounds] [purchases of each round]
 */
const ROUNDS = Number(process.argv[2] ?? 3)
const PURCHASES = Number(process.argv[3] ?? 400)
const AT_ONCE = [8, 16]
const SELLERS = 10
const PRODUCTS_OF_EACH = 10
/** The promised purchases in a second. */
const PROMISED = 60

/** The unpaid orders that are looked at, and the payments of other shops in one account that is read. */
const UNPAID_ORDERS = 300
const OTHER_PAYMENTS = 2000
/** The milliseconds that each reading of the provider takes in the last two measurements. */
const PROVIDER_MS = 100
const PURCHASES_IN_SEQUENCE = 60
/** The promised milliseconds from a payment to its email. */
const MAX_DELIVERY_MS = 2000

const server = await startTestServer()

/** Resolves to the milliseconds from payment to email of purchases of different products, one after another. */
async function timeDeliveries(productIds: readonly number[], name: string): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < PURCHASES_IN_SEQUENCE; n += 1) {
    const productId = productIds[n % productIds.length]!
    times.push((await purchase(server, productId, `${name}${n}@buyers.test`)).delivery)
  }
  return times
}

/** Creates the unpaid orders and the payments of other shops. Resolves to what looks at each of the orders once. */
async function createTraffic(productIds: readonly number[]) {
  const visitor = new ApiClient(server.origin)
  const preferenceIds: string[] = []
  await runAtOnce(8, UNPAID_ORDERS, async n => {
    const products = [{ id: productIds[n % productIds.length]! }]
    const body = { products, payerEmail: `unpaid${n}@buyers.test` }
    const { init_point: page } = expectOk(await visitor.call(createPreference, { body }))
    preferenceIds.push(new URL(page).searchParams.get('pref_id')!)
  })
  await server.provider.addOtherPayments(preferenceIds[0]!, OTHER_PAYMENTS)
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: 1 })
  /** Every account is read at once, and every unpaid order is due, as when its page is looked at. */
  const begin = async () => {
    await pool.query('update payment_accounts set reconciliation_requested_at = null')
    await pool.query("update schedules set next_at = now() where name = 'reconcile_accounts'")
    await pool.query("update orders set next_check_at = now() where state = 'open'")
  }
  const countDueJobs = async () => {
    const { rows } = await pool.query<{ count: number }>(
      "select count(*)::int as count from jobs where state = 'waiting' and run_at <= now()",
    )
    return rows[0]!.count
  }
  return { begin, countDueJobs, end: () => pool.end() }
}

/**
 * The baseline: returns the milliseconds of each of many transactions with the two inserts that an order needs at
 * least.
 */
async function timeBareTransactions(atOnce: number): Promise<number[]> {
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: atOnce })
  await pool.query(`
    create table if not exists bare_orders (id serial primary key, email text);
    create table if not exists bare_items (id serial primary key, bare_order int references bare_orders)`)
  const results = await runAtOnce(atOnce, PURCHASES, async n => {
    const start = performance.now()
    const client = await pool.connect()
    await client.query('begin')
    const { rows } = await client.query<{ id: number }>(
      'insert into bare_orders (email) values ($1) returning id',
      [`b${n}@buyers.test`],
    )
    await client.query('insert into bare_items (bare_order) values ($1)', [rows[0]!.id])
    await client.query('commit')
    client.release()
    return performance.now() - start
  })
  await pool.end()
  return results
}

const describe = (times: number[]) =>
  `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.99).toFixed(1)} ms`

try {
  await server.start()
  const productIds = await createProductsOfSellers(server, {
    sellers: SELLERS,
    productsOfEach: PRODUCTS_OF_EACH,
  })
  const figures: Figure[] = []
  let buyer = 0
  for (const atOnce of AT_ONCE) {
    const rates: number[] = []
    const times: PurchaseTimes[] = []
    const bare: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(...(await timeBareTransactions(atOnce)))
      const start = performance.now()
      const results = await runAtOnce(atOnce, PURCHASES, () => {
        buyer += 1
        const productId = productIds[randomInt(productIds.length)]!
        return purchase(server, productId, `buyer${buyer}@buyers.test`)
      })
      rates.push(PURCHASES / ((performance.now() - start) / 1000))
      times.push(...results)
    }
    const rate = median(rates)
    figures.push(
      {
        what: `purchases a second, ${atOnce} at once`,
        measured: `${rate.toFixed(1)} (${rates.map(value => value.toFixed(1)).join(', ')})`,
        promised: `>= ${PROMISED}`,
        isKept: rate >= PROMISED,
      },
      {
        what: `payment to email, p50 / p99, ${atOnce} at once`,
        measured: describe(times.map(({ delivery }) => delivery)),
      },
      {
        what: `createPreference, p50 / p99, ${atOnce} at once`,
        measured: describe(times.map(({ order }) => order)),
      },
      {
        what: `bare transaction of two inserts, p50 / p99, ${atOnce} at once`,
        measured: describe(bare),
      },
    )
  }
  await server.provider.addFault({
    path: '/v1/payments',
    method: 'GET',
    latencyMs: PROVIDER_MS,
    times: 1_000_000,
  })
  const alone = await timeDeliveries(productIds, 'alone')
  const traffic = await createTraffic(productIds)
  await traffic.begin()
  const busy = await timeDeliveries(productIds, 'busy')
  const dueJobs = await traffic.countDueJobs()
  await traffic.end()
  const busyMs = quantile(busy, 0.99)
  figures.push(
    {
      what: `payment to email, p50 / p99, one after another, ${PROVIDER_MS} ms for each reading of the provider`,
      measured: describe(alone),
      promised: `p99 <= ${MAX_DELIVERY_MS} ms`,
      isKept: quantile(alone, 0.99) <= MAX_DELIVERY_MS,
    },
    {
      what: `the same while ${UNPAID_ORDERS} unpaid orders are looked at and an account with ${OTHER_PAYMENTS} payments of other shops is read`,
      measured: `${describe(busy)} (p99 ${(busyMs / quantile(alone, 0.99)).toFixed(1)} times that of purchases alone; ${dueJobs} jobs still due at the end)`,
      promised: `p99 <= ${MAX_DELIVERY_MS} ms`,
      isKept: busyMs <= MAX_DELIVERY_MS,
    },
  )
  await publishReport('purchases', {
    title: 'Purchases',
    how: `Whole purchases of ${productIds.length} products of ${SELLERS} sellers, from the order to the downloaded file of 100 KB; median of ${ROUNDS} rounds of ${PURCHASES}. Server, PostgreSQL (without fsync), the simulated provider, the inbox and the buyers share the cores.`,
    figures,
  })
} finally {
  await server.close()
}
