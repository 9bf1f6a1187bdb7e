import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { runExtraMigration } from '#tools/database/extra-migration.ts'
import { insertBulkSales } from '#tools/sample-data/bulk-sales.ts'
import { seedProducts } from '#tools/sample-data/many-products.ts'
import { quantile } from '#tools/statistics.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import {
  type PurchaseTimes,
  createProductsOfSellers,
  purchase,
} from '#tools/api-client/purchases.ts'
import { publishReport } from './shared/report.ts'

/**
 * Upgrades a large database while purchases go on: a migration adds columns to order lines and products, fills them in
 * batches, and builds indexes. Compares the times of the purchases with those of the time before. Usage:
 * `node bench/upgrade.ts [order lines] [products]`
 */
const LINES = Number(process.argv[2] ?? 1_000_000)
const PRODUCTS = Number(process.argv[3] ?? 100_000)
const SELLERS_WITH_SALES = 10
const BUYERS_AT_ONCE = 4
const BEFORE_MS = 60_000
const FIXTURE = join(import.meta.dirname, '../tools/fixtures/upgrade-drill/backfill.sql')

let buyers = 0
const failures: unknown[] = []

/** Lets buyers purchase, one after another in each of several places, until `end` resolves. */
async function buyUntil(end: Promise<unknown>, productIds: number[]): Promise<PurchaseTimes[]> {
  const over = new AbortController()
  const times: PurchaseTimes[] = []
  const buyer = async () => {
    while (!over.signal.aborted) {
      buyers += 1
      const productId = productIds[randomInt(productIds.length)]!
      await purchase(server, productId, `buyer${buyers}@buyers.test`).then(
        time => times.push(time),
        (error: unknown) => failures.push(error),
      )
    }
  }
  const all = Promise.all(Array.from({ length: BUYERS_AT_ONCE }, buyer))
  await end
  over.abort()
  await all
  return times
}

const describe = (times: number[]) =>
  `${quantile(times, 0.5).toFixed(0)} / ${quantile(times, 0.99).toFixed(0)} / ${Math.max(...times).toFixed(0)} ms`

await buildIfNeeded()
const server = await startTestServer()
try {
  await server.start()
  const productIds = await createProductsOfSellers(server, { sellers: 5, productsOfEach: 5 })
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: 2 })
  await seedProducts(pool, PRODUCTS)
  const { rows: sellers } = await pool.query<{ seller_id: number }>(
    `select distinct seller_id from products where image_key = 'many' order by 1 limit ${SELLERS_WITH_SALES}`,
  )
  for (const { seller_id: sellerId } of sellers)
    await insertBulkSales(pool, { sellerId, sales: LINES / SELLERS_WITH_SALES })
  await pool.query('vacuum analyze')
  await pool.end()

  const before = await buyUntil(pause(BEFORE_MS), productIds)
  const startedAt = performance.now()
  const during = await buyUntil(runExtraMigration(server.databaseUrl, FIXTURE), productIds)
  const seconds = (performance.now() - startedAt) / 1000
  await server.waitForJobs()
  for (const failure of failures) console.error(failure)

  const phases = [
    { name: 'before', times: before },
    { name: 'during the upgrade', times: during },
  ]
  await publishReport('upgrade', {
    title: 'An upgrade during purchases',
    how: `A database of ${LINES} order lines and ${PRODUCTS} products. The migration fills a new column of both tables in batches and builds four indexes, while ${BUYERS_AT_ONCE} buyers purchase one file after another. Server, PostgreSQL (without fsync), the simulated provider, the inbox and the buyers share the cores.`,
    figures: [
      { what: 'duration of the migration', measured: `${seconds.toFixed(0)} s` },
      {
        what: `failed purchases of ${buyers}`,
        measured: String(failures.length),
        promised: '0',
        isKept: failures.length === 0,
      },
      ...phases.flatMap(({ name, times }) => [
        {
          what: `order ${name}, p50 / p99 / longest`,
          measured: describe(times.map(({ order }) => order)),
        },
        {
          what: `payment to email ${name}, p50 / p99 / longest`,
          measured: describe(times.map(({ delivery }) => delivery)),
        },
      ]),
    ],
  })
} finally {
  await server.close()
}
