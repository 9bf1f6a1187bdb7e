import pg from 'pg'
import { getUser } from '#contract/accounts/user.ts'
import { getMyProduct, getStorageUsage, listMyProducts } from '#contract/catalog/products.ts'
import { listCategoryTree } from '#contract/catalog/categories.ts'
import {
  exportSales,
  getSalesByProduct,
  getSalesSummary,
  listSales,
} from '#contract/sales/lines.ts'
import { getSale } from '#contract/sales/order.ts'
import { buildPath } from '#contract/core/endpoint.ts'
import { countUnread, getNotificationSettings, listNotifications } from '#contract/notifications.ts'
import { getProfile } from '#contract/profiles.ts'
import { getPaymentAccount } from '#contract/payment-accounts.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { insertBulkProducts, insertBulkSales } from '#tools/sample-data/bulk-sales.ts'
import { registerCreator, expectOk } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { buildIfNeeded } from '../scripts/steps.ts'
import { report } from './report.ts'

/** The promise: whatever a dashboard page asks for is answered within this, of a seller with a long past. */
const PROMISE_MS = 300
const PRODUCTS = 1000
const SALES = 50_000
const VIEW_DAYS = 120
const ROUNDS = 15

await buildIfNeeded()
const town = await startTestServer()
const database = new pg.Pool({ connectionString: town.databaseUrl, max: 2 })
try {
  await town.start()
  const seller = await sellerWithAPast('duena@bench.test', PRODUCTS, SALES)
  const newcomer = await sellerWithAPast('nueva@bench.test', 5, 20)
  // Others fill the tables too: nobody is alone in them.
  for (const name of ['uno', 'dos']) await sellerWithAPast(`${name}@bench.test`, 200, 25_000)
  await database.query('vacuum analyze')

  let worst = { name: '', ms: 0, base: 1 }
  console.log(`${PRODUCTS} products, ${SALES} sales; milliseconds, newcomer's median beside`)
  for (const [name, address] of await calls(seller)) {
    const own = await timings(seller, address)
    const base = await timings(newcomer, name.startsWith('one ') ? '/api/user' : address)
    // The longest of a busy machine tells of the machine.
    if (own.median > worst.ms) worst = { name, ms: own.median, base: base.median }
    console.log(
      `${name.padEnd(34)} median ${own.median.toFixed(1).padStart(7)}  longest ${own.longest.toFixed(1).padStart(7)}  (${base.median.toFixed(1)})`,
    )
  }
  const started = performance.now()
  const csv = await seller.request(`/api${exportSales.path}`)
  const lines = (await csv.text()).split('\r\n').length
  const exported = Math.round(performance.now() - started)
  await report('dashboard', {
    title: 'The dashboard of a seller with a long past',
    how: `${PRODUCTS} products and ${SALES} sales, others' beside them; medians of ${ROUNDS} for each of what the pages ask for, one after another.`,
    figures: [
      {
        what: `slowest: ${worst.name}`,
        measured: `${worst.ms.toFixed(1)} ms (${(worst.ms / worst.base).toFixed(1)} times a newcomer's)`,
        promised: `<= ${PROMISE_MS} ms`,
        isKept: worst.ms <= PROMISE_MS,
      },
      { what: `export of ${lines} lines`, measured: `${exported} ms` },
    ],
  })
} finally {
  await database.end()
  await town.close()
}

async function sellerWithAPast(email: string, products: number, sales: number): Promise<ApiClient> {
  const person = new ApiClient(town.origin)
  await registerCreator(person, email, address => town.waitForMailText(address))
  const { id: sellerId } = expectOk(await person.call(getUser, {}))
  await insertBulkProducts(database, { sellerId, products, viewDays: VIEW_DAYS })
  await insertBulkSales(database, { sellerId, sales })
  return person
}

/** What the dashboard's pages ask for, by name. */
async function calls(seller: ApiClient): Promise<[string, string][]> {
  const page = expectOk(await seller.call(listSales, { query: {} }))
  const [sale] = page.sales
  const { products } = expectOk(await seller.call(listMyProducts, {}))
  const product = products[0]!
  const api = (...parts: Parameters<typeof buildPath>) => `/api${buildPath(...parts)}`
  return [
    ['user', api(getUser)],
    ['space', api(getStorageUsage)],
    ['profile', api(getProfile)],
    ['payment account', api(getPaymentAccount)],
    ['categories', api(listCategoryTree)],
    ['my products', api(listMyProducts)],
    ['one product', api(getMyProduct, { id: product.id })],
    ['sales', api(listSales)],
    ['sales, second page', api(listSales, {}, { cursor: page.nextCursor! })],
    ['sales of a state', api(listSales, {}, { state: 'charged_back' })],
    ['sales of a product', api(listSales, {}, { productId: product.id })],
    ['sales of a month', api(listSales, {}, { from: '2026-01-01', to: '2026-01-31' })],
    ['sales of a buyer', api(listSales, {}, { q: 'comprador77@correo.test' })],
    ['sales by a rare name', api(listSales, {}, { q: 'Producto 999' })],
    ['sales by a name that is not there', api(listSales, {}, { q: 'nada de nada' })],
    ['sales by an order’s id', api(listSales, {}, { q: sale!.orderId })],
    ['one sale', api(getSale, { orderId: sale!.orderId })],
    ['summary, all', api(getSalesSummary, {}, { range: 'all' })],
    ['summary, 30 days', api(getSalesSummary, {}, { range: '30d' })],
    ['summary, 12 months', api(getSalesSummary, {}, { range: '12m' })],
    ['one product’s summary', api(getSalesSummary, {}, { productId: product.id })],
    ['by product, all', api(getSalesByProduct)],
    ['by product, 30 days', api(getSalesByProduct, {}, { range: '30d' })],
    ['notifications', api(listNotifications)],
    ['unread', api(countUnread)],
    ['mail settings', api(getNotificationSettings)],
  ]
}

async function timings(person: ApiClient, address: string) {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now()
    const reply = await person.request(address)
    await reply.arrayBuffer()
    took.push(performance.now() - started)
    if (!reply.ok) throw new Error(`${address}: ${reply.status}`)
  }
  const sorted = took.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(ROUNDS / 2)]!, longest: sorted.at(-1)! }
}
