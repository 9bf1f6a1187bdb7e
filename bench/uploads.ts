import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { listProductFiles, replaceProductFile } from '#contract/files/product-files.ts'
import { getStorageUsage } from '#contract/files/storage-usage.ts'
import { createPreference, getOrder } from '#contract/orders/orders.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import {
  expectOk,
  linkMercadoPago,
  publishProduct,
  registerCreator,
} from '#tools/api-client/creator.ts'
import { publishChanges } from '#tools/api-client/product-files.ts'
import {
  cancelTusUpload,
  readUploads,
  uploadResumably,
} from '#tools/api-client/resumable-uploads.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import { startCaddy } from '#tools/cluster/caddy.ts'
import { startNginx } from '#tools/cluster/nginx.ts'
import { PROXY_PACKAGES, type Proxy } from '#tools/cluster/proxy.ts'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { startTcpProxy } from '#tools/database/tcp-proxy.ts'
import { installDebianPackages } from '#tools/debian-packages.ts'
import { SWIFT_PACKAGES, startSwift } from '#tools/object-storage/swift-server.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import {
  type Fault,
  LINE_BYTES_PER_SECOND,
  type SentFile,
  sendInterrupted,
} from './shared/interrupted-upload.ts'
import { SAMPLE_MS, measurePeakMemory, readResidentBytes } from './shared/memory.ts'
import { type Figure, publishReport } from './shared/report.ts'

/**
 * Sends files of all sizes while their connection is cut, the server is killed and the bucket is away, sells and
 * downloads them, and measures what was sent and the memory of the server. Usage:
 * `node bench/uploads.ts [short] [bucket] [nginx|caddy]`. Without `bucket` the files are on the disk, with it they are
 * in OpenStack Swift. With the name of a proxy everything leads through it, over TLS, with the configuration of `ops/`.
 * `short` leaves the largest file out. The Debian packages are installed if they are missing.
 */
const MB = 1024 * 1024
const BUCKET = 'products'
/** The least size from which the heads of requests count for little. */
const LARGE_BYTES = MB
/** A file of one byte is of no type that products have. */
const REFUSED = [
  { title: '0 bytes', size: 0, expected: 'ERROR_FILE_EMPTY' },
  { title: '1 byte', size: 1, expected: 'ERROR_UPLOADING_PRODUCT_FILE' },
]
const SIZES = [
  { title: '1 KB', size: 1024 },
  { title: '45 MB', size: 45 * MB },
  { title: '51 MB', size: 51 * MB },
  { title: '2 GB', size: 2048 * MB },
]
/** The largest file of the calls that take it in a form, which must leave room for its other fields. */
const FORM_BYTES = 50 * MB - 1024

/** How often the bytes of a file may be sent, and the memory in MB that it may add to the idle process. */
const MAX_SENT = 1.05
const MAX_EXTRA_MB = 64
const BUCKET_AWAY_MS = 60_000
/** A small object storage takes the longest for the copy of a large file to its key. */
const CHECK_MS = 15 * 60_000
const POLL_MS = 200

const args = process.argv.slice(2)
const usesBucket = args.includes('bucket')
const proxyName = args.find(name => name === 'nginx' || name === 'caddy')
const sizes = SIZES.filter(({ size }) => size < 1000 * MB || !args.includes('short'))
const totalBytes = sizes.reduce((total, { size }) => total + size, FORM_BYTES)

if (usesBucket) await installDebianPackages(SWIFT_PACKAGES)
if (proxyName) await installDebianPackages(PROXY_PACKAGES)
await buildIfNeeded()
const folder = await mkdtemp(join(tmpdir(), 'kiosko-uploads-'))
const swift = usesBucket ? await startSwift() : undefined
const bucketProxy = swift && (await startTcpProxy(Number(new URL(swift.endpoint).port)))
const server = await startTestServer(
  {
    PRODUCT_FILE_MAX_BYTES: String(2048 * MB),
    SELLER_QUOTA_BYTES: String(2 * totalBytes),
    TRUST_PROXY: 'loopback',
    ...(await swift?.createBucket(BUCKET)),
    ...(bucketProxy && { S3_ENDPOINT: `http://127.0.0.1:${bucketProxy.port}` }),
  },
  proxyName ? { hostname: 'localhost', scheme: 'https' } : {},
)
const publicPort = Number(new URL(server.origin).port)
const serverPort = proxyName ? await findFreePort() : publicPort
const start = () => server.start({ PORT: String(serverPort) })
const findPid = () => server.pid()!
const seller = new ApiClient(server.origin)
let proxy: Proxy | undefined

/** Starts the process anew, and lets it load the modules whose memory is part of the idle process. */
async function restart(): Promise<number> {
  await server.kill()
  await start()
  const { id } = await publishProduct(seller)
  await uploadResumably(seller, createPdfFile(MB, 'first.pdf'))
  await server.waitForJobs()
  const [upload] = await readUploads(seller)
  await replaceFile(id, upload!.id)
  await sell(id, upload!.id)
  return readResidentBytes(findPid())
}

/** Writes a file of random data that begins like a PDF, if it has room for that. @returns its SHA-256 */
async function writeRandomFile(path: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  const head = Buffer.from('%PDF-1.4\n').subarray(0, size)
  async function* createChunks() {
    yield head
    for (let left = size - head.length; left > 0; left -= MB) yield randomBytes(Math.min(left, MB))
  }
  await pipeline(
    createChunks,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path),
  )
  return hash.digest('hex')
}

/** Makes an uploaded file the one that a product sells. */
async function replaceFile(id: number, uploadId: string): Promise<void> {
  const { files } = expectOk(await seller.call(listProductFiles, { params: { id } }))
  const params = { id, slot: files[0]!.id }
  expectOk(await seller.call(replaceProductFile, { params, body: { uploadId } }))
  await publishChanges(seller, id)
  await server.waitForJobs()
}

/** Buys a product under an address of its own. @returns the SHA-256 of the file that the buyer downloads */
async function sell(id: number, buyerName: string): Promise<string> {
  const payerEmail = `${buyerName}@mail.test`
  const buyer = new ApiClient(server.origin)
  const { init_point } = expectOk(
    await buyer.call(createPreference, { body: { products: [{ id }], payerEmail } }),
  )
  const preferenceId = new URL(init_point).searchParams.get('pref_id')!
  await server.provider.pay({ preferenceId, outcome: 'approved' })
  const [, token = ''] = /\/order\/([\w.~-]+)/.exec(await server.waitForMailText(payerEmail))!
  const { items } = expectOk(await buyer.call(getOrder, { params: { token }, query: {} }))
  // A redirect to the bucket is followed.
  const { body } = await fetch(items[0]!.downloadUrl!)
  const hash = createHash('sha256')
  for await (const chunk of body!) hash.update(chunk)
  return hash.digest('hex')
}

const readId = ({ path }: SentFile): string => path.split('/').at(-1)!

/** Waits until the server has checked a file, so that a product can take it. */
async function waitForCheck(id: string): Promise<void> {
  const end = performance.now() + CHECK_MS
  for (;;) {
    const upload = (await readUploads(seller)).find(listed => listed.id === id)
    if (upload?.state === 'ready') return
    if (!upload || upload.state === 'refused' || performance.now() > end)
      throw new Error(`the upload is ${upload?.state}: ${upload?.refusal}`)
    await pause(POLL_MS)
  }
}

/** Returns the names of what is stored of files that are no product's. */
async function listLeftovers(): Promise<string[]> {
  const uploads = (await readUploads(seller)).map(({ id }) => `row ${id}`)
  if (!swift) {
    const names = await Promise.all(
      ['uploads', 'temp'].map(name => readdir(join(server.env.DATA_DIR, 'storage', name))),
    )
    return [...uploads, ...names.flat()]
  }
  const prefix = { Bucket: BUCKET, Prefix: 'uploads/' }
  const { Contents = [] } = await swift.client.send(new ListObjectsV2Command(prefix))
  const { Uploads = [] } = await swift.client.send(new ListMultipartUploadsCommand(prefix))
  return [...uploads, ...[...Contents, ...Uploads].map(({ Key }) => Key ?? '')]
}

const judgeMemory = (what: string, bytes: number): Figure => ({
  what,
  measured: `${bytes < 0 ? '' : '+'}${(bytes / MB).toFixed(1)} MB`,
  promised: `<= +${MAX_EXTRA_MB} MB`,
  isKept: bytes <= MAX_EXTRA_MB * MB,
})
const judgeSent = (title: string, bytes: number, size: number): Figure => ({
  what: `${title}: bytes sent / size`,
  measured: (bytes / size).toFixed(4),
  promised: `<= ${MAX_SENT}`,
  isKept: bytes <= MAX_SENT * size,
})
const judge = (what: string, isKept: boolean, problem: string): Figure => ({
  what,
  measured: isKept ? 'yes' : problem,
  promised: 'yes',
  isKept,
})

const cut = (percent: number): Fault => ({
  name: 'cut',
  percent,
  happen: destroyConnection => destroyConnection(),
})
const kill: Fault = {
  name: 'kill -9',
  percent: 30,
  async happen() {
    await server.kill()
    await start()
  },
}
const bucketAway: Fault = {
  name: 'bucket away',
  percent: 70,
  happen() {
    bucketProxy!.refuse()
    setTimeout(() => bucketProxy!.resume(), BUCKET_AWAY_MS)
  },
}
const faults = [cut(10), kill, cut(50), ...(usesBucket ? [bucketAway] : []), cut(99)]

/** Sends a file during faults, sells it and downloads it. */
async function measureSize({ title, size }: { title: string; size: number }): Promise<Figure[]> {
  const path = join(folder, 'file.pdf')
  const digest = await writeRandomFile(path, size)
  const product = await publishProduct(seller)
  const idle = await restart()
  const up = await measurePeakMemory(findPid, async () => {
    const sent = await sendInterrupted(seller, { path, name: 'file.pdf', size }, faults)
    await waitForCheck(readId(sent))
    return sent
  })
  await rm(path)
  const id = readId(up.result)
  const { fileBytes, wireBytes, failures } = up.result
  await replaceFile(product.id, id)
  const down = await measurePeakMemory(findPid, () => sell(product.id, id))
  const leftovers = await listLeftovers()
  const answers = failures
    .map(({ status, lostBytes }) => `${status} (${lostBytes} lost)`)
    .join(', ')
  console.log(
    `${title}: ${fileBytes} of ${size} bytes sent, ${wireBytes} with heads; failed: ${answers}; ` +
      `idle ${(idle / MB).toFixed(0)} MB; ${(up.ms / 1000).toFixed(0)} s`,
  )
  return [
    judge(`${title}: the same bytes`, down.result === digest, 'no'),
    judgeSent(title, size < LARGE_BYTES ? fileBytes : wireBytes, size),
    judgeMemory(`${title}: memory of the upload`, up.peak - idle),
    judgeMemory(`${title}: memory of the download`, down.peak - idle),
    judge(`${title}: nothing left behind`, leftovers.length === 0, leftovers.join(', ')),
  ]
}

/** Sends a file that is refused, during the same faults. Its row stays until the seller has seen why. */
async function measureRefusedFile({ title, size, expected }: (typeof REFUSED)[number]) {
  const path = join(folder, 'refused.pdf')
  await writeRandomFile(path, size)
  const readUsedBytes = async () =>
    expectOk(await seller.call(getStorageUsage, {})).totalDirectorySize
  const usedBytes = await readUsedBytes()
  const sent = await sendInterrupted(seller, { path, name: 'refused.pdf', size }, faults)
  if (sent.path !== '') await cancelTusUpload(seller, sent.path)
  await server.waitForJobs()
  const leftovers = await listLeftovers()
  const extraBytes = (await readUsedBytes()) - usedBytes
  return [
    {
      what: `${title}: refused`,
      measured: sent.refusal ?? 'no',
      promised: expected,
      isKept: sent.refusal === expected,
    },
    judge(
      `${title}: nothing left behind`,
      leftovers.length === 0 && extraBytes === 0,
      `${leftovers.join(', ')} ${extraBytes} bytes of the quota`,
    ),
  ]
}

/** Sends a file in one request, with the form of a product. */
async function measureForm(): Promise<Figure[]> {
  const path = join(folder, 'form.pdf')
  const digest = await writeRandomFile(path, FORM_BYTES)
  const file = new File([await openAsBlob(path)], 'form.pdf', { type: 'application/pdf' })
  const idle = await restart()
  const up = await measurePeakMemory(findPid, () => publishProduct(seller, { file }))
  await server.waitForJobs()
  const downloaded = await sell(up.result.id, 'form')
  return [
    judge('50 MB in a form: the same bytes', downloaded === digest, 'no'),
    judgeMemory('50 MB in a form: memory of the upload', up.peak - idle),
  ]
}

try {
  await start()
  if (proxyName === 'nginx') proxy = await startNginx(publicPort, serverPort)
  if (proxyName === 'caddy') proxy = await startCaddy(server.origin, [`127.0.0.1:${serverPort}`])
  await registerCreator(seller, 'seller@creators.test', email => server.waitForMailText(email))
  await linkMercadoPago(seller)

  const figures: Figure[] = []
  for (const file of REFUSED) figures.push(...(await measureRefusedFile(file)))
  for (const size of sizes) figures.push(...(await measureSize(size)))
  figures.push(...(await measureForm()))
  const place = usesBucket ? 'in a bucket' : 'on the disk'
  const line = `${LINE_BYTES_PER_SECOND / 1e6} MB a second`
  const happened = faults.map(({ name, percent }) => `${name} at ${percent} %`).join(', ')
  await publishReport(
    ['uploads', ...(usesBucket ? ['bucket'] : []), ...(proxyName ? [proxyName] : [])].join('-'),
    {
      title: `Uploads stored ${[place, ...(proxyName ? [proxyName] : [])].join(', through ')}`,
      how:
        `Each file is sent over a line of ${line} and interrupted: ${happened}. Then a product sells it and its buyer ` +
        `downloads it. The memory of the server, sampled every ${SAMPLE_MS} ms, is what it takes over the idle ` +
        `process. The bytes sent include the heads of requests, except for the smallest files.`,
      figures,
    },
  )
} finally {
  await proxy?.stop()
  await server.close()
  await bucketProxy?.close()
  await swift?.stop()
  await rm(folder, { recursive: true })
}
