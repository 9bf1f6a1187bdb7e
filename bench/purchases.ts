import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createPreference, getOrder } from '#contract/orders.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import {
  expectOk,
  linkMercadoPago,
  publishProduct,
  registerCreator,
} from '#tools/api-client/creator.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import { runAtOnce } from '#tools/run-at-once.ts'
import { median, quantile } from '#tools/statistics.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { type Figure, publishReport } from './report.ts'

/**
 * Measures whole purchases: order, payment, webhook event, grant, email, and download of 100 KB. Usage:
 * node bench/purchases.ts [rounds] [purchases of each round]
 */
const ROUNDS = Number(process.argv[2] ?? 3)
const PURCHASES = Number(process.argv[3] ?? 400)
const AT_ONCE = [8, 16]
const SELLERS = 10
const PRODUCTS_OF_EACH = 10
const FILE_BYTES = 100 * 1024
const MAIL_POLL_MS = 25
/** The promised purchases in a second. */
const PROMISED = 60

const server = await startTestServer()
const visitor = new ApiClient(server.origin)

interface Times {
  /** Milliseconds of the order, until the address of the payment page came. */
  order: number
  /** Milliseconds from the payment until the delivery email arrived. */
  delivery: number
}

/** Orders, pays, waits for the email and downloads the file that its page links to. */
async function purchase(productId: number, payerEmail: string): Promise<Times> {
  const ordered = performance.now()
  const body = { products: [{ id: productId }], payerEmail }
  const { init_point: page } = expectOk(await visitor.call(createPreference, { body }))
  const order = performance.now() - ordered
  const paid = Date.now()
  const preferenceId = new URL(page).searchParams.get('pref_id')!
  await server.provider.pay({ preferenceId, outcome: 'approved' })
  const mail = await waitForMail(payerEmail)
  const token = /\/order\/([\w.~-]+)/.exec(mail.text)![1]!
  const { items } = expectOk(await visitor.call(getOrder, { params: { token } }))
  const file = await visitor.request(items[0]!.downloadUrl!)
  const { byteLength } = await file.arrayBuffer()
  if (byteLength !== items[0]!.sizeBytes) throw new Error(`downloaded ${byteLength} bytes`)
  return { order, delivery: new Date(mail.date).getTime() - paid }
}

async function waitForMail(address: string) {
  for (;;) {
    const [mail] = await server.listMails(address)
    if (mail) return mail
    await pause(MAIL_POLL_MS)
  }
}

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
  const productIds: number[] = []
  for (let n = 0; n < SELLERS; n += 1) {
    const seller = new ApiClient(server.origin)
    const email = `seller${n}@creators.test`
    await registerCreator(seller, email, address => server.waitForMailText(address))
    await linkMercadoPago(seller)
    for (let product = 0; product < PRODUCTS_OF_EACH; product += 1) {
      const file = createPdfFile(FILE_BYTES)
      productIds.push((await publishProduct(seller, { name: `Cuaderno ${n}.${product}`, file })).id)
    }
  }
  const figures: Figure[] = []
  let buyer = 0
  for (const atOnce of AT_ONCE) {
    const rates: number[] = []
    const times: Times[] = []
    const bare: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(...(await timeBareTransactions(atOnce)))
      const start = performance.now()
      const results = await runAtOnce(atOnce, PURCHASES, () => {
        buyer += 1
        const productId = productIds[randomInt(productIds.length)]!
        return purchase(productId, `buyer${buyer}@buyers.test`)
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
