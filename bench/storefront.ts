import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import autocannon from 'autocannon'
import pg from 'pg'
import { openTown } from '#test/app-process.ts'
import { freePort } from '#test/engines/server.ts'
import { seedProducts } from '#test/many-products.ts'
import { buildIfNeeded, untilAnswers } from '../scripts/steps.ts'

/**
 * The promise: what visitors look at is answered nearly as fast as a bare Fastify route with the same product as JSON.
 * Every round asks all of them in turn, so that what else the machine does is the same for all.
 * Usage: `npm run bench [products] [rounds] [seconds]`.
 */
const [products = 100_000, rounds = 3, seconds = 3] = process.argv.slice(2).map(Number)
const CONNECTIONS = 16
const SEARCHES = [
  'recetas',
  'plantillas modernas',
  'fotogarfia',
  'cancion',
  'palabra77',
  'curso ingles',
  'yoga',
  'recetas veg',
]

await buildIfNeeded()
const town = await openTown({ LOG_LEVEL: 'warn' })
const pool = new pg.Pool({ connectionString: town.databaseUrl, max: 2 })
const began = performance.now()
await town.start()
console.log(`first start, with migrations, to ready: ${Math.round(performance.now() - began)} ms`)
const seeding = performance.now()
await seedProducts(pool, products)
console.log(`${products} products made in ${Math.round((performance.now() - seeding) / 1000)} s`)
await pool.end()
await town.kill()
const again = performance.now()
await town.start()
console.log(
  `cold start to ready: ${Math.round(performance.now() - again)} ms, idle memory ${await memoryMb(town.pid())} MB`,
)

const example = await fetch(`${town.origin}/api/public/product/777`).then(reply => reply.text())
const plainPort = await freePort()
const plain = spawn(
  process.execPath,
  [
    '--input-type=module',
    '-e',
    `import Fastify from 'fastify'; const app = Fastify(); const product = ${example}; app.get('/product/:id', async () => product); await app.listen({ port: ${plainPort} })`,
  ],
  { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
)
const baseline = `http://127.0.0.1:${plainPort}/product/777`
await untilAnswers(baseline, 10_000)

interface Case {
  name: string
  /** Part of the baseline's requests a second that is promised. */
  promised?: number
  /** Milliseconds that 99 of 100 answers are promised within. */
  p99?: number
  url: () => string
  headers?: Record<string, string>
}
let turn = 0
const some = () => 1 + ((turn++ * 7919) % products)
const cases: Case[] = [
  { name: 'plain Fastify JSON', url: () => baseline },
  { name: 'product JSON, kept', promised: 0.7, url: () => `${town.origin}/api/public/product/777` },
  {
    name: 'product page, kept, brotli',
    promised: 0.7,
    url: () => `${town.origin}/product/777`,
    headers: { 'accept-encoding': 'br' },
  },
  {
    name: 'list of 24 JSON, kept',
    promised: 0.5,
    url: () => `${town.origin}/api/public/product/page/1`,
  },
  {
    name: 'product JSON, not kept',
    promised: 0.2,
    url: () => `${town.origin}/api/public/product/${some()}`,
  },
  {
    name: 'list of 24 JSON, not kept',
    url: () => `${town.origin}/api/public/product/page/1?minPrice=${(turn++ % 900) + 1}`,
  },
  {
    name: 'search',
    p99: 50,
    url: () =>
      `${town.origin}/api/public/product/page/1?q=${encodeURIComponent(SEARCHES[turn++ % SEARCHES.length]!)}`,
  },
]
const results = new Map<string, { rps: number[]; p50: number[]; p99: number[] }>()
for (let round = 0; round <= rounds; round++)
  for (const one of cases) {
    const { requests, latency, non2xx } = await ask(one)
    if (non2xx > 0) throw new Error(`${one.name}: ${non2xx} answers were no 2xx`)
    // The first round warms up.
    if (round === 0) continue
    const known = results.get(one.name) ?? { rps: [], p50: [], p99: [] }
    known.rps.push(requests.average)
    known.p50.push(latency.p50)
    known.p99.push(latency.p99)
    results.set(one.name, known)
  }

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const base = median(results.get(cases[0]!.name)!.rps)
let isKept = true
for (const { name, promised, p99 } of cases) {
  const found = results.get(name)!
  const ratio = median(found.rps) / base
  const worst = median(found.p99)
  const falls = (promised !== undefined && ratio < promised) || (p99 !== undefined && worst > p99)
  if (falls) isKept = false
  const promise = [promised && `>= ${promised}`, p99 && `p99 <= ${p99} ms`]
    .filter(Boolean)
    .join(', ')
  console.log(
    `| ${name} | ${Math.round(median(found.rps))} | ${ratio.toFixed(2)} | ${median(found.p50)} | ${worst} | ${promise}${falls ? ' MISSED' : ''} |`,
  )
}
console.log(`memory after: ${await memoryMb(town.pid())} MB`)
plain.kill()
await town.close()
if (!isKept) process.exitCode = 1

/** One connection asks for searches: how long one takes, not how many fit in a queue. */
function ask({ name, url, headers }: Case): Promise<autocannon.Result> {
  const { origin } = new URL(url())
  return autocannon({
    url: origin,
    connections: name === 'search' ? 1 : CONNECTIONS,
    duration: seconds,
    requests: [
      {
        method: 'GET',
        ...(headers && { headers }),
        setupRequest: request => {
          const { pathname, search } = new URL(url())
          return { ...request, path: pathname + search }
        },
      },
    ],
  })
}

async function memoryMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
