import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getUser } from '#contract/accounts.ts'
import { getMyProduct, listMyProducts } from '#contract/catalog.ts'
import { getSalesByProduct, getSalesSummary, listSales } from '#contract/desk/lines.ts'
import { getSale } from '#contract/desk/order.ts'
import { countUnread, listNotifications } from '#contract/notifications.ts'
import { getPaymentAccount } from '#contract/sellers.ts'
import { makeBulkProducts, makeBulkSales } from '#test/bulk-sales.ts'
import { must } from '#test/merchant.ts'
import { type Shop, openShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

/** A table this small is read whole, and should be. */
const SMALL = 1000

let shop: Shop
let seller: Visitor
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** Two sellers with a past, the other one's far longer: whoever scans a table reads mostly theirs. */
let ready: Promise<void> | undefined
beforeEach(() => (ready ??= makePast()))

async function makePast(): Promise<void> {
  await shop.reset()
  seller = await shop.creator()
  const other = await shop.creator()
  const client = shop.db.$client
  for (const [person, products, sales] of [
    [other, 400, 40_000],
    [seller, 60, 1500],
  ] as const) {
    const { id: sellerId } = must(await person.call(getUser, {}))
    await makeBulkProducts(client, { sellerId, products, viewDays: 30 })
    await makeBulkSales(client, { sellerId, sales })
  }
}

interface Query {
  text: string
  values: unknown[]
}

/** Every query that goes to the database while `work` goes on. */
async function queriesDuring(work: () => Promise<unknown>): Promise<Query[]> {
  const pool = shop.db.$client
  const asked: Query[] = []
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
  pool.query = ((...args: unknown[]) => {
    const [first, values] = args
    const text = typeof first === 'string' ? first : (first as { text: string }).text
    asked.push({ text, values: (values as unknown[]) ?? [] })
    return query(...args)
  }) as typeof pool.query
  try {
    await work()
  } finally {
    pool.query = query as typeof pool.query
  }
  return asked
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

/** Tables of more than a few rows that a query's plan reads whole. */
async function scannedBy({ text, values }: Query, large: Set<string>): Promise<string[]> {
  if (!/^\s*(select|with)/i.test(text)) return []
  const { rows } = await shop.db.$client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (format json) ${text}`,
    values,
  )
  const found: string[] = []
  const walk = (plan: Plan) => {
    if (plan['Node Type'] === 'Seq Scan' && large.has(plan['Relation Name'] ?? ''))
      found.push(`${plan['Relation Name']}: ${text.slice(0, 120)}`)
    for (const below of plan.Plans ?? []) walk(below)
  }
  walk(rows[0]!['QUERY PLAN'][0].Plan)
  return found
}

async function largeTables(): Promise<Set<string>> {
  const { rows } = await shop.db.$client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and reltuples > $1",
    [SMALL],
  )
  return new Set(rows.map(({ name }) => name))
}

test('the check sees a scan where there is one', async () => {
  const large = await largeTables()
  expect([...large]).toEqual(expect.arrayContaining(['orders', 'order_items', 'payments']))
  const scan = { text: "select * from order_items where name like '%x'", values: [] }
  expect(await scannedBy(scan, large)).toHaveLength(1)
})

test('nothing that a dashboard page asks for reads a table from end to end', async () => {
  const { sales } = must(await seller.call(listSales, { query: {} }))
  const { orderId, productId } = sales[0]!

  const asked = await queriesDuring(async () => {
    for (const query of [
      {},
      { state: 'charged_back' },
      { productId },
      { q: 'Producto 7' },
      { q: 'comprador77@correo.test' },
      { q: orderId },
      { from: '2026-01-01', to: '2026-02-01' },
    ] as const)
      must(await seller.call(listSales, { query }))
    must(await seller.call(getSale, { params: { orderId } }))
    for (const range of ['7d', '30d', '12m', 'all'] as const) {
      must(await seller.call(getSalesSummary, { query: { range } }))
      must(await seller.call(getSalesByProduct, { query: { range } }))
    }
    must(await seller.call(getSalesSummary, { query: { productId } }))
    must(await seller.call(listMyProducts, {}))
    must(await seller.call(getMyProduct, { params: { id: productId } }))
    must(await seller.call(listNotifications, { query: {} }))
    must(await seller.call(countUnread, {}))
    must(await seller.call(getPaymentAccount, {}))
    await (await seller.request('/api/sales/export.csv?state=refunded')).text()
  })

  const large = await largeTables()
  const scans = []
  for (const query of asked) scans.push(...(await scannedBy(query, large)))
  expect(asked.length).toBeGreaterThan(30)
  expect(scans).toEqual([])
})
