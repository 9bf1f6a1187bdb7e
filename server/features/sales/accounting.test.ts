import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Sale,
  type SaleFilter,
  exportSales,
  getSalesByProduct,
  getSalesSummary,
  listSales,
} from '#contract/sales/lines.ts'
import { getUser } from '#contract/accounts/user.ts'
import { localDay, addDays } from '#contract/core/time-zone.ts'
import {
  type MadeLine,
  countViews,
  makeHistory,
  makeProducts,
  makeViews,
} from '#tools/sample-data/sales-history.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'

let shop: TestApp
let seller: ApiClient
let sellerId: number
let made: MadeLine[]
/** Lines that somebody tried to pay. */
let shown: MadeLine[]

beforeAll(async () => {
  shop = await createTestApp()
})
afterAll(() => shop.close())

/** One history for all of it: 2,000 orders with all that may become of one. Nobody here changes anything. */
let ready: Promise<void> | undefined
beforeEach(() => (ready ??= makePast()))

async function makePast(): Promise<void> {
  await shop.reset()
  seller = await shop.creator()
  sellerId = expectOk(await seller.call(getUser, {})).id
  const productIds = await makeProducts(shop.db, { sellerId, count: 40 })
  made = await makeHistory(shop.db, { sellerId, productIds, orders: 2000 })
  await makeViews(shop.db, { sellerId, days: 30 })
  shown = made.filter(({ state }) => state !== null)

  // Somebody else's past must not be in it.
  const other = await shop.creator()
  const otherId = expectOk(await other.call(getUser, {})).id
  const others = await makeProducts(shop.db, { sellerId: otherId, count: 3 })
  await makeHistory(shop.db, { sellerId: otherId, productIds: others, orders: 60, seed: 99 })
}

const sum = <Row>(rows: Row[], pick: (row: Row) => number | null): number =>
  rows.reduce((total, row) => total + (pick(row) ?? 0), 0)

type Money = Pick<
  Sale,
  'priceMinor' | 'feeMinor' | 'sellerShareMinor' | 'providerFeeMinor' | 'refundedMinor' | 'netMinor'
>

/** The sums of the contract, worked out by hand from lines. */
function totalsOf(lines: (Money & { state: string | null })[]) {
  const approved = lines.filter(({ state }) => state === 'approved')
  return {
    count: approved.length,
    grossMinor: sum(approved, line => line.priceMinor),
    feeMinor: sum(approved, line => line.feeMinor),
    sellerShareMinor: sum(approved, line => line.sellerShareMinor),
    providerFeeMinor: sum(approved, line => line.providerFeeMinor),
    netMinor: sum(approved, line => line.netMinor),
    unsettledCount: approved.filter(({ netMinor }) => netMinor === null).length,
    refundedMinor: sum(lines, line => line.refundedMinor),
  }
}

/** Every page of the list. */
async function wholeList(query: SaleFilter = {}) {
  const sales: Sale[] = []
  for (let cursor: string | undefined; ;) {
    const page = expectOk(
      await seller.call(listSales, { query: { ...query, ...(cursor && { cursor }) } }),
    )
    sales.push(...page.sales)
    if (page.nextCursor === null) return sales
    cursor = page.nextCursor
  }
}

/** The export's lines and totals, as a spreadsheet reads them. */
async function file(query = '') {
  const reply = await seller.request(`/api${exportSales.path}${query}`)
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const bytes = new Uint8Array(await reply.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const rows = new TextDecoder()
    .decode(bytes)
    .split('\r\n')
    .filter(Boolean)
    .map(line => line.split(','))
  const minor = (text: string | undefined) => (text ? Math.round(Number(text) * 100) : null)
  const amounts = (row: string[]) => ({
    priceMinor: minor(row[6])!,
    feeMinor: minor(row[7])!,
    sellerShareMinor: minor(row[8])!,
    providerFeeMinor: minor(row[9]),
    refundedMinor: minor(row[10])!,
    netMinor: minor(row[11]),
  })
  const isTotal = (row: string[]) => row[0] === 'Total'
  const lines = rows.slice(1).filter(row => !isTotal(row))
  return {
    header: rows[0],
    lines: lines.map(row => ({ orderId: row[1]!, state: row[2]!, ...amounts(row) })),
    totals: rows.filter(isTotal).map(row => ({ state: row[2]!, count: row[3]!, ...amounts(row) })),
  }
}

test('the card, the list, the chart, the products and the export agree to the centavo', async () => {
  const truth = totalsOf(shown)

  const card = expectOk(await seller.call(getSalesSummary, { query: {} }))
  const list = await wholeList()
  const csv = await file()
  const ranking = expectOk(await seller.call(getSalesByProduct, { query: {} }))

  expect(truth.count).toBeGreaterThan(1500)
  expect(truth.refundedMinor).toBeGreaterThan(0)
  expect(card).toMatchObject(truth)
  expect(totalsOf(list)).toEqual(truth)
  expect(list).toHaveLength(shown.length)
  expect(new Set(list.map(({ itemId }) => itemId)).size).toBe(shown.length)
  for (const name of Object.keys(truth) as (keyof typeof truth)[]) {
    expect(
      sum(card.days, day => day[name]),
      `days, ${name}`,
    ).toBe(truth[name])
    expect(
      sum(ranking.products, row => row[name]),
      `products, ${name}`,
    ).toBe(truth[name])
  }
  expect(ranking.total).toBe(ranking.products.length)

  // The export's states are words: the approved ones are 'Cobrada'.
  const named = csv.lines.map(line => ({
    ...line,
    state: line.state === 'Cobrada' ? 'approved' : line.state,
  }))
  expect(totalsOf(named)).toEqual(truth)
  const approved = csv.totals.find(({ state }) => state === 'Cobrada')!
  expect(approved).toMatchObject({
    priceMinor: truth.grossMinor,
    feeMinor: truth.feeMinor,
    sellerShareMinor: truth.sellerShareMinor,
    providerFeeMinor: truth.providerFeeMinor,
    netMinor: truth.netMinor,
  })
  expect(sum(csv.totals, row => row.refundedMinor)).toBe(truth.refundedMinor)
})

test('a day of the chart is what the list and the export hold of that day', async () => {
  const { days } = expectOk(await seller.call(getSalesSummary, { query: { range: 'all' } }))
  const busiest = days.toSorted((a, b) => b.count - a.count)[0]!
  const query = { from: busiest.date, to: busiest.date }

  const list = await wholeList(query)
  const csv = await file(`?from=${query.from}&to=${query.to}`)

  const { date: _, views: __, ...totals } = busiest
  expect(totalsOf(list)).toEqual(totals)
  expect(totals).toEqual(totalsOf(shown.filter(({ day }) => day === busiest.date)))
  expect(csv.lines.map(({ orderId }) => orderId)).toEqual(list.map(({ orderId }) => orderId))
})

test.each([
  ['7d', 7],
  ['30d', 30],
  ['90d', 90],
  ['12m', 365],
] as const)('the last %s are %d days, today among them', async (range, length) => {
  const first = addDays(localDay(new Date()), 1 - length)
  const card = expectOk(await seller.call(getSalesSummary, { query: { range } }))
  expect(card).toMatchObject(totalsOf(shown.filter(({ day }) => day >= first)))
  expect(card.days.every(({ date }) => date >= first)).toBe(true)
})

test('one product’s sums are those of its lines, and the ranking’s', async () => {
  const ranking = expectOk(await seller.call(getSalesByProduct, { query: {} }))
  const [best] = ranking.products
  const { productId, name: _, imageFile: __, deleted: ___, views, ...totals } = best!

  const card = expectOk(await seller.call(getSalesSummary, { query: { productId } }))
  const list = await wholeList({ productId })

  expect(card).toMatchObject({ ...totals, views })
  expect(totalsOf(list)).toEqual(totals)
  expect(totals).toEqual(totalsOf(shown.filter(line => line.productId === productId)))
  const shares = ranking.products.map(({ sellerShareMinor }) => sellerShareMinor)
  expect(shares).toEqual(shares.toSorted((a, b) => b - a))
})

test('views of the days and of the products are the same views', async () => {
  const [card, ranking, views] = [
    expectOk(await seller.call(getSalesSummary, { query: {} })),
    expectOk(await seller.call(getSalesByProduct, { query: {} })),
    await countViews(shop.db, sellerId),
  ]
  expect(views).toBeGreaterThan(0)
  expect(card.views).toBe(views)
  expect(sum(card.days, day => day.views)).toBe(views)
  expect(sum(ranking.products, row => row.views)).toBe(views)
})

test('every state of the list is that of its lines, and those nobody tried to pay are in none', async () => {
  for (const state of [
    'approved',
    'refunded',
    'charged_back',
    'pending',
    'rejected',
    'review',
  ] as const) {
    const expected = made.filter(line => line.state === state).length
    expect(expected, state).toBeGreaterThan(0)
    expect((await wholeList({ state })).length, state).toBe(expected)
  }
  expect(made.some(({ state }) => state === null)).toBe(true)
})
