import pg from 'pg'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { seedProducts } from '#tools/sample-data/many-products.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { type Answers, ask } from './load.ts'
import {
  readMemoryMb,
  readProcessorSeconds,
  startBaselineServer,
  startServer,
} from './processes.ts'
import { type Figure, median, quantile, publishReport } from './report.ts'
import { measureSearches } from './searches.ts'

/**
 * The promise: what visitors look at is answered nearly as fast as a bare Fastify route answers with the same product.
 * Every round asks for all of it in turn, so that what else the machine does meets all alike.
 * Usage: `storefront.ts [rounds] [seconds]`.
 */
const [rounds = 9, seconds = 1.5] = process.argv.slice(2).map(Number)
const PRODUCTS = 100_000
/**
 * Enough that every case has its processor busy: with 16 the bare route has, and what asks the database waits for it a
 * quarter of the time.
 */
const CONNECTIONS = 32
const SEARCH_MS = 50
const MEMORY_MB = 350

/** Answers, and what each cost the process that gave it, in µs of its processor. */
interface Served extends Answers {
  ownUs: number
}

await buildIfNeeded()
const town = await startTestServer()
const pool = new pg.Pool({ connectionString: town.databaseUrl, max: 2 })
try {
  const first = await startServer(town.env)
  await first.stop()
  const seeding = performance.now()
  await seedProducts(pool, PRODUCTS)
  const seededSeconds = Math.round((performance.now() - seeding) / 1000)
  const server = await startServer(town.env)
  const api = `${server.origin}/api/public/product`
  const plain = await startBaselineServer(await fetch(`${api}/777`).then(reply => reply.text()))

  let turn = 0
  const next = () => (turn = (turn + 7919) % PRODUCTS) + 1
  const cases: Record<
    string,
    { promised?: number; url: () => string; headers?: { 'accept-encoding': string } }
  > = {
    'plain Fastify JSON': { url: () => `${plain.origin}/product/777` },
    'product JSON, kept': { promised: 0.7, url: () => `${api}/777` },
    'product page, kept, brotli': {
      promised: 0.7,
      url: () => `${server.origin}/product/777`,
      headers: { 'accept-encoding': 'br' },
    },
    'list of 24 JSON, kept': { promised: 0.5, url: () => `${api}/page/1` },
    'product JSON, not kept': { promised: 0.2, url: () => `${api}/${next()}` },
    'list of 24 JSON, not kept': { url: () => `${api}/page/1?minPrice=${1 + (next() % 900)}` },
  }
  const names = Object.keys(cases)
  const found = new Map<string, Served[]>(names.map(name => [name, []]))
  for (let round = 0; round <= rounds; round++)
    for (const name of names) {
      const { pid } = name === names[0] ? plain : server
      const before = await readProcessorSeconds(pid)
      const answers = await ask({ ...cases[name]!, connections: CONNECTIONS, seconds })
      const ownUs = (((await readProcessorSeconds(pid)) - before) * 1e6) / answers.count
      // The first round warms up.
      if (round > 0) found.get(name)!.push({ ...answers, ownUs })
    }

  const base = found.get(names[0]!)!
  const figures: Figure[] = names.map(name => {
    const { promised } = cases[name]!
    const answers = found.get(name)!
    // Each beside the baseline of its own round.
    const ratio = median(answers.map(({ perSecond }, round) => perSecond / base[round]!.perSecond))
    const of = (pick: (answer: Served) => number) => Math.round(median(answers.map(pick)))
    const ms = (pick: (answer: Served) => number) => median(answers.map(pick)).toFixed(2)
    return {
      what: name,
      measured: `${ratio.toFixed(2)} (${of(a => a.perSecond)} a second, p50 ${ms(a => a.p50Ms)} ms, p99 ${ms(a => a.p99Ms)} ms; ${of(a => a.ownUs)} µs of its processor)`,
      ...(promised !== undefined && { promised: `>= ${promised}`, isKept: ratio >= promised }),
    }
  })

  const searches = await measureSearches(server.origin, rounds * 4)
  const p99 = quantile(searches.all, 0.99)
  figures.push(
    {
      what: `search, one after another, ${searches.all.length} of ${searches.all.length / (rounds * 4)} kinds`,
      measured: `p50 ${median(searches.all).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
      promised: `p99 <= ${SEARCH_MS} ms`,
      isKept: p99 <= SEARCH_MS,
    },
    ...searches.figures,
    {
      what: 'list, page 500 of all, not kept, p99',
      measured: `${(await deepest(server.origin)).toFixed(1)} ms`,
    },
  )
  const after = await readMemoryMb(server.pid)
  figures.push({
    what: 'memory after all this',
    measured: `${after} MB`,
    promised: `<= ${MEMORY_MB} MB`,
    isKept: after <= MEMORY_MB,
  })
  await publishReport('storefront', {
    title: 'What visitors look at',
    how: `${PRODUCTS} products on PostgreSQL (made in ${seededSeconds} s), one server process, ${CONNECTIONS} connections. Ratios of answers a second to the bare route of the same round; medians of ${rounds} rounds of ${seconds} s each, all in turn. What an answer costs the answering process itself stands beside.`,
    figures,
  })
  await plain.stop()
  await server.stop()
} finally {
  await pool.end()
  await town.close()
}

/** The last pages there are, none of them kept: each is asked for once. */
async function deepest(origin: string): Promise<number> {
  const took = []
  for (const sort of ['newest', 'best_selling', 'price_asc', 'price_desc'])
    for (let page = 471; page <= 500; page++) {
      const began = performance.now()
      const reply = await fetch(`${origin}/api/public/product/page/${page}?sort=${sort}`)
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error(`page ${page}: ${reply.status}`)
      took.push(performance.now() - began)
    }
  return quantile(took, 0.99)
}
