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
import { buildIfNeeded } from '../scripts/steps.ts'
import { report } from './report.ts'

/** The promise: a 50 MB file going up and coming down takes at most 64 MB over idle. */
const PROMISE_MB = 64
const FILE_BYTES = 50 * 1024 * 1024 - 1024
const SAMPLE_MS = 20
const MB = 1024 * 1024

/** Resident memory of a process, in bytes. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1024
}

/** The largest memory seen while `work` goes on. */
async function peakDuring<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ peak: number; result: T }> {
  let peak = 0
  const timer = setInterval(
    () => void residentBytes(pid).then(bytes => (peak = Math.max(peak, bytes))),
    SAMPLE_MS,
  )
  try {
    return { result: await work(), peak: Math.max(peak, await residentBytes(pid)) }
  } finally {
    clearInterval(timer)
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

await buildIfNeeded()
const town = await startTestServer()
try {
  await town.start()
  const pid = town.pid()!
  const seller = new ApiClient(town.origin)
  await registerCreator(seller, 'seller@creators.test', email => town.waitForMailText(email))
  await linkMercadoPago(seller)
  // A small product first: what is loaded once, sharp above all, belongs to idle.
  await publishProduct(seller)
  const idle = await residentBytes(pid)

  const file = createPdfFile(FILE_BYTES)
  const up = await peakDuring(pid, () => publishProduct(seller, { file }))
  const order = expectOk(
    await new ApiClient(town.origin).call(createPreference, {
      body: { products: [{ id: up.result.id }], payerEmail: 'buyer@mail.test' },
    }),
  )
  await town.provider.pay({
    preferenceId: new URL(order.init_point).searchParams.get('pref_id')!,
    outcome: 'approved',
  })
  const link = /\/order\/([\w-]+)/.exec(await town.waitForMailText('buyer@mail.test'))![1]!
  const { items } = expectOk(
    await new ApiClient(town.origin).call(getOrder, { params: { token: link } }),
  )
  const down = await peakDuring(
    pid,
    async () => new Uint8Array(await (await fetch(items[0]!.downloadUrl!)).arrayBuffer()),
  )

  const same = sha256(down.result) === sha256(new Uint8Array(await file.arrayBuffer()))
  const over = (bytes: number) => ((bytes - idle) / MB).toFixed(1)
  const kept = (bytes: number) => bytes - idle <= PROMISE_MB * MB
  const promised = `<= +${PROMISE_MB} MB`
  await report('upload-memory', {
    title: 'A large file',
    how: `${(FILE_BYTES / MB).toFixed(0)} MB going up and coming down, seen every ${SAMPLE_MS} ms; idle ${(idle / MB).toFixed(0)} MB.`,
    figures: [
      { what: 'upload', measured: `+${over(up.peak)} MB`, promised, isKept: kept(up.peak) },
      { what: 'download', measured: `+${over(down.peak)} MB`, promised, isKept: kept(down.peak) },
      { what: 'the same bytes', measured: same ? 'yes' : 'no', promised: 'yes', isKept: same },
    ],
  })
} finally {
  await town.close()
}
