import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createPreference, getOrder } from '#contract/orders.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import {
  registerCreator,
  linkMercadoPago,
  expectOk,
  publishProduct,
} from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { publishReport } from './shared/report.ts'

/** The maximum memory in MB that an upload or download of a 50 MB file adds to the idle process. */
const MAX_EXTRA_MB = 64
const FILE_BYTES = 50 * 1024 * 1024 - 1024
const SAMPLE_MS = 20
const MB = 1024 * 1024

/** Returns the resident memory of a process in bytes. */
async function readResidentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1024
}

/**
 * Runs `work` and samples the resident memory of a process meanwhile; returns the result of `work` and the peak memory
 * in bytes.
 */
async function measurePeakMemory<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ peak: number; result: T }> {
  let peak = 0
  const timer = setInterval(
    () => void readResidentBytes(pid).then(bytes => (peak = Math.max(peak, bytes))),
    SAMPLE_MS,
  )
  try {
    return { result: await work(), peak: Math.max(peak, await readResidentBytes(pid)) }
  } finally {
    clearInterval(timer)
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

await buildIfNeeded()
const testServer = await startTestServer()
try {
  await testServer.start()
  const pid = testServer.pid()!
  const seller = new ApiClient(testServer.origin)
  await registerCreator(seller, 'seller@creators.test', email => testServer.waitForMailText(email))
  await linkMercadoPago(seller)
  // The first upload loads sharp and other modules, whose memory is part of the idle process.
  await publishProduct(seller)
  const idle = await readResidentBytes(pid)

  const file = createPdfFile(FILE_BYTES)
  const up = await measurePeakMemory(pid, () => publishProduct(seller, { file }))
  const order = expectOk(
    await new ApiClient(testServer.origin).call(createPreference, {
      body: { products: [{ id: up.result.id }], payerEmail: 'buyer@mail.test' },
    }),
  )
  await testServer.provider.pay({
    preferenceId: new URL(order.init_point).searchParams.get('pref_id')!,
    outcome: 'approved',
  })
  const link = /\/order\/([\w-]+)/.exec(await testServer.waitForMailText('buyer@mail.test'))![1]!
  const { items } = expectOk(
    await new ApiClient(testServer.origin).call(getOrder, { params: { token: link } }),
  )
  const down = await measurePeakMemory(
    pid,
    async () => new Uint8Array(await (await fetch(items[0]!.downloadUrl!)).arrayBuffer()),
  )

  const isSameFile = sha256(down.result) === sha256(new Uint8Array(await file.arrayBuffer()))
  const over = (bytes: number) => ((bytes - idle) / MB).toFixed(1)
  const kept = (bytes: number) => bytes - idle <= MAX_EXTRA_MB * MB
  const promised = `<= +${MAX_EXTRA_MB} MB`
  await publishReport('upload-memory', {
    title: 'Memory during a large upload and download',
    how: `The upload and the download of ${(FILE_BYTES / MB).toFixed(0)} MB, sampled every ${SAMPLE_MS} ms; idle ${(idle / MB).toFixed(0)} MB.`,
    figures: [
      { what: 'upload', measured: `+${over(up.peak)} MB`, promised, isKept: kept(up.peak) },
      { what: 'download', measured: `+${over(down.peak)} MB`, promised, isKept: kept(down.peak) },
      {
        what: 'the same bytes',
        measured: isSameFile ? 'yes' : 'no',
        promised: 'yes',
        isKept: isSameFile,
      },
    ],
  })
} finally {
  await testServer.close()
}
