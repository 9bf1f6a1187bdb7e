import { setTimeout as pause } from 'node:timers/promises'
import { updateProduct } from '#contract/catalog/products.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { registerCreator, expectOk, publishProduct } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { buildIfNeeded } from '../scripts/steps.ts'
import { type Running, startServer } from './processes.ts'
import { median, quantile, report } from './report.ts'

/**
 * The promise: a seller who saves a hundred times a second slows nobody down, and whoever asks a tenth of a second after
 * the answer to a save, at either of two processes, sees what was saved. Calm and storm take turns.
 * Usage: `storm.ts [rounds]`.
 */
const [rounds = 5] = process.argv.slice(2).map(Number)
const SAVES_PER_SECOND = 100
const ROUND_MS = 4000
const PRODUCTS = 4
const READERS = 4
/** What a reader waits between two requests. */
const PAUSE_MS = 10
const P99_MS = 100
const LATE_MS = 100

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
const town = await startTestServer()
const processes: Running[] = []
try {
  const here = await startServer(town.env)
  processes.push(here, await startServer(town.env))
  const seller = new ApiClient(here.origin)
  await registerCreator(seller, 'storm@bench.test', email => town.waitForMailText(email))
  const products = []
  for (let n = 0; n < PRODUCTS; n++)
    products.push(await publishProduct(seller, { name: 'Versión 0' }))
  const ids = products.map(({ id }) => id)
  const saves = new Map<number, Save[]>(ids.map(id => [id, []]))

  const calm: Read[] = []
  const storm: Read[] = []
  const rates: number[] = []
  await readFor(ROUND_MS / 4, ids)
  for (let round = 0; round < rounds; round++) {
    calm.push(...(await readFor(ROUND_MS, ids)))
    const [reads, saved] = await Promise.all([
      readFor(ROUND_MS, ids),
      Promise.all(ids.map(id => saveFor(seller, id, saves.get(id)!))),
    ])
    storm.push(...reads)
    rates.push((saved.reduce((sum, count) => sum + count, 0) * 1000) / ROUND_MS)
  }

  const lateness = storm.map(read => latenessOf(read, saves.get(read.product)!))
  const late = Math.max(0, ...lateness)
  const p99 = (reads: Read[]) =>
    quantile(
      reads.map(({ ms }) => ms),
      0.99,
    )
  await report('storm', {
    title: 'A storm of saves',
    how: `Two processes on one PostgreSQL, ${READERS} readers at each, ${PAUSE_MS} ms between an answer and the next request, for product pages and products as JSON, while a seller saves at the first. Calm and storm by turns, ${rounds} times ${ROUND_MS / 1000} s each; ${storm.length} answers in the storm.`,
    figures: [
      {
        what: 'saves a second',
        measured: `${Math.round(median(rates))}`,
        promised: `${SAVES_PER_SECOND}`,
        isKept: median(rates) >= SAVES_PER_SECOND * 0.95,
      },
      {
        what: 'public p99 in the storm',
        measured: `${p99(storm).toFixed(1)} ms (${(p99(storm) / p99(calm)).toFixed(1)} times the calm's ${p99(calm).toFixed(1)} ms)`,
        promised: `<= ${P99_MS} ms`,
        isKept: p99(storm) <= P99_MS,
      },
      {
        what: 'latest request, after the answer to a save, that did not see it',
        measured: `${late.toFixed(0)} ms`,
        promised: `<= ${LATE_MS} ms`,
        isKept: late <= LATE_MS,
      },
    ],
  })
} finally {
  for (const one of processes) await one.stop()
  await town.close()
}

/** Asks both processes for the products' JSON and pages, over and over. */
async function readFor(ms: number, ids: number[]): Promise<Read[]> {
  const until = performance.now() + ms
  const reads: Read[] = []
  const read = async (origin: string, nth: number) => {
    for (let turn = nth; performance.now() < until; turn++) {
      const product = ids[turn % ids.length]!
      const path = turn % 2 === 0 ? `/product/${product}` : `/api/public/product/${product}`
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

/** Saves one product at its share of the pace, one save after another. @returns how many */
async function saveFor(seller: ApiClient, id: number, saved: Save[]): Promise<number> {
  const everyMs = (1000 * PRODUCTS) / SAVES_PER_SECOND
  const begun = performance.now()
  let count = 0
  for (; performance.now() < begun + ROUND_MS; count++) {
    const version = (saved.at(-1)?.version ?? 0) + 1
    const form = { name: `Versión ${version}` }
    expectOk(await seller.call(updateProduct, { params: { id }, form }))
    saved.push({ version, answeredAt: performance.now() })
    await pause(Math.max(0, begun + (count + 1) * everyMs - performance.now()))
  }
  return count
}

/** How long before a request the first save that it did not see had been answered, in ms; 0 for none. */
function latenessOf({ version, askedAt }: Read, saved: Save[]): number {
  const unseen = saved.find(save => save.version > version)
  return unseen && unseen.answeredAt < askedAt ? askedAt - unseen.answeredAt : 0
}
