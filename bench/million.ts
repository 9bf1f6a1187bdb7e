import pg from 'pg'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { seedProducts } from '#tools/sample-data/many-products.ts'
import { buildIfNeeded } from '../scripts/steps.ts'
import { startServer } from './processes.ts'
import { type Figure, median, quantile, report } from './report.ts'
import { askSearches } from './searches.ts'

/**
 * The promise: a list takes hardly longer among a million products than among a hundred thousand. Both shops stand on
 * one PostgreSQL and are asked by turns, for pages that nobody keeps.
 * Usage: `million.ts [rounds]`.
 */
const [rounds = 200] = process.argv.slice(2).map(Number)
const FEW = 100_000
const MANY = 1_000_000
const AT_MOST = 1.3
const PART_MS = 100
/** Each with a price, so that no copy answers; the price differs with every round. */
const LISTS = [
  '',
  '&sort=best_selling',
  '&sort=price_asc',
  '&category=1',
  '&subcategory=3&sort=price_desc',
  '&fileType=mp3',
]

await buildIfNeeded()
const town = await startTestServer()
try {
  const shops = []
  for (const count of [FEW, MANY]) {
    const databaseUrl = await newDatabase(town.databaseUrl, `with_${count}`)
    const env = { ...town.env, DATABASE_URL: databaseUrl }
    await (await startServer(env)).stop()
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
    const began = performance.now()
    await seedProducts(pool, count)
    await pool.end()
    const minutes = ((performance.now() - began) / 60_000).toFixed(1)
    console.log(`${count} products made in ${minutes} min`)
    shops.push({ minutes, server: await startServer(env), took: [] as number[] })
  }
  const [few, many] = shops as [(typeof shops)[number], (typeof shops)[number]]

  // The first of each are planned, and its pages of the tables read.
  for (let round = -20; round < rounds; round++)
    for (const list of LISTS)
      for (const { server, took } of round % 2 === 0 ? shops : shops.toReversed()) {
        const began = performance.now()
        const reply = await fetch(
          `${server.origin}/api/public/product/page/1?minPrice=${1 + (round + 20)}${list}`,
        )
        await reply.arrayBuffer()
        if (!reply.ok) throw new Error(`${list}: ${reply.status}`)
        if (round >= 0) took.push(performance.now() - began)
      }
  const p99 = (took: number[]) => quantile(took, 0.99)
  const ratio = p99(many.took) / p99(few.took)
  const search = []
  const parts = []
  for (const { server } of shops) {
    search.push(await askSearches(server.origin, 8))
    parts.push(await readParts(server.origin))
  }
  const figures: Figure[] = [
    {
      what: 'list, p99 among 1,000,000 to p99 among 100,000',
      measured: `${ratio.toFixed(2)} (${p99(many.took).toFixed(1)} ms to ${p99(few.took).toFixed(1)} ms)`,
      promised: `<= ${AT_MOST}`,
      isKept: ratio <= AT_MOST,
    },
    {
      what: 'list, medians',
      measured: `${(median(many.took) / median(few.took)).toFixed(2)} (${median(many.took).toFixed(1)} ms to ${median(few.took).toFixed(1)} ms)`,
    },
    {
      what: 'search, p99 of all kinds',
      measured: `${p99(search[1]!.all).toFixed(1)} ms among 1,000,000, ${p99(search[0]!.all).toFixed(1)} ms among 100,000`,
    },
    ...search[1]!.figures,
    {
      what: 'a part of the sitemap, slowest',
      measured: `${parts[1]!.toFixed(1)} ms among 1,000,000, ${parts[0]!.toFixed(1)} ms among 100,000`,
      promised: `<= ${PART_MS} ms`,
      isKept: parts[1]! <= PART_MS,
    },
    { what: 'making 1,000,000 products', measured: `${many.minutes} min` },
  ]
  await report('million', {
    title: 'A million products',
    how: `Two shops on one PostgreSQL, a process each, asked by turns for ${LISTS.length} kinds of list, ${rounds} times each, with a price that nobody asked for before.`,
    figures,
  })
  for (const { server } of shops) await server.stop()
} finally {
  await town.close()
}

async function newDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return new URL(`/${name}`, url).href
}

/** The index of the sitemap, and every tenth of its parts. */
async function readParts(origin: string): Promise<number> {
  const took: number[] = []
  const read = async (path: string) => {
    const began = performance.now()
    const reply = await fetch(origin + path)
    const text = await reply.text()
    took.push(performance.now() - began)
    return text
  }
  const parts = [...(await read('/sitemap.xml')).matchAll(/<loc>[^<]*?(\/sitemap\/[^<]*)/g)]
  // The first few are planned.
  for (const [, path] of parts.slice(0, 5)) await read(path!)
  took.length = 0
  for (const [place, [, path]] of parts.entries()) if (place % 10 === 0) await read(path!)
  return Math.max(...took)
}
