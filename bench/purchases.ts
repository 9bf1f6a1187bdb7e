import { randomInt } from 'node:crypto'
import pg from 'pg'
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
 * Measures whole purchases: order, payment, webhook event, grant, email, and download of 100 KB. Usage:
 * node bench/purchases.ts [rounds] [purchases of each round]
 */
const ROUNDS = Number(process.argv[2] ?? 3)
const PURCHASES = Number(process.argv[3] ?? 400)
const AT_ONCE = [8, 16]
const SELLERS = 10
const PRODUCTS_OF_EACH = 10
/** The promised purchases in a second. */
const PROMISED = 60

const server = await startTestServer()

/** Resolves to the milliseconds of each of many transactions of two inserts, which an order could not do without. */
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
  await publishReport('purchases', {
    title: 'Purchases',
    how: `Whole purchases of ${productIds.length} products of ${SELLERS} sellers, from the order to the downloaded file of 100 KB; median of ${ROUNDS} rounds of ${PURCHASES}. Server, PostgreSQL (without fsync), the simulated provider, the inbox and the buyers share the cores.`,
    figures,
  })
} finally {
  await server.close()
}
