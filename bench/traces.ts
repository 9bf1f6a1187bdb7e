import { spawn } from 'node:child_process'
import pg from 'pg'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { seedProducts } from '#tools/sample-data/many-products.ts'
import { median } from '#tools/statistics.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { waitUntilReachable } from '../scripts/processes.ts'
import { runLoad } from './shared/load.ts'
import { readMemoryMb, readProcessorSeconds, startServer } from './shared/processes.ts'
import { publishReport } from './shared/report.ts'

/**
 * Compares a server process that traces every request with one that traces none. Both answer the same requests for the
 * JSON of products, in turn and in the same run, and the collector is a process that only reads.
 * Usage: `traces.ts [rounds] [seconds]`.
 */
const [rounds = 7, seconds = 1] = process.argv.slice(2).map(Number)
const PRODUCTS = 100_000
const CACHED_PRODUCTS = 500
const CONNECTIONS = 16
const COLLECTOR = `require('node:http').createServer((request, response) => {
  request.resume().on('end', () => response.end('{}'))
}).listen(process.env.PORT, '127.0.0.1')`

await buildIfNeeded()
const testServer = await startTestServer()
const collectorPort = String(await findFreePort())
const endpoint = `http://127.0.0.1:${collectorPort}`
const collector = spawn(process.execPath, ['-e', COLLECTOR], {
  env: { ...process.env, PORT: collectorPort },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const pool = new pg.Pool({ connectionString: testServer.databaseUrl, max: 2 })
try {
  await waitUntilReachable(endpoint, 10_000)
  await (await startServer(testServer.env)).stop()
  await seedProducts(pool, PRODUCTS)
  const withoutTraces = await startServer(testServer.env)
  const withTraces = await startServer({
    ...testServer.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  })
  const servers = { withoutTraces, withTraces }
  type ServerName = keyof typeof servers
  const names: ServerName[] = ['withoutTraces', 'withTraces']
  const idleMb = new Map<ServerName, number>()
  for (const name of names) idleMb.set(name, await readMemoryMb(servers[name].pid))

  /** Measures both servers in turn, and returns the medians over the rounds. Round 0 only warms up. */
  async function compare(nextProduct: Record<ServerName, () => number>) {
    const perSecond: Record<ServerName, number[]> = { withoutTraces: [], withTraces: [] }
    const serverUs: Record<ServerName, number[]> = { withoutTraces: [], withTraces: [] }
    for (let round = 0; round <= rounds; round += 1)
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        const { origin, pid } = servers[name]
        const nextUrl = () => `${origin}/api/public/product/${nextProduct[name]()}`
        const before = await readProcessorSeconds(pid)
        const result = await runLoad({ nextUrl, connections: CONNECTIONS, seconds })
        if (round === 0) continue
        perSecond[name].push(result.perSecond)
        serverUs[name].push((((await readProcessorSeconds(pid)) - before) * 1e6) / result.count)
      }
    const ratios = perSecond.withTraces.map(
      (value, index) => value / perSecond.withoutTraces[index]!,
    )
    return `${median(ratios).toFixed(2)} (${Math.round(median(perSecond.withTraces))} against ${Math.round(median(perSecond.withoutTraces))} per second, ${Math.round(median(serverUs.withTraces))} against ${Math.round(median(serverUs.withoutTraces))} µs of server processor time)`
  }

  const cached = await compare({
    withoutTraces: count(1, CACHED_PRODUCTS),
    withTraces: count(1, CACHED_PRODUCTS),
  })
  const uncached = await compare({
    withoutTraces: count(CACHED_PRODUCTS + 1, PRODUCTS),
    withTraces: count(CACHED_PRODUCTS + 1, PRODUCTS),
  })
  await publishReport('traces', {
    title: 'Traces',
    how: `Requests per second with traces of every request, as a ratio to those without traces, for the JSON of products; medians of ${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections. Responses from the cache are not traced.`,
    figures: [
      { what: 'product JSON, uncached', measured: uncached },
      { what: 'product JSON, cached', measured: cached },
      {
        what: 'memory before the first load',
        measured: `${idleMb.get('withTraces')} MB against ${idleMb.get('withoutTraces')} MB`,
      },
    ],
  })
  for (const name of names) await servers[name].stop()
} finally {
  collector.kill()
  await pool.end()
  await testServer.close()
}

/** Returns a function that counts from `first` to `last` and then begins again. */
function count(first: number, last: number): () => number {
  let next = first - 1
  return () => (next = next === last ? first : next + 1)
}
