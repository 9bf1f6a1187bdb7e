import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { linkMercadoPago, publishProduct, registerCreator } from '#tools/api-client/creator.ts'
import {
  createDeepPages,
  createDeflatedTable,
  createHugeTable,
  createManyEntries,
  createNestedStreams,
  createNoiseCover,
  createRing,
  createTaggedMp3,
  createZipBomb,
} from '#tools/api-client/hostile-files.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { buildIfNeeded } from '../../scripts/build.ts'
import { type Figure, publishReport } from '../shared/report.ts'

/** The longest time for which one file may keep the process from answering others. */
const SHOWN_FILES = 3
const MAX_STALL_MS = 200
/** The heap of the server in megabytes, of which production has 400. */
const HEAP_MB = 128
const METRICS_TOKEN = 'metrics-token-of-the-benchmark'
const JOBS_MS = 120_000

const FILES: { what: string; file?: () => File; cover?: () => Promise<File> }[] = [
  { what: 'an ordinary file', file: () => createPdfFile(100_000) },
  { what: 'PDF with a table of two thousand million objects', file: createHugeTable },
  { what: 'PDF with a table of 200 MB of zeros', file: createDeflatedTable },
  { what: 'PDF with a page tree of 500 levels', file: () => createDeepPages(500) },
  { what: 'PDF with tables that name each other', file: createRing },
  { what: 'PDF with 500 nested streams of objects', file: () => createNestedStreams(500) },
  { what: 'ZIP of a gigabyte of zeros', file: createZipBomb },
  { what: 'ZIP with 100,000 entries', file: () => createManyEntries(100_000, 'todo.zip') },
  { what: 'EPUB with 100,000 entries', file: () => createManyEntries(100_000, 'libro.epub') },
  { what: 'MP3 with a tag of 48 MB', file: () => createTaggedMp3(48_000_000) },
  { what: 'cover of 960 x 16,000 pixels', cover: () => createNoiseCover(960, 16_000) },
  { what: 'cover of 4,800 x 5,000 pixels', cover: () => createNoiseCover(4800, 5000) },
]

await buildIfNeeded()
const server = await startTestServer({
  METRICS_TOKEN,
  NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  SELLER_QUOTA_BYTES: String(2_000_000_000),
})

/** Returns how many jobs are not done yet, and how many will never be. */
async function countJobs(): Promise<{ open: number; dead: number }> {
  const client = new pg.Client(server.databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ open: number; dead: number }>(
      `select count(*) filter (where state = 'waiting' and kind = 'count_pages')::int as open,
        count(*) filter (where state = 'dead')::int as dead from jobs`,
    )
    return rows[0]!
  } finally {
    await client.end()
  }
}

/** Reads the longest delay of the server's event loop since the last call, in milliseconds. */
async function readStall(): Promise<number> {
  const reply = await fetch(`${server.origin}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(await reply.text()) ?? []
  return Number(seconds) * 1000
}

async function waitForPages(): Promise<void> {
  const end = Date.now() + JOBS_MS
  while ((await countJobs()).open > 0) {
    if (Date.now() > end) throw new Error('jobs are still waiting')
    await pause(100)
  }
}

try {
  await server.start()
  const pid = server.pid()
  const seller = new ApiClient(server.origin)
  await registerCreator(seller, 'ana@hostile.test', address => server.waitForMailText(address))
  await linkMercadoPago(seller)
  const stalls: { ms: number; figure: Figure }[] = []
  for (const { what, file, cover } of FILES) {
    const input = { ...(file && { file: file() }), ...(cover && { image: await cover() }) }
    await readStall()
    const startedAt = performance.now()
    const { id } = await publishProduct(seller, input)
    // The pages are counted once somebody has seen the product.
    await fetch(`${server.origin}/api/public/product/${id}`)
    await waitForPages()
    const ms = await readStall()
    const seconds = (performance.now() - startedAt) / 1000
    const figure = {
      what,
      measured: `${ms.toFixed(0)} ms, done after ${seconds.toFixed(1)} s`,
      promised: `<= ${MAX_STALL_MS} ms`,
      isKept: ms <= MAX_STALL_MS,
    }
    stalls.push({ ms, figure })
  }
  const figures: Figure[] = stalls
    .sort((a, b) => b.ms - a.ms)
    .map(({ figure }, index) => ({ ...figure, isDetail: index >= SHOWN_FILES }))
  const { dead } = await countJobs()
  const lives = server.pid() === pid && (await fetch(`${server.origin}/healthz`)).ok
  figures.push(
    { what: 'dead jobs', measured: String(dead), promised: '0', isKept: dead === 0 },
    { what: 'the process lives', measured: lives ? 'yes' : 'no', promised: 'yes', isKept: lives },
  )
  await publishReport('hostile-files', {
    title: 'Longest stall by a hostile file',
    how: `Each file is published through the API on a server with a heap of ${HEAP_MB} MB that also runs the jobs; then the product is seen once, and its pages are counted. The stall is the longest delay of the server's event loop until all of that is done. The longest stalls of ${FILES.length} files are shown.`,
    figures,
  })
} finally {
  await server.close()
}
