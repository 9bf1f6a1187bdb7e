import { createHash, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createPreference, getOrder } from '#contract/orders/orders.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import {
  expectOk,
  linkMercadoPago,
  publishProduct,
  registerCreator,
} from '#tools/api-client/creator.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import type { ServerProcess } from '#tools/cluster/server-process.ts'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { readProductPaths, seedProducts } from '#tools/sample-data/many-products.ts'
import { runAtOnce } from '#tools/run-at-once.ts'
import { quantile } from '#tools/statistics.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { readMemoryMb } from './shared/processes.ts'
import { type Figure, publishReport } from './shared/report.ts'
import { type Visits, browse, randomAddress } from './shared/visitors.ts'

/**
 * Loads two processes on one PostgreSQL for some minutes: visitors browse, sellers upload at the same time, buyers
 * download slowly and fast, and then ten times as many visitors come as before. The limits are those of production.
 * Usage: node bench/sustained-load.ts [seconds of browsing]
 */
const BROWSE_MS = Number(process.argv[2] ?? 300) * 1000
const VISITORS = 100
const OVERLOAD_MS = 30_000
const PRODUCTS = 20_000
const MB = 1024 * 1024
const SMALL_UPLOADS = { count: 20, bytes: 5 * MB }
const LARGE_UPLOADS = { count: 4, bytes: 50 * MB - 1024 }
const DOWNLOADS = { slow: 200, fast: 20, bytes: 5 * MB }
/** A slow buyer receives about 250 KB a second. */
const SLOW_PAUSE_MS = 250
/** The maximum memory in MB that uploads add to a process. */
const MAX_EXTRA_MB = 150
/** The longest time in milliseconds until visitors are served as before, once too many have gone. */
const MAX_RECOVERY_MS = 10_000
const SAMPLE_MS = 100

await buildIfNeeded()
const server = await startTestServer({
  RATE_LIMIT_FACTOR: '1',
  TRUST_PROXY: 'loopback',
  PRODUCT_FILE_MAX_BYTES: String(LARGE_UPLOADS.bytes),
})

/** Runs work, and resolves to its result and to the most memory of each process meanwhile, in MB. */
async function measureMemory<Result>(pids: number[], work: () => Promise<Result>) {
  const peaks = pids.map(() => 0)
  const sample = async () => {
    for (const [index, pid] of pids.entries())
      peaks[index] = Math.max(peaks[index]!, await readMemoryMb(pid))
  }
  const timer = setInterval(() => void sample(), SAMPLE_MS)
  try {
    const result = await work()
    await sample()
    return { result, peaks }
  } finally {
    clearInterval(timer)
  }
}

/** A browser with an address of its own. */
const createClient = (origin = server.origin) =>
  new ApiClient(origin, { 'x-forwarded-for': randomAddress() })

/** The browser of a seller at one of the processes, as if a proxy had led it there. */
function createClientAt(origin: string, seller: ApiClient): ApiClient {
  const client = createClient(origin)
  client.headers['origin'] = server.origin
  for (const [name, value] of seller.cookies) client.cookies.set(name, value)
  return client
}

async function createSeller(email: string): Promise<ApiClient> {
  const seller = createClient()
  await registerCreator(seller, email, address => server.waitForMailText(address))
  await linkMercadoPago(seller)
  return seller
}

/** Orders and pays a product, and resolves to the path of its download. */
async function buyFile(productId: number, payerEmail: string): Promise<string> {
  const buyer = createClient()
  const body = { products: [{ id: productId }], payerEmail }
  const { init_point: page } = expectOk(await buyer.call(createPreference, { body }))
  const preferenceId = new URL(page).searchParams.get('pref_id')!
  await server.provider.pay({ preferenceId, outcome: 'approved' })
  const mail = await server.waitForMailText(payerEmail)
  const token = /\/order\/([\w.~-]+)/.exec(mail)![1]!
  const { items } = expectOk(await buyer.call(getOrder, { params: { token }, query: {} }))
  return new URL(items[0]!.downloadUrl!).pathname
}

/** Downloads a file and resolves to its digest. Pauses after each piece, if it is read slowly. */
async function download(url: string, pauseMs: number): Promise<string> {
  const { status, body } = await fetch(url, { headers: { 'x-forwarded-for': randomAddress() } })
  if (status !== 200) return `status ${status}`
  const hash = createHash('sha256')
  for await (const chunk of body!) {
    hash.update(chunk)
    if (pauseMs > 0) await pause(pauseMs)
  }
  return hash.digest('hex')
}

const describeStatuses = ({ statuses }: Visits) =>
  [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
const countOthers = ({ statuses }: Visits, ...allowed: (number | string)[]) =>
  [...statuses].reduce((sum, [status, n]) => sum + (allowed.includes(status) ? 0 : n), 0)
const describeTimes = ({ times }: Visits) =>
  `p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`

try {
  // The origin itself is one of the two processes, as it would be behind a proxy.
  const ports = [Number(new URL(server.origin).port), await findFreePort()]
  const processes: ServerProcess[] = []
  for (const port of ports) processes.push(await server.startAnother({ PORT: String(port) }))
  const pids = processes.map(({ pid }) => pid!)
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: 2 })
  await seedProducts(pool, PRODUCTS)
  const productPaths = await readProductPaths(pool)
  await pool.end()
  const nextUrl = (visitor: number) => {
    const id = 1 + randomInt(PRODUCTS)
    const paths = [
      productPaths[id]!,
      `/api/public/product/${id}`,
      `/profile/many${1 + randomInt(PRODUCTS / 100)}`,
      `/api/public/product/page/${1 + randomInt(200)}`,
      '/',
      '/explore',
      '/faq',
    ]
    return processes[visitor % 2]!.origin + paths[randomInt(paths.length)]!
  }
  const figures: Figure[] = []

  const seller = await createSeller('seller@creators.test')
  // The first upload loads modules whose memory is part of the idle process.
  for (const { origin } of processes) await publishProduct(createClientAt(origin, seller))
  const idle = await Promise.all(pids.map(readMemoryMb))
  const sellers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => createSeller(`seller${n}@creators.test`)),
  )
  const uploads = [SMALL_UPLOADS, LARGE_UPLOADS].flatMap(({ count, bytes }) =>
    Array.from({ length: count }, () => createPdfFile(bytes)),
  )
  const uploaded = await measureMemory(pids, () =>
    Promise.allSettled(
      uploads.map((file, n) => {
        const client = createClientAt(processes[n % 2]!.origin, sellers[n % sellers.length]!)
        return publishProduct(client, { name: `Archivo ${n}`, file })
      }),
    ),
  )
  const refused = uploaded.result.filter(({ status }) => status === 'rejected')
  for (const result of refused) console.error((result as PromiseRejectedResult).reason)
  const extra = uploaded.peaks.map((peak, index) => peak - idle[index]!)
  figures.push(
    {
      what: `failed uploads of ${uploads.length} at once`,
      measured: String(refused.length),
      promised: '0',
      isKept: refused.length === 0,
    },
    {
      what: 'memory of each process over idle during these uploads',
      measured: `+${extra.join(' MB, +')} MB (idle ${idle.join(', ')} MB)`,
      promised: `<= +${MAX_EXTRA_MB} MB`,
      isKept: extra.every(mb => mb <= MAX_EXTRA_MB),
    },
  )

  const file = createPdfFile(DOWNLOADS.bytes)
  const sha256 = createHash('sha256')
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest('hex')
  const { id } = await publishProduct(seller, { name: 'Curso en video', file })
  const paths = await runAtOnce(4, DOWNLOADS.slow + DOWNLOADS.fast, n =>
    buyFile(id, `buyer${n}@buyers.test`),
  )
  const downloads = await measureMemory(pids, () =>
    Promise.all(
      paths.map((path, n) =>
        download(processes[n % 2]!.origin + path, n < DOWNLOADS.slow ? SLOW_PAUSE_MS : 0).catch(
          () => 'broken',
        ),
      ),
    ),
  )
  const damaged = downloads.result.filter(digest => digest !== sha256)
  figures.push(
    {
      what: `downloads of ${DOWNLOADS.slow} slow and ${DOWNLOADS.fast} fast ones with another hash`,
      measured: [String(damaged.length), ...new Set(damaged)].join(', '),
      promised: '0',
      isKept: damaged.length === 0,
    },
    {
      what: 'memory of each process over idle during these downloads',
      measured: `+${downloads.peaks.map((peak, index) => peak - idle[index]!).join(' MB, +')} MB`,
    },
  )

  const usual = await measureMemory(pids, () =>
    browse(VISITORS, AbortSignal.timeout(BROWSE_MS), nextUrl),
  )
  figures.push(
    {
      what: `errors among ${usual.result.times.length} answers in ${BROWSE_MS / 1000} s`,
      measured: `${countOthers(usual.result, 200)} (${describeTimes(usual.result)})`,
      promised: '0',
      isKept: countOthers(usual.result, 200) === 0,
    },
    { what: 'most memory of each process meanwhile', measured: `${usual.peaks.join(' MB, ')} MB` },
  )

  const flood = await browse(10 * VISITORS, AbortSignal.timeout(OVERLOAD_MS), nextUrl)
  const floodedAt = performance.now()
  let recoveryMs = Number.POSITIVE_INFINITY
  const normalMs = quantile(usual.result.times, 0.99)
  while (performance.now() - floodedAt < 6 * MAX_RECOVERY_MS) {
    const second = await browse(VISITORS, AbortSignal.timeout(1000), nextUrl)
    if (countOthers(second, 200) === 0 && quantile(second.times, 0.99) <= 1.5 * normalMs) {
      recoveryMs = performance.now() - floodedAt
      break
    }
  }
  const others = countOthers(flood, 200, 429, 503)
  figures.push(
    {
      what: `answers to ${10 * VISITORS} visitors other than 200, 429 and 503`,
      measured: `${others} (${describeStatuses(flood)}; ${describeTimes(flood)})`,
      promised: '0',
      isKept: others === 0,
    },
    {
      what: `time until ${VISITORS} visitors are served as before`,
      measured: `${(recoveryMs / 1000).toFixed(1)} s`,
      promised: `<= ${MAX_RECOVERY_MS / 1000} s`,
      isKept: recoveryMs <= MAX_RECOVERY_MS,
    },
  )
  await publishReport('sustained-load', {
    title: 'Minutes of load on two processes',
    how: `Two processes with ${PRODUCTS} products on one PostgreSQL, with the limits of production; each visitor sends one request after another over a connection, without a pause, and each request comes from another address. Uploads: ${SMALL_UPLOADS.count} of 5 MB and ${LARGE_UPLOADS.count} of 50 MB at once, by six sellers. Downloads: of 5 MB each. Processes, database, visitors and the simulators share two cores.`,
    figures,
  })
} finally {
  await server.close()
}
