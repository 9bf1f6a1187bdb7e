import { setTimeout as pause } from 'node:timers/promises'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { setProductState } from '#contract/products/products.ts'
import {
  listProductsOfSeller,
  listPublicProducts,
  suggestProducts,
} from '#contract/storefront/search.ts'
import { hasPage } from '#contract/products/sale-obstacles.ts'
import { NEXT_STATES, type ProductState } from '#contract/products/state-rules.ts'
import { getPublicProfile } from '#contract/profiles.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { publishPack } from '#tools/api-client/packs.ts'
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
 * Changes the states of products at one server process, and measures after each change how long every list, feed and
 * page of another process takes to be right. Two of the products are parts of a pack, which must follow. Usage:
 * `state-changes.ts [changes]`.
 */
const [changes = 1000] = process.argv.slice(2).map(Number)
const LIMIT_MS = 1000
const PAUSE_MS = 10
/** Each product has a word of its own, so that the search and its suggestions find it alone. */
const WORDS = ['zamba', 'vidala', 'baguala', 'chacarera', 'milonga', 'cueca', 'huayno', 'tonada']

/** Where visitors find a product, by the name of the place. */
type Places = Record<string, boolean>

interface WatchedProduct {
  id: number
  word: string
  state: ProductState
}

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
  const products: WatchedProduct[] = []
  let username = ''
  for (const word of WORDS) {
    const product = await insertProductOnSale(rows, sellerId, { name: `La ${word}`, price: 1000 })
    username = product.username
    products.push({ id: product.id, word, state: 'on_sale' })
  }
  const parts = products.slice(0, 2)
  const pack = await publishPack(
    seller,
    parts.map(({ id }) => id),
    { name: 'Dos danzas' },
  )
  // The origin is that of the first process, since visitors see one marketplace.
  const visitor = new ApiClient(otherOrigin, { origin: testServer.origin })

  async function findPlaces({ id, word }: { id: number; word: string }): Promise<Places> {
    const has = (list: { id: number }[]) => list.some(product => product.id === id)
    const text = async (path: string) =>
      (await (await fetch(otherOrigin + path)).text()).includes(`/product/${id}/`)
    return {
      page: (await visitor.call(getPublicProduct, { params: { id: String(id) } })).status === 200,
      htmlPage: (await fetch(`${otherOrigin}/product/${id}`)).ok,
      list: has(
        expectOk(await visitor.call(listPublicProducts, { params: { page: 1 }, query: {} }))
          .products,
      ),
      search: has(
        expectOk(
          await visitor.call(listPublicProducts, { params: { page: 1 }, query: { q: word } }),
        ).products,
      ),
      suggestion: has(
        expectOk(await visitor.call(suggestProducts, { query: { q: word } })).products,
      ),
      kiosk: has(expectOk(await visitor.call(getPublicProfile, { params: { username } })).products),
      ofSeller: has(
        expectOk(await visitor.call(listProductsOfSeller, { params: { username }, query: {} }))
          .products,
      ),
      feed: await text(`/profile/${username}/feed.xml`),
      sitemap: await text('/sitemap/products-1.xml'),
    }
  }

  /**
   * Waits until a product is found where it should be. Returns the milliseconds, and the places that are wrong in the
   * end.
   */
  async function waitUntilRight(
    product: { id: number; word: string },
    { isListed, hasPage }: { isListed: boolean; hasPage: boolean },
    changedAt: number,
  ): Promise<{ ms: number; wrong: string[] }> {
    for (;;) {
      const askedAt = performance.now()
      const places = await findPlaces(product)
      const wrong = Object.entries(places)
        .filter(([name, isFound]) => isFound !== (/page/i.test(name) ? hasPage : isListed))
        .map(([name]) => name)
      // An answer shows how the marketplace was when it was asked for.
      const ms = askedAt - changedAt
      if (wrong.length === 0 || ms > LIMIT_MS) return { ms, wrong }
      await pause(PAUSE_MS)
    }
  }

  const delays: number[] = []
  const late = new Map<string, number>()
  const note = ({ ms, wrong }: { ms: number; wrong: string[] }) => {
    delays.push(ms)
    for (const place of wrong) late.set(place, (late.get(place) ?? 0) + 1)
  }
  for (let count = 0; count < changes; count += 1) {
    const product = products[count % products.length]!
    const next = NEXT_STATES[product.state]
    // Each product takes its ways through the states in turn, as another one on each round.
    const state = next[Math.floor(count / products.length) % next.length]!
    expectOk(
      await seller.call(setProductState, { params: { id: String(product.id) }, body: { state } }),
    )
    const changedAt = performance.now()
    product.state = state
    const obstacle = state === 'on_sale' ? null : state
    const places = { isListed: obstacle === null, hasPage: hasPage(obstacle) }
    note(await waitUntilRight(product, places, changedAt))
    if (parts.includes(product))
      note(
        await waitUntilRight(
          { id: pack.id, word: 'danzas' },
          { isListed: parts.every(part => part.state === 'on_sale'), hasPage: true },
          changedAt,
        ),
      )
  }

  const lateCount = [...late.values()].reduce((sum, count) => sum + count, 0)
  await publishReport('state-changes', {
    title: 'Changes of the state of a product',
    how: `${changes} changes at one process; after each, nine places where visitors find the product were asked at another process until all were right.`,
    figures: [
      {
        what: `places that were wrong after ${LIMIT_MS} ms`,
        measured:
          lateCount === 0 ? '0' : [...late].map(([name, count]) => `${name} ${count}`).join(', '),
        promised: '0',
        isKept: lateCount === 0,
      },
      {
        what: 'until all places were right',
        measured: `median ${median(delays).toFixed(0)} ms, longest ${Math.max(...delays).toFixed(0)} ms`,
      },
    ],
  })
}
