import { setTimeout as pause } from 'node:timers/promises'
import { changePrices, undoPriceBatch } from '#contract/prices/price-changes.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { listProductsOfSeller, listPublicProducts } from '#contract/storefront/search.ts'
import { getPublicProfile } from '#contract/profiles.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import {
  insertPaymentAccount,
  insertProductOnSale,
  insertSignedInUser,
} from '#tools/test-app/rows.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { median } from '#tools/statistics.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { startServer } from './shared/processes.ts'
import { publishReport } from './shared/report.ts'

/**
 * Changes the prices of many products at once at one server process, and measures how long that takes, and how long
 * until pages, lists and kiosks of another process show the new prices. Each change is undone, which is measured too.
 * Usage: `price-changes.ts [products] [rounds]`.
 */
const [count = 500, rounds = 5] = process.argv.slice(2).map(Number)
const CHANGE_LIMIT_MS = 2000
const FRESH_LIMIT_MS = 1000
const PAUSE_MS = 10
/** How many of the products are watched on pages of their own. */
const WATCHED_PAGES = 20

await buildIfNeeded()
const testServer = await startTestServer()
try {
  await testServer.start()
  const other = await startServer(testServer.env)
  try {
    await measureChanges(new ApiClient(testServer.origin), other.origin)
  } finally {
    await other.stop()
  }
} finally {
  await testServer.close()
}

async function measureChanges(seller: ApiClient, otherOrigin: string): Promise<void> {
  const rows = await testServer.openRows()
  const sellerId = await insertSignedInUser(rows, seller, 'duena@bench.test')
  await insertPaymentAccount(rows, sellerId)
  const prices = new Map<number, number>()
  let username = ''
  for (let index = 0; index < count; index += 1) {
    const price = 1000 + index
    const product = await insertProductOnSale(rows, sellerId, { name: `Danza ${index}`, price })
    username = product.username
    prices.set(product.id, price)
  }
  const watchedIds = [...prices.keys()].filter(
    (_, index) => index % Math.ceil(count / WATCHED_PAGES) === 0,
  )
  // The origin is that of the first process, since visitors see one marketplace.
  const visitor = new ApiClient(otherOrigin, { origin: testServer.origin })

  /** Finds the places at the other process that show a price which is not `expected`. */
  async function findWrongPlaces(expected: (price: number) => number): Promise<string[]> {
    const isRight = ({ id, price }: { id: number; price: number }) =>
      price === expected(prices.get(id)!)
    const pages = await Promise.all(
      watchedIds.map(async id => {
        const params = { id: String(id) }
        const html = await (await fetch(`${otherOrigin}/product/${id}`)).text()
        return (
          isRight(expectOk(await visitor.call(getPublicProduct, { params }))) &&
          html.includes(`"price":${expected(prices.get(id)!)},`)
        )
      }),
    )
    const list = await visitor.call(listPublicProducts, { params: { page: 1 }, query: {} })
    const sorted = await visitor.call(listPublicProducts, {
      params: { page: 1 },
      query: { sort: 'price_asc' },
    })
    const kiosk = await visitor.call(getPublicProfile, { params: { username } })
    const ofSeller = await visitor.call(listProductsOfSeller, { params: { username }, query: {} })
    return Object.entries({
      pages: pages.every(Boolean),
      list: expectOk(list).products.every(isRight),
      sorted: expectOk(sorted).products.every(isRight),
      kiosk: expectOk(kiosk).products.every(isRight),
      ofSeller: expectOk(ofSeller).products.every(isRight),
    })
      .filter(([, isRight]) => !isRight)
      .map(([name]) => name)
  }

  const freshMs: number[] = []
  const late: string[] = []
  async function waitUntilFresh(expected: (price: number) => number): Promise<void> {
    const changedAt = performance.now()
    for (;;) {
      const askedAt = performance.now()
      const wrong = await findWrongPlaces(expected)
      // An answer shows how the marketplace was when it was asked for.
      const ms = askedAt - changedAt
      if (wrong.length > 0 && ms <= FRESH_LIMIT_MS) {
        await pause(PAUSE_MS)
        continue
      }
      freshMs.push(ms)
      late.push(...wrong)
      return
    }
  }
  const time = async <T>(call: () => Promise<T>): Promise<[T, number]> => {
    const start = performance.now()
    const result = await call()
    return [result, performance.now() - start]
  }

  const dryRunMs: number[] = []
  const changeMs: number[] = []
  const undoMs: number[] = []
  await findWrongPlaces(price => price)
  for (let round = 0; round < rounds; round += 1) {
    const form = {
      productIds: null,
      rule: { kind: 'amount', value: 500 + round },
      ending: 'none',
      startsAt: null,
    } as const
    const [dryRun, previewed] = await time(async () =>
      expectOk(await seller.call(changePrices, { body: { ...form, dryRun: true } })),
    )
    const body = { ...form, dryRun: false, seen: dryRun.digest }
    const [change, changed] = await time(async () =>
      expectOk(await seller.call(changePrices, { body })),
    )
    await waitUntilFresh(price => price + 500 + round)
    const params = { batch: change.batch!.id }
    const [, undone] = await time(async () =>
      expectOk(await seller.call(undoPriceBatch, { params })),
    )
    await waitUntilFresh(price => price)
    dryRunMs.push(previewed)
    changeMs.push(changed)
    undoMs.push(undone)
  }

  const show = (values: number[]) =>
    `median ${median(values).toFixed(0)} ms, longest ${Math.max(...values).toFixed(0)} ms`
  await publishReport('price-changes', {
    title: 'Changes of many prices',
    how: `${rounds} changes of the prices of ${count} products at one process, each undone; after each, ${watchedIds.length} pages and four lists were asked at another process until all were right.`,
    figures: [
      {
        what: `a change of ${count} prices`,
        measured: show(changeMs),
        promised: `<= ${CHANGE_LIMIT_MS} ms`,
        isKept: Math.max(...changeMs) <= CHANGE_LIMIT_MS,
      },
      {
        what: 'undoing it',
        measured: show(undoMs),
        promised: `<= ${CHANGE_LIMIT_MS} ms`,
        isKept: Math.max(...undoMs) <= CHANGE_LIMIT_MS,
      },
      { what: 'its dry run', measured: show(dryRunMs) },
      {
        what: `places that were wrong after ${FRESH_LIMIT_MS} ms`,
        measured: late.length === 0 ? '0' : late.join(', '),
        promised: '0',
        isKept: late.length === 0,
      },
      { what: 'until all places were right', measured: show(freshMs) },
    ],
  })
}
