import { beforeEach, expect, test } from 'vitest'
import {
  type Sale,
  type SaleFilter,
  exportSales,
  getSalesByProduct,
  getSalesSummary,
  listSales,
} from '#contract/sales/lines.ts'
import { getUser } from '#contract/accounts/user.ts'
import { toLocalDay, addDays } from '#contract/core/time-zone.ts'
import {
  type HistoryLine,
  countViews,
  insertSalesHistory,
  insertProducts,
  insertProductViews,
} from '#tools/sample-data/sales-history.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'

const shop = useTestApp({ resetBefore: 'file' })
let seller: ApiClient
let sellerId: number
let allLines: HistoryLine[]
/** The line items that the sales list shows: those that a buyer has tried to pay. */
let listedLines: HistoryLine[]

/** All tests read the same history: 2,000 orders in every state. */
let seeded: Promise<void> | undefined
beforeEach(() => (seeded ??= seedHistory()))

async function seedHistory(): Promise<void> {
  await shop.reset()
  seller = await shop.creator()
  sellerId = expectOk(await seller.call(getUser, {})).id
  const productIds = await insertProducts(shop.db, { sellerId, count: 40 })
  allLines = await insertSalesHistory(shop.db, { sellerId, productIds, orders: 2000 })
  await insertProductViews(shop.db, { sellerId, days: 30 })
  listedLines = allLines.filter(({ state }) => state !== null)

  // The sales of another seller must not be counted.
  const otherSeller = await shop.creator()
  const otherSellerId = expectOk(await otherSeller.call(getUser, {})).id
  const otherProductIds = await insertProducts(shop.db, { sellerId: otherSellerId, count: 3 })
  await insertSalesHistory(shop.db, {
    sellerId: otherSellerId,
    productIds: otherProductIds,
    orders: 60,
    seed: 99,
  })
  // PostgreSQL knows the rows of a running marketplace, too.
  await shop.db.execute('analyze')
}

const sum = <Row>(rows: Row[], pick: (row: Row) => number | null): number =>
  rows.reduce((total, row) => total + (pick(row) ?? 0), 0)

type Money = Pick<
  Sale,
  'priceMinor' | 'feeMinor' | 'sellerShareMinor' | 'providerFeeMinor' | 'refundedMinor' | 'netMinor'
>

/** The states of a sale that was undone, also as the export names them in Spanish. */
const REVERSED = new Set(['refunded', 'charged_back', 'Devuelta', 'Contracargo'])

/** Computes the totals of line items independently of the code under test. */
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
    unsettledShareMinor: sum(
      approved.filter(({ netMinor }) => netMinor === null),
      line => line.sellerShareMinor,
    ),
    reversedNetMinor: sum(
      lines.filter(({ state }) => REVERSED.has(state ?? '')),
      line => line.netMinor,
    ),
    refundedMinor: sum(lines, line => line.refundedMinor),
  }
}

/** Reads all pages of the sales list. */
async function readWholeList(query: SaleFilter = {}) {
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

/** Reads the lines and totals of the sales export. */
async function readExport(query = '') {
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

test('the summary, the list, the chart, the ranking and the export have equal totals to the centavo', async () => {
  const expected = totalsOf(listedLines)

  const summary = expectOk(await seller.call(getSalesSummary, { query: {} }))
  const list = await readWholeList()
  const csv = await readExport()
  const ranking = expectOk(await seller.call(getSalesByProduct, { query: {} }))

  expect(expected.count).toBeGreaterThan(1500)
  expect(expected.refundedMinor).toBeGreaterThan(0)
  expect(summary).toMatchObject(expected)
  expect(totalsOf(list)).toEqual(expected)
  expect(list).toHaveLength(listedLines.length)
  expect(new Set(list.map(({ itemId }) => itemId)).size).toBe(listedLines.length)
  for (const name of Object.keys(expected) as (keyof typeof expected)[]) {
    expect(
      sum(summary.days, day => day[name]),
      `days, ${name}`,
    ).toBe(expected[name])
    expect(
      sum(ranking.products, row => row[name]),
      `products, ${name}`,
    ).toBe(expected[name])
  }
  expect(ranking.total).toBe(ranking.products.length)

  // The export contains translated states, such as 'Cobrada' for `approved`, so they are translated here too.
  const csvLines = csv.lines.map(line => ({
    ...line,
    state: line.state === 'Cobrada' ? 'approved' : line.state,
  }))
  expect(totalsOf(csvLines)).toEqual(expected)
  const approved = csv.totals.find(({ state }) => state === 'Cobrada')!
  expect(approved).toMatchObject({
    priceMinor: expected.grossMinor,
    feeMinor: expected.feeMinor,
    sellerShareMinor: expected.sellerShareMinor,
    providerFeeMinor: expected.providerFeeMinor,
    netMinor: expected.netMinor,
  })
  expect(sum(csv.totals, row => row.refundedMinor)).toBe(expected.refundedMinor)
})

test('the totals of a day in the chart equal those of the list and the export for that day', async () => {
  const { days } = expectOk(await seller.call(getSalesSummary, { query: { range: 'all' } }))
  const busiest = days.toSorted((a, b) => b.count - a.count)[0]!
  const query = { from: busiest.date, to: busiest.date }

  const list = await readWholeList(query)
  const csv = await readExport(`?from=${query.from}&to=${query.to}`)

  const { date: _, views: __, freeCopies: ___, ...totals } = busiest
  expect(totalsOf(list)).toEqual(totals)
  expect(totals).toEqual(totalsOf(listedLines.filter(({ day }) => day === busiest.date)))
  expect(csv.lines.map(({ orderId }) => orderId)).toEqual(list.map(({ orderId }) => orderId))
})

test.each([
  ['7d', 7],
  ['30d', 30],
  ['90d', 90],
  ['12m', 365],
] as const)(
  'the sales summary for the range %s covers %d days including today',
  async (range, length) => {
    const first = addDays(toLocalDay(new Date()), 1 - length)
    const summary = expectOk(await seller.call(getSalesSummary, { query: { range } }))
    expect(summary).toMatchObject(totalsOf(listedLines.filter(({ day }) => day >= first)))
    expect(summary.days.every(({ date }) => date >= first)).toBe(true)
  },
)

test('the totals of one product are equal in the summary, the list and the ranking', async () => {
  const ranking = expectOk(await seller.call(getSalesByProduct, { query: {} }))
  const [best] = ranking.products
  const { productId, name: _, imageFile: __, deleted: ___, views, ...totals } = best!

  const summary = expectOk(await seller.call(getSalesSummary, { query: { productId } }))
  const list = await readWholeList({ productId })

  expect(summary).toMatchObject({ ...totals, views })
  expect(totalsOf(list)).toEqual(totals)
  expect(totals).toEqual(totalsOf(listedLines.filter(line => line.productId === productId)))
  const shares = ranking.products.map(({ sellerShareMinor }) => sellerShareMinor)
  expect(shares).toEqual(shares.toSorted((a, b) => b - a))
})

test('the views by day and the views by product have the same total', async () => {
  const [summary, ranking, views] = [
    expectOk(await seller.call(getSalesSummary, { query: {} })),
    expectOk(await seller.call(getSalesByProduct, { query: {} })),
    await countViews(shop.db, sellerId),
  ]
  expect(views).toBeGreaterThan(0)
  expect(summary.views).toBe(views)
  expect(sum(summary.days, day => day.views)).toBe(views)
  expect(sum(ranking.products, row => row.views)).toBe(views)
})

test('the list of sales holds the paid line items only, and the list of attempts holds all others', async () => {
  const isPaid = ({ state }: { state: string | null }) =>
    ['approved', 'review', 'refunded', 'charged_back'].includes(state ?? '')

  const sales = await readWholeList({ list: 'sales' })
  const attempts = await readWholeList({ list: 'attempts' })
  const csv = await readExport('?list=attempts')

  expect(sales).toHaveLength(listedLines.filter(isPaid).length)
  expect(sales.every(isPaid)).toBe(true)
  expect(attempts).toHaveLength(listedLines.length - sales.length)
  expect(attempts.some(isPaid)).toBe(false)
  expect(attempts.length).toBeGreaterThan(0)
  expect(csv.lines.map(({ orderId }) => orderId)).toEqual(attempts.map(({ orderId }) => orderId))
})

test('what the seller keeps in the summary is the sum of the net amounts in the list of sales', async () => {
  const summary = expectOk(await seller.call(getSalesSummary, { query: {} }))
  const sales = await readWholeList({ list: 'sales' })

  expect(summary.netMinor + summary.reversedNetMinor).toBe(
    sum(
      sales.filter(({ state }) => state !== 'review'),
      sale => sale.netMinor,
    ),
  )
  expect(summary.reversedNetMinor).toBeLessThan(0)
})

test('the sales list filtered by state shows exactly the line items of that state', async () => {
  for (const state of [
    'approved',
    'refunded',
    'charged_back',
    'pending',
    'rejected',
    'review',
  ] as const) {
    const expected = allLines.filter(line => line.state === state).length
    expect(expected, state).toBeGreaterThan(0)
    expect((await readWholeList({ state })).length, state).toBe(expected)
  }
  expect(allLines.some(({ state }) => state === null)).toBe(true)
})
