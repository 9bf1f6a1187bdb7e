import { setTimeout as pause } from 'node:timers/promises'
import { buildProductPath } from '#contract/products/product-path.ts'
import { updateProduct } from '#contract/products/products.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { registerCreator, expectOk, publishProduct } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { median, quantile } from '#tools/statistics.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { type RunningServer, startServer } from './shared/processes.ts'
import { publishReport } from './shared/report.ts'

/**
 * Measures public response times while a seller saves products a hundred times a second, and how long after a save the
 * old version is still served, at two server processes. Rounds with and without saves alternate.
 * Usage: `write-load.ts [rounds]`.
 */
const [rounds = 5] = process.argv.slice(2).map(Number)
const SAVES_PER_SECOND = 100
const ROUND_MS = 4000
const PRODUCTS = 4
const READERS = 4
/** The time in milliseconds that a reader waits between two requests. */
const PAUSE_MS = 10
const MAX_P99_MS = 100
const MAX_STALE_MS = 100

interface Save {
  version: number
  answeredAt: number
}
interface Read {
  product: number
  version: number
  askedAt: number
  ms: number
}

await buildIfNeeded()
const testServer = await startTestServer()
const processes: RunningServer[] = []
try {
  const firstServer = await startServer(testServer.env)
  processes.push(firstServer, await startServer(testServer.env))
  const seller = new ApiClient(firstServer.origin)
  await registerCreator(seller, 'write-load@bench.test', email => testServer.waitForMailText(email))
  const products = []
  for (let n = 0; n < PRODUCTS; n++) products.push(await publishProduct(seller))
  for (const { id } of products)
    expectOk(await seller.call(updateProduct, { params: { id }, form: describeVersion(0) }))
  const ids = products.map(({ id }) => id)
  const paths = new Map(products.map(product => [product.id, buildProductPath(product)]))
  const saves = new Map<number, Save[]>(ids.map(id => [id, []]))

  const idleReads: Read[] = []
  const loadedReads: Read[] = []
  const rates: number[] = []
  await readProducts(ROUND_MS / 4, paths)
  for (let round = 0; round < rounds; round++) {
    idleReads.push(...(await readProducts(ROUND_MS, paths)))
    const [reads, saveCounts] = await Promise.all([
      readProducts(ROUND_MS, paths),
      Promise.all(ids.map(id => saveProduct(seller, id, saves.get(id)!))),
    ])
    loadedReads.push(...reads)
    rates.push((saveCounts.reduce((sum, count) => sum + count, 0) * 1000) / ROUND_MS)
  }

  const staleness = loadedReads.map(read => measureStaleness(read, saves.get(read.product)!))
  const staleMs = Math.max(0, ...staleness)
  const p99 = (reads: Read[]) =>
    quantile(
      reads.map(({ ms }) => ms),
      0.99,
    )
  await publishReport('write-load', {
    title: 'Reads during frequent saves',
    how: `Two processes on one PostgreSQL, ${READERS} readers at each, ${PAUSE_MS} ms between an answer and the next request, for product pages and products as JSON, while a seller saves at the first process. Rounds with and without saves alternate, ${rounds} times ${ROUND_MS / 1000} s each; ${loadedReads.length} responses during saves.`,
    figures: [
      {
        what: 'saves a second',
        measured: `${Math.round(median(rates))}`,
        promised: `${SAVES_PER_SECOND}`,
        isKept: median(rates) >= SAVES_PER_SECOND * 0.95,
      },
      {
        what: 'public p99 during saves',
        measured: `${p99(loadedReads).toFixed(1)} ms (${(p99(loadedReads) / p99(idleReads)).toFixed(1)} times the ${p99(idleReads).toFixed(1)} ms without saves)`,
        promised: `<= ${MAX_P99_MS} ms`,
        isKept: p99(loadedReads) <= MAX_P99_MS,
      },
      {
        what: 'longest time after a save during which the old version was served',
        measured: `${staleMs.toFixed(0)} ms`,
        promised: `<= ${MAX_STALE_MS} ms`,
        isKept: staleMs <= MAX_STALE_MS,
      },
    ],
  })
} finally {
  for (const server of processes) await server.stop()
  await testServer.close()
}

/**
 * Requests the JSON and the pages of the products from both server processes again and again, for `ms` milliseconds.
 * @param paths the path of the page of each product id
 */
async function readProducts(ms: number, paths: Map<number, string>): Promise<Read[]> {
  const pages = [...paths]
  const endsAt = performance.now() + ms
  const reads: Read[] = []
  const read = async (origin: string, nth: number) => {
    for (let turn = nth; performance.now() < endsAt; turn++) {
      const [product, page] = pages[turn % pages.length]!
      const path = turn % 2 === 0 ? page : `/api/public/product/${product}`
      const askedAt = performance.now()
      const reply = await fetch(origin + path)
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
      const version = Number(/Versión (\d+)/.exec(text)?.[1])
      reads.push({ product, version, askedAt, ms: performance.now() - askedAt })
      await pause(PAUSE_MS)
    }
  }
  await Promise.all(
    processes.flatMap(({ origin }) => Array.from({ length: READERS }, (_, n) => read(origin, n))),
  )
  return reads
}

/** Returns a change of the description, since another name would change the address of the page. */
function describeVersion(version: number) {
  return { description: `Versión ${version} del texto.` }
}

/**
 * Saves one product repeatedly during a round, at an equal share of the total rate.
 * @returns the number of saves
 */
async function saveProduct(seller: ApiClient, id: number, saves: Save[]): Promise<number> {
  const everyMs = (1000 * PRODUCTS) / SAVES_PER_SECOND
  const startedAt = performance.now()
  let count = 0
  for (; performance.now() < startedAt + ROUND_MS; count++) {
    const version = (saves.at(-1)?.version ?? 0) + 1
    const form = describeVersion(version)
    expectOk(await seller.call(updateProduct, { params: { id }, form }))
    saves.push({ version, answeredAt: performance.now() })
    await pause(Math.max(0, startedAt + (count + 1) * everyMs - performance.now()))
  }
  return count
}

/**
 * Returns how old a read was, in milliseconds: the time since the confirmation of the first save that is missing from
 * it, or 0.
 */
function measureStaleness({ version, askedAt }: Read, saves: Save[]): number {
  const unseen = saves.find(save => save.version > version)
  return unseen && unseen.answeredAt < askedAt ? askedAt - unseen.answeredAt : 0
}
