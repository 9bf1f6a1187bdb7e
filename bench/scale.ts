import pg from 'pg'
import { getUser } from '#contract/accounts/user.ts'
import { listSales } from '#contract/sales/lines.ts'
import { daysAgo } from '#contract/core/time.ts'
import { checkRows } from '#server/features/invariants/check.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk, registerCreator } from '#tools/api-client/creator.ts'
import { startPostgres } from '#tools/database/postgres-server.ts'
import {
  insertBulkPack,
  insertBulkProducts,
  insertBulkSales,
} from '#tools/sample-data/bulk-sales.ts'
import { seedOrders } from '#tools/sample-data/many-orders.ts'
import { seedProducts } from '#tools/sample-data/many-products.ts'
import { median } from '#tools/statistics.ts'
import { createDraft } from '#contract/products/working-copy.ts'
import { type OwnIds, READING_PATHS, fillIds } from '#tools/api-client/reading-paths.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { type RunningServer, startServer } from './shared/processes.ts'
import { publishReport } from './shared/report.ts'

/**
 * Compares a marketplace with one of a tenth of its rows: the time of every list, of the periodic tasks and of the
 * rules of the invariants, and the size of the tables. Both are databases of one PostgreSQL server, and get their
 * requests in turn. Usage: `node bench/scale.ts [orders] [products]`; a product in ten has a seller of its own. With
 * the defaults it needs 40 GB of disk and about an hour.
 */
const ORDERS = Number(process.argv[2] ?? 10_000_000)
const PRODUCTS = Number(process.argv[3] ?? 1_000_000)
const PRODUCTS_PER_SELLER = 10
const ROUNDS = 7
const METRICS_TOKEN = 'scale'
const OWN_PRODUCTS = 1000
const OWN_SALES = 50_000
const SHOWN_PATHS = 5
/** The name of the sum of all rules. */
const TOGETHER = 'all rules'
const SHOWN_RULES = 4
const SHOWN_TASKS = 3
const SHOWN_TABLES = 4
/** The longest time that a periodic task may take. */
const MAX_TASK_MS = 30 * 60_000

interface Marketplace {
  name: string
  databaseUrl: string
  pool: pg.Pool
  server: RunningServer
  /** A seller with many sales, who is an admin too. */
  person: ApiClient
  ids: OwnIds
}

await buildIfNeeded()
const postgres = await startPostgres({
  settings: ['shared_buffers=2GB', 'max_wal_size=8GB', 'checkpoint_timeout=30min'],
})
const tools = await startTestServer({ METRICS_TOKEN })
try {
  const small = await createMarketplace('small', ORDERS / 10, PRODUCTS / 10)
  const large = await createMarketplace('large', ORDERS, PRODUCTS)
  const both = [small, large]

  // The tasks come first, as on a marketplace that has run for days: they keep sums that lists read.
  const tasks: Map<string, number>[] = []
  for (const marketplace of both) tasks.push(await measureTasks(marketplace))
  const lists = await measureLists(both)
  const rules: Map<string, number>[] = []
  const dailyRules: Map<string, number>[] = []
  for (const marketplace of both) {
    rules.push(await measureRules(marketplace))
    dailyRules.push(await measureRules(marketplace, daysAgo(1)))
  }
  const compare = (a: number, b: number) => `${b.toFixed(1)} ms (${a.toFixed(1)} ms)`
  await publishReport('scale', {
    title: `${ORDERS.toLocaleString('en')} orders`,
    how: `A marketplace with ${ORDERS.toLocaleString('en')} orders of three years, ${PRODUCTS.toLocaleString('en')} products and ${(PRODUCTS / PRODUCTS_PER_SELLER).toLocaleString('en')} sellers; in parentheses one with a tenth of each. Times are medians of ${ROUNDS} uncached requests of a seller with ${OWN_SALES} sales, who is an admin; the slowest of ${lists.length} paths are shown. The daily check reads the orders of a day.`,
    figures: [
      ...lists
        .toSorted((a, b) => b.timesMs[1]! - a.timesMs[1]!)
        .map(({ path, timesMs }, index) => ({
          what: `\`${path}\``,
          measured: compare(timesMs[0]!, timesMs[1]!),
          isDetail: index >= SHOWN_PATHS,
        })),
      {
        what: 'median of all paths',
        measured: compare(
          median(lists.map(({ timesMs }) => timesMs[0]!)),
          median(lists.map(({ timesMs }) => timesMs[1]!)),
        ),
      },
      ...describeSeconds('complete check:', rules, SHOWN_RULES),
      ...describeSeconds('daily check:', dailyRules, SHOWN_RULES),
      ...describeSeconds('periodic task', tasks, SHOWN_TASKS),
      ...(await describeTables(large)),
    ],
  })
  for (const { server, pool } of both) {
    await server.stop()
    await pool.end()
  }
} finally {
  await tools.close()
  await postgres.stop()
}

async function createMarketplace(
  name: string,
  orders: number,
  products: number,
): Promise<Marketplace> {
  await postgres.createDatabase(name)
  const databaseUrl = `${postgres.url}/${name}`
  const env = { ...tools.env, DATABASE_URL: databaseUrl }
  await (await startServer(env)).stop()
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const startedAt = performance.now()
  await seedProducts(pool, products, PRODUCTS_PER_SELLER)
  await seedOrders(databaseUrl, orders)
  const server = await startServer(env)
  const person = new ApiClient(server.origin)
  const email = `ana-${name}@creators.test`
  await registerCreator(person, email, address => tools.waitForMailText(address))
  const { id } = expectOk(await person.call(getUser, {}))
  await pool.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [id])
  await insertBulkProducts(pool, { sellerId: id, products: OWN_PRODUCTS, viewDays: 120 })
  await insertBulkSales(pool, { sellerId: id, sales: OWN_SALES })
  const pack = await insertBulkPack(pool, { sellerId: id, share: 100 })
  await pool.query(
    `insert into unmatched_payments (id, seller_id, collector_id, order_id, status, amount_minor, refunded_minor,
      application_fee_minor, currency)
     values ('1', $1, '1', gen_random_uuid(), 'approved', 100, 0, 10, 'ARS')`,
    [id],
  )
  await pool.query('vacuum analyze')
  const { sales } = expectOk(await person.call(listSales, { query: {} }))
  const [sale] = sales
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  console.log(`${name}: ${orders} orders and ${products} products created in ${minutes} min`)
  return {
    name,
    databaseUrl,
    pool,
    server,
    person,
    ids: {
      product: String(sale!.productId),
      pack: String(pack),
      draft: String(expectOk(await person.call(createDraft, { body: { fields: {} } })).id),
      order: sale!.orderId,
      user: String(id),
      unmatched: '1',
    },
  }
}

/** Requests every path in turn from each marketplace; returns the medians in milliseconds. */
async function measureLists(marketplaces: Marketplace[]) {
  const times = READING_PATHS.map(path => ({ path, all: marketplaces.map(() => [] as number[]) }))
  // The first two rounds are not measured, since PostgreSQL still plans the queries and reads the tables from disk.
  for (let round = -2; round < ROUNDS; round++)
    for (const { path, all } of times)
      for (const [index, { name, person, pool, ids }] of marketplaces.entries()) {
        await pool.query(`select pg_notify('public_changes', '*')`)
        const startedAt = performance.now()
        const reply = await person.request(fillIds(path, ids))
        await reply.arrayBuffer()
        if (!reply.ok) console.warn(`${path} among ${name}: ${reply.status}`)
        if (round >= 0) all[index]!.push(performance.now() - startedAt)
      }
  return times.map(({ path, all }) => ({ path, timesMs: all.map(median) }))
}

/**
 * Checks the rules of the invariants once, among all orders or, as the daily check does, among those that changed since
 * a time; returns the seconds of each rule.
 */
async function measureRules(
  { pool }: Marketplace,
  changedSince?: Date,
): Promise<Map<string, number>> {
  const measured = new Map([[TOGETHER, 0]])
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  const findings = await checkRows(client, {
    changedSince,
    onQuery(name, seconds) {
      for (const key of [name, TOGETHER]) measured.set(key, (measured.get(key) ?? 0) + seconds)
    },
  })
  client.release()
  for (const { name, count } of findings)
    console.warn(`the sample data violates ${name} ${count} times`)
  return measured
}

/**
 * Makes each periodic task due, one after another, and reads its duration in seconds from the metrics. The
 * reconciliation of the accounts is left out, since the accounts of the sample data do not exist at the payment
 * provider.
 */
async function measureTasks({ pool, server }: Marketplace): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string }>('select name from schedules order by name')
  const measured = new Map<string, number>()
  for (const { name: task } of rows) {
    if (task === 'reconcile_accounts') continue
    const before = await readTaskFigures(server, task)
    await pool.query('update schedules set next_at = now() where name = $1', [task])
    const end = Date.now() + MAX_TASK_MS
    let after = before
    while (after.runs === before.runs) {
      if (Date.now() > end) throw new Error(`${task} does not end`)
      await new Promise(resolve => setTimeout(resolve, 200))
      after = await readTaskFigures(server, task)
    }
    measured.set(task, (after.seconds - before.seconds) / (after.runs - before.runs))
  }
  return measured
}

async function readTaskFigures({ origin }: RunningServer, task: string) {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${origin}/metrics`, { headers })).text()
  const sum = (name: string) =>
    text
      .split('\n')
      .filter(line => line.startsWith(`kiosko_schedule_seconds_${name}{schedule="${task}"`))
      .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' '))), 0)
  return { runs: sum('count'), seconds: sum('sum') }
}

/**
 * Describes the seconds that each part of something took in the large marketplace, and in parentheses in the small one.
 */
function describeSeconds(what: string, [few, many]: Map<string, number>[], shown: number) {
  return [...many!]
    .map(([name, seconds]) => ({ name, seconds, fewSeconds: few!.get(name) ?? 0 }))
    .sort((a, b) => Math.max(b.seconds, b.fewSeconds) - Math.max(a.seconds, a.fewSeconds))
    .map(({ name, seconds, fewSeconds }, index) => ({
      what: `${what} ${name === TOGETHER ? name : `\`${name}\``}`,
      measured: `${seconds.toFixed(2)} s (${fewSeconds.toFixed(2)} s)`,
      isDetail: index >= shown,
    }))
}

/** Describes the size of the largest tables, with their indexes. */
async function describeTables({ pool }: Marketplace) {
  const { rows } = await pool.query<{ name: string; rows: number; mb: number; index_mb: number }>(
    `select relname as name, n_live_tup::int as rows, (pg_table_size(relid) / 1048576)::int as mb,
       (pg_indexes_size(relid) / 1048576)::int as index_mb
     from pg_stat_user_tables order by pg_total_relation_size(relid) desc limit 12`,
  )
  return rows.map(({ name, rows: count, mb, index_mb: indexMb }, index) => ({
    what: `table \`${name}\``,
    measured: `${count.toLocaleString('en')} rows, ${mb} MB and ${indexMb} MB of indexes`,
    isDetail: index >= SHOWN_TABLES,
  }))
}
