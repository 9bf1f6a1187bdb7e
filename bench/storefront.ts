import pg from 'pg'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { readProductPaths, seedProducts } from '#tools/sample-data/many-products.ts'
import { median, quantile } from '#tools/statistics.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { type LoadResult, runLoad } from './shared/load.ts'
import {
  readMemoryMb,
  readProcessorSeconds,
  startBaselineServer,
  startServer,
} from './shared/processes.ts'
import { type Figure, publishReport } from './shared/report.ts'
import { measureSearches } from './shared/searches.ts'

/**
 * Compares the throughput of public pages and API responses with a bare Fastify route that answers with the JSON of one
 * product. Cached responses are requested for 2,000 different products or lists, uncached ones for a product that was
 * not requested before. Every round measures all cases in turn, so that other work of the machine affects all alike.
 * Usage: `storefront.ts [rounds] [seconds]`.
 */
const [rounds = 9, seconds = 1.5] = process.argv.slice(2).map(Number)
const PRODUCTS = 100_000
const CACHED_URLS = 2_000
/** With 32 connections every case keeps its processor busy; with 16, only the baseline does. */
const CONNECTIONS = 32
const MAX_SEARCH_MS = 50
const MAX_MEMORY_MB = 350
/** The budget of uncached pages holds on a machine whose baseline answers this many requests per second. */
const REFERENCE_BASELINE = 36_000
const MIN_UNCACHED_PAGES = 500

/** A load result with the processor time that one response cost the server, in microseconds. */
interface MeasuredLoad extends LoadResult {
  serverUs: number
}

interface Case {
  /** The least throughput, as a ratio to the baseline. */
  minRatio?: number
  nextUrl: () => string
  headers?: { 'accept-encoding': string }
  /** The URLs repeat, and are requested once before the first round. */
  isCached?: true
}

await buildIfNeeded()
const testServer = await startTestServer()
const pool = new pg.Pool({ connectionString: testServer.databaseUrl, max: 2 })
try {
  await (await startServer(testServer.env)).stop()
  await seedProducts(pool, PRODUCTS)
  const productPaths = await readProductPaths(pool)
  const server = await startServer(testServer.env)
  const idleMb = await readMemoryMb(server.pid)
  const api = `${server.origin}/api/public/product`
  const baseline = await startBaselineServer(await fetch(`${api}/777`).then(reply => reply.text()))

  const productId = repeat(1, CACHED_URLS)
  const pageId = repeat(1, CACHED_URLS)
  const listNumber = repeat(0, CACHED_URLS)
  // Cached and uncached cases use different products; a product number is requested once.
  const uncachedId = repeat(CACHED_URLS + 1, PRODUCTS - CACHED_URLS)
  const brotli = { 'accept-encoding': 'br' }
  const cases: Record<string, Case> = {
    'bare Fastify route': { nextUrl: () => `${baseline.origin}/product/777` },
    'product JSON, cached': {
      isCached: true,
      minRatio: 0.6,
      nextUrl: () => `${api}/${productId()}`,
    },
    'product page, cached, brotli': {
      isCached: true,
      minRatio: 0.5,
      nextUrl: () => server.origin + productPaths[pageId()],
      headers: brotli,
    },
    'list of 24, JSON, cached, brotli': {
      isCached: true,
      minRatio: 0.55,
      nextUrl: () => `${api}/page/${listPath(listNumber())}`,
      headers: brotli,
    },
    'product JSON, uncached': { minRatio: 0.15, nextUrl: () => `${api}/${uncachedId()}` },
    'product page, uncached, brotli': {
      minRatio: MIN_UNCACHED_PAGES / REFERENCE_BASELINE,
      nextUrl: () => server.origin + productPaths[uncachedId()],
      headers: brotli,
    },
    'list of 24, JSON, uncached': {
      nextUrl: () => `${api}/page/1?minPrice=${1 + (uncachedId() % 900)}`,
    },
  }
  const names = Object.keys(cases)
  const [baselineName = ''] = names
  for (const cachedCase of Object.values(cases).filter(({ isCached }) => isCached))
    await fillCache(cachedCase)

  const results = new Map<string, MeasuredLoad[]>(names.map(name => [name, []]))
  for (let round = 0; round <= rounds; round++)
    for (const name of names) {
      const { pid } = name === baselineName ? baseline : server
      const secondsBefore = await readProcessorSeconds(pid)
      const result = await runLoad({ ...cases[name]!, connections: CONNECTIONS, seconds })
      const serverUs = (((await readProcessorSeconds(pid)) - secondsBefore) * 1e6) / result.count
      // Round 0 only warms up.
      if (round > 0) results.get(name)!.push({ ...result, serverUs })
    }

  const baselineResults = results.get(baselineName)!
  const figures: Figure[] = names.map(name => {
    const { minRatio } = cases[name]!
    const measured = results.get(name)!
    // Each result is compared with the baseline of its own round.
    const ratio = median(
      measured.map(({ perSecond }, round) => perSecond / baselineResults[round]!.perSecond),
    )
    const medianOf = (pick: (result: MeasuredLoad) => number) => median(measured.map(pick))
    const p50 = medianOf(result => result.p50Ms).toFixed(2)
    const p99 = medianOf(result => result.p99Ms).toFixed(2)
    return {
      what: name,
      measured: `${ratio.toFixed(3)}; ${Math.round(medianOf(result => result.perSecond))}/s; ${p50} ms; ${p99} ms; ${Math.round(medianOf(result => result.serverUs))} µs`,
      ...(minRatio !== undefined && {
        promised: `>= ${minRatio.toFixed(3)}`,
        isKept: ratio >= minRatio,
      }),
    }
  })

  const searches = await measureSearches(server.origin, rounds * 4)
  const searchP99 = quantile(searches.all, 0.99)
  const finalMb = await readMemoryMb(server.pid)
  figures.push(
    {
      what: `search, one request at a time, ${searches.all.length / (rounds * 4)} kinds of search`,
      measured: `p50 ${median(searches.all).toFixed(1)} ms, p99 ${searchP99.toFixed(1)} ms`,
      promised: `p99 <= ${MAX_SEARCH_MS} ms`,
      isKept: searchP99 <= MAX_SEARCH_MS,
    },
    ...searches.figures,
    {
      what: 'list, pages 471 to 500, uncached, p99',
      measured: `${(await measureDeepPages(server.origin)).toFixed(1)} ms`,
    },
    { what: 'memory before the first load', measured: `${idleMb} MB` },
    {
      what: 'memory after all of it',
      measured: `${finalMb} MB`,
      promised: `<= ${MAX_MEMORY_MB} MB`,
      isKept: finalMb <= MAX_MEMORY_MB,
    },
  )
  await publishReport('storefront', {
    title: 'Public pages and API',
    how: `${PRODUCTS} products on PostgreSQL, one server process, ${CONNECTIONS} connections. Cached cases request ${CACHED_URLS} different products or lists in turn. Figures: requests per second as a ratio to the bare route of the same round; requests per second; p50; p99; processor time of the server for one. Medians of ${rounds} rounds of ${seconds} s.`,
    figures,
  })
  await baseline.stop()
  await server.stop()
} finally {
  await pool.end()
  await testServer.close()
}

/** Returns a function that counts from `first` through `count` numbers, and then begins again. */
function repeat(first: number, count: number): () => number {
  let index = -1
  return () => first + (index = (index + 1) % count)
}

/** Maps a number below 2,000 to a list: one of 500 pages in one of four sorts. */
function listPath(number: number): string {
  const sorts = ['newest', 'best_selling', 'price_asc', 'price_desc']
  return `${1 + Math.floor(number / sorts.length)}?sort=${sorts[number % sorts.length]}`
}

/** Requests every URL of a cached case once. */
async function fillCache({
  nextUrl,
  headers = { 'accept-encoding': 'identity' },
}: Case): Promise<void> {
  for (let index = 0; index < CACHED_URLS; index++) {
    const reply = await fetch(nextUrl(), { headers })
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`${reply.url}: ${reply.status}`)
  }
}

/** Returns the 99th percentile of the duration of the last 30 pages in every sort with a price filter, in ms. */
async function measureDeepPages(origin: string): Promise<number> {
  const durations = []
  for (const sort of ['newest', 'best_selling', 'price_asc', 'price_desc'])
    for (let page = 471; page <= 500; page++) {
      const startedAt = performance.now()
      const reply = await fetch(`${origin}/api/public/product/page/${page}?sort=${sort}&category=1`)
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error(`page ${page}: ${reply.status}`)
      durations.push(performance.now() - startedAt)
    }
  return quantile(durations, 0.99)
}
