import pg from 'pg'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { seedProducts } from '#tools/sample-data/many-products.ts'
import { median, quantile } from '#tools/statistics.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { startServer } from './shared/processes.ts'
import { type Figure, publishReport } from './shared/report.ts'
import { measureSearches } from './shared/searches.ts'

/**
 * Compares the response time of product lists in a catalog of one million products with that in one of a hundred
 * thousand. Both catalogs are on one PostgreSQL server and get their requests alternately, for pages that are not
 * cached. Usage: `million-products.ts [rounds]`.
 */
const [rounds = 200] = process.argv.slice(2).map(Number)
const FEW = 100_000
const MANY = 1_000_000
const MAX_P99_RATIO = 1.3
const MAX_SITEMAP_PART_MS = 100
/**
 * The query parameters of the measured lists. Each round adds another minimum price, so that no response comes from the
 * cache.
 */
const LISTS = [
  '',
  '&sort=best_selling',
  '&sort=price_asc',
  '&category=1',
  '&subcategory=3&sort=price_desc',
  '&fileType=mp3',
]

await buildIfNeeded()
const testServer = await startTestServer()
try {
  const catalogs = []
  for (const count of [FEW, MANY]) {
    const databaseUrl = await createDatabase(testServer.databaseUrl, `with_${count}`)
    const env = { ...testServer.env, DATABASE_URL: databaseUrl }
    await (await startServer(env)).stop()
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
    const startedAt = performance.now()
    await seedProducts(pool, count)
    await pool.end()
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
    console.log(`${count} products created in ${minutes} min`)
    catalogs.push({ minutes, server: await startServer(env), timesMs: [] as number[] })
  }
  const [few, many] = catalogs as [(typeof catalogs)[number], (typeof catalogs)[number]]

  // The first twenty rounds are not measured, since PostgreSQL still plans the queries and reads the tables from disk.
  for (let round = -20; round < rounds; round++)
    for (const list of LISTS)
      for (const { server, timesMs } of round % 2 === 0 ? catalogs : catalogs.toReversed()) {
        const startedAt = performance.now()
        const reply = await fetch(
          `${server.origin}/api/public/product/page/1?minPrice=${1 + (round + 20)}${list}`,
        )
        await reply.arrayBuffer()
        if (!reply.ok) throw new Error(`${list}: ${reply.status}`)
        if (round >= 0) timesMs.push(performance.now() - startedAt)
      }
  const p99 = (timesMs: number[]) => quantile(timesMs, 0.99)
  const ratio = p99(many.timesMs) / p99(few.timesMs)
  const search = []
  const parts = []
  for (const { server } of catalogs) {
    search.push(await measureSearches(server.origin, 8))
    parts.push(await measureSitemapParts(server.origin))
  }
  const figures: Figure[] = [
    {
      what: 'list, p99 among 1,000,000 to p99 among 100,000',
      measured: `${ratio.toFixed(2)} (${p99(many.timesMs).toFixed(1)} ms to ${p99(few.timesMs).toFixed(1)} ms)`,
      promised: `<= ${MAX_P99_RATIO}`,
      isKept: ratio <= MAX_P99_RATIO,
    },
    {
      what: 'list, medians',
      measured: `${(median(many.timesMs) / median(few.timesMs)).toFixed(2)} (${median(many.timesMs).toFixed(1)} ms to ${median(few.timesMs).toFixed(1)} ms)`,
    },
    {
      what: 'search, p99 of all kinds',
      measured: `${p99(search[1]!.all).toFixed(1)} ms among 1,000,000, ${p99(search[0]!.all).toFixed(1)} ms among 100,000`,
    },
    ...search[1]!.figures,
    {
      what: 'a part of the sitemap, slowest',
      measured: `${parts[1]!.toFixed(1)} ms among 1,000,000, ${parts[0]!.toFixed(1)} ms among 100,000`,
      promised: `<= ${MAX_SITEMAP_PART_MS} ms`,
      isKept: parts[1]! <= MAX_SITEMAP_PART_MS,
    },
    { what: 'creating 1,000,000 products', measured: `${many.minutes} min` },
  ]
  await publishReport('million-products', {
    title: 'A million products',
    how: `Two catalogs on one PostgreSQL, a server process each, with alternating requests for ${LISTS.length} kinds of list, ${rounds} times each, with a price that no earlier request had.`,
    figures,
  })
  for (const { server } of catalogs) await server.stop()
} finally {
  await testServer.close()
}

async function createDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return new URL(`/${name}`, url).href
}

/** Requests the index of the sitemap and every tenth part; returns the longest time in milliseconds. */
async function measureSitemapParts(origin: string): Promise<number> {
  const timesMs: number[] = []
  const read = async (path: string) => {
    const startedAt = performance.now()
    const reply = await fetch(origin + path)
    const text = await reply.text()
    timesMs.push(performance.now() - startedAt)
    return text
  }
  const parts = [...(await read('/sitemap.xml')).matchAll(/<loc>[^<]*?(\/sitemap\/[^<]*)/g)]
  // The first five requests are not measured, since PostgreSQL still plans the queries.
  for (const [, path] of parts.slice(0, 5)) await read(path!)
  timesMs.length = 0
  for (const [index, [, path]] of parts.entries()) if (index % 10 === 0) await read(path!)
  return Math.max(...timesMs)
}
