import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DetailedError, Upload } from 'tus-js-client'
import { listProductFiles, replaceProductFile } from '#contract/files/product-files.ts'
import { login, logout } from '#contract/accounts/sessions.ts'
import { createPreference, getOrder } from '#contract/orders/orders.ts'
import { UPLOAD_CHUNK_BYTES } from '#contract/files/uploads.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import {
  PASSWORD,
  expectOk,
  linkMercadoPago,
  publishProduct,
  registerCreator,
} from '#tools/api-client/creator.ts'
import { uploadResumably } from '#tools/api-client/resumable-uploads.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import { startCaddy } from '#tools/cluster/caddy.ts'
import { startNginx } from '#tools/cluster/nginx.ts'
import { PROXY_PACKAGES, type Proxy } from '#tools/cluster/proxy.ts'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { startTcpProxy } from '#tools/database/tcp-proxy.ts'
import { installDebianPackages } from '#tools/debian-packages.ts'
import { SWIFT_PACKAGES, startSwift } from '#tools/object-storage/swift-server.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'

/**
 * Sends a file in chunks while its connection is cut, the server is killed, the bucket is away and the session ends.
 * The file must arrive whole, with few bytes sent twice and little memory of the server. Then it is sold and
 * downloaded. Usage: node test/faults/resumable-upload.ts [size in MB] [bucket] [nginx|caddy]
 */
const MB = 1024 * 1024
const [sizeMb = '2048', ...places] = process.argv.slice(2)
const sizeBytes = Number(sizeMb) * MB
const usesBucket = places.includes('bucket')
const proxyName = places.find(place => place === 'nginx' || place === 'caddy')

const MAX_SENT = 1.05
const MAX_EXTRA_MB = 64
const CUT_MS = 2000
const BUCKET_AWAY_MS = 60_000
const SAMPLE_MS = 50
const RETRY_MS = 1000
/** The copy to the key of a product file, and the check, take the longest in a small object storage. */
const CHECK_MS = 15 * 60_000
const EMAIL = 'seller@creators.test'
const BUYER = 'buyer@mail.test'

const isHttps = proxyName !== undefined
if (usesBucket) await installDebianPackages(SWIFT_PACKAGES)
if (proxyName) await installDebianPackages(PROXY_PACKAGES)
const folder = await mkdtemp(join(tmpdir(), 'kiosko-resumable-'))
const swift = usesBucket ? await startSwift() : undefined
const bucketProxy = swift && (await startTcpProxy(Number(new URL(swift.endpoint).port)))
const server = await startTestServer(
  {
    PRODUCT_FILE_MAX_BYTES: String(sizeBytes),
    SELLER_QUOTA_BYTES: String(2 * sizeBytes),
    TRUST_PROXY: 'loopback',
    ...(await swift?.createBucket('products')),
    ...(bucketProxy && { S3_ENDPOINT: `http://127.0.0.1:${bucketProxy.port}` }),
  },
  isHttps ? { hostname: 'localhost', scheme: 'https' } : {},
)
const serverPort = isHttps ? await findFreePort() : Number(new URL(server.origin).port)
const start = () => server.start({ PORT: String(serverPort) })
const cutProxy = await startTcpProxy(serverPort)
let proxy: Proxy | undefined
const wrong: string[] = []

/** Returns the resident memory of the server in bytes, without the pages of files that it has mapped. */
async function readServerMemory(): Promise<number> {
  const status = await readFile(`/proc/${server.pid()}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

async function writeFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  async function* createChunks() {
    yield Buffer.from('%PDF-1.4\n')
    for (let left = sizeBytes - 9; left > 0; left -= MB) yield randomBytes(Math.min(left, MB))
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

/**
 * Sells a product with the uploaded file.
 * @returns the URL of the download
 */
async function sellUpload(seller: ApiClient, uploadId: string): Promise<string> {
  const product = await publishProduct(seller)
  const params = { id: product.id }
  const { files } = expectOk(await seller.call(listProductFiles, { params }))
  const slot = files[0]!.id
  expectOk(
    await seller.call(replaceProductFile, { params: { ...params, slot }, body: { uploadId } }),
  )
  await server.waitForJobs()
  const buyer = new ApiClient(server.origin)
  const { init_point } = expectOk(
    await buyer.call(createPreference, {
      body: { products: [{ id: product.id }], payerEmail: BUYER },
    }),
  )
  const preferenceId = new URL(init_point).searchParams.get('pref_id')!
  await server.provider.pay({ preferenceId, outcome: 'approved' })
  const token = /\/order\/([\w.~-]+)/.exec(await server.waitForMailText(BUYER))![1]!
  const { items } = expectOk(await buyer.call(getOrder, { params: { token }, query: {} }))
  return items[0]!.downloadUrl!
}

/**
 * Downloads a file. A redirect to the bucket is followed.
 * @returns its SHA-256
 */
async function download(url: string): Promise<string> {
  const { body } = await fetch(url)
  const hash = createHash('sha256')
  for await (const chunk of body!) hash.update(chunk)
  return hash.digest('hex')
}

try {
  await start()
  if (proxyName === 'nginx')
    proxy = await startNginx(Number(new URL(server.origin).port), cutProxy.port)
  if (proxyName === 'caddy') proxy = await startCaddy(server.origin, [`127.0.0.1:${cutProxy.port}`])
  const entrance = proxyName ? server.origin : `http://127.0.0.1:${cutProxy.port}`
  const seller = new ApiClient(server.origin)
  await registerCreator(seller, EMAIL, email => server.waitForMailText(email))
  await linkMercadoPago(seller)
  // The first upload loads modules whose memory is part of the idle process.
  await uploadResumably(seller, createPdfFile(MB, 'warm.pdf'))
  await server.waitForJobs()
  const idleBytes = await readServerMemory()

  const path = join(folder, 'curso.pdf')
  const digest = await writeFile(path)
  let peakBytes = 0
  const sampling = setInterval(
    () => void readServerMemory().then(bytes => (peakBytes = Math.max(peakBytes, bytes))),
    SAMPLE_MS,
  )
  const sentBefore = cutProxy.receivedBytes()

  const happened: string[] = []
  const faults: [percent: number, name: string, cause: () => Promise<void>][] = [
    [10, 'cut', cut],
    [
      30,
      'kill -9',
      async () => {
        await server.kill()
        await start()
      },
    ],
    [50, 'cut', cut],
    ...(bucketProxy
      ? ([
          [
            70,
            `bucket away for ${BUCKET_AWAY_MS / 1000} s`,
            async () => {
              bucketProxy.refuse()
              await pause(BUCKET_AWAY_MS)
              bucketProxy.resume()
            },
          ],
        ] as [number, string, () => Promise<void>][])
      : []),
    [85, 'session ended', endSession],
    [99, 'cut', cut],
  ]
  async function endSession(): Promise<void> {
    expectOk(await seller.call(logout, {}))
  }
  async function signInAgain(): Promise<void> {
    seller.cookies.clear()
    expectOk(await seller.call(login, { body: { email: EMAIL, password: PASSWORD } }))
  }
  async function cut(): Promise<void> {
    cutProxy.refuse()
    await pause(CUT_MS)
    cutProxy.resume()
  }

  let uploadUrl: string | undefined
  let underway: Promise<void> = Promise.resolve()
  const startedAt = performance.now()
  const answers = new Map<string, number>()
  /** Sends the file from where the server has it. @returns the status of a failure, 0 without an answer; 'whole' */
  const send = () =>
    new Promise<number | 'whole'>(resolve => {
      const upload: Upload = new Upload(createReadStream(path), {
        ...(uploadUrl ? { uploadUrl } : { endpoint: `${entrance}/api/uploads` }),
        chunkSize: UPLOAD_CHUNK_BYTES,
        retryDelays: null,
        metadata: { filename: 'curso.pdf', fingerprint: 'curso' },
        headers: {
          origin: server.origin,
          cookie: [...seller.cookies].map(pair => pair.join('=')).join('; '),
        },
        onError: error => {
          const status = error instanceof DetailedError ? error.originalResponse?.getStatus() : 0
          resolve(status ?? 0)
        },
        onSuccess: () => resolve('whole'),
        onUploadUrlAvailable: () => (uploadUrl = upload.url ?? undefined),
        onChunkComplete: (_, accepted) => {
          const [next] = faults
          if (!next || accepted < (sizeBytes * next[0]) / 100) return
          faults.shift()
          happened.push(`${next[1]} at ${next[0]} %`)
          underway = underway.then(next[2])
        },
      })
      upload.start()
    })
  for (;;) {
    const end = await send()
    if (end === 'whole') break
    answers.set(String(end), (answers.get(String(end)) ?? 0) + 1)
    if (end === 401) {
      await underway
      await signInAgain()
    } else if (end >= 400 && end < 500 && ![408, 409, 423, 429].includes(end))
      throw new Error(`refused with ${end}`)
    else await pause(RETRY_MS)
  }
  await underway
  const sentAt = performance.now()
  const sentBytes = cutProxy.receivedBytes() - sentBefore
  const peakOfSending = peakBytes
  const database = new pg.Client(server.databaseUrl)
  await database.connect()
  const readRows = async () =>
    (
      await database.query<{ id: string; state: string; sha256: string }>(
        "select id, state, sha256 from uploads where file_name = 'curso.pdf'",
      )
    ).rows
  const latest = performance.now() + CHECK_MS
  while ((await readRows())[0]?.state === 'checking' && performance.now() < latest)
    await pause(RETRY_MS)
  const checkedAt = performance.now()
  const peakOfUpload = peakBytes
  const rows = await readRows()
  const { rows: quota } = await database.query<{ isRight: boolean }>(
    `select used_bytes = (select sum(size_bytes) from uploads) as "isRight" from seller_storage_usage`,
  )
  const { rows: failed } = await database.query<{ error: string }>(
    "select last_error as error from jobs where kind = 'check_upload' and last_error is not null",
  )
  await database.end()
  const [upload] = rows
  let downloaded: { digest: string; extraMb: number; seconds: number } | undefined
  if (upload?.state === 'ready') {
    // A small file is whole before a request finds that the session has ended.
    await signInAgain()
    const url = await sellUpload(seller, upload.id)
    peakBytes = 0
    const begunAt = performance.now()
    const received = await download(url)
    downloaded = {
      digest: received,
      extraMb: (peakBytes - idleBytes) / MB,
      seconds: (performance.now() - begunAt) / 1000,
    }
  }
  clearInterval(sampling)
  if (failed.length > 0) console.log('Attempts to check that failed:', failed)
  const extraMb = (peakOfUpload - idleBytes) / MB
  const sent = sentBytes / sizeBytes
  console.log(`${sizeMb} MB, ${usesBucket ? 'bucket' : 'disk'}, ${proxyName ?? 'no proxy'}`)
  console.log(`Faults: ${happened.join(', ')}`)
  console.log('Answers to what failed (0: none):', Object.fromEntries(answers))
  console.log(`sent ${sent.toFixed(4)} x the size`)
  console.log(
    `memory ${(idleBytes / MB).toFixed(0)} MB idle, +${extraMb.toFixed(1)} MB at most, +${((peakOfSending - idleBytes) / MB).toFixed(1)} MB while sending`,
  )
  console.log(
    `${((sentAt - startedAt) / 1000).toFixed(0)} s of sending, ${((checkedAt - sentAt) / 1000).toFixed(0)} s of checking`,
  )
  if (downloaded)
    console.log(
      `download: +${downloaded.extraMb.toFixed(1)} MB at most, ${downloaded.seconds.toFixed(0)} s`,
    )
  if (downloaded?.digest !== digest) wrong.push('other bytes were downloaded')
  if (downloaded && downloaded.extraMb > MAX_EXTRA_MB) wrong.push('too much memory of the download')
  if (rows.length !== 1) wrong.push(`${rows.length} uploads of the file`)
  if (upload?.state !== 'ready') wrong.push(`the state ${upload?.state}`)
  if (upload?.sha256 !== digest) wrong.push('other bytes')
  if (sent > MAX_SENT) wrong.push('too many bytes were sent')
  if (extraMb > MAX_EXTRA_MB) wrong.push('too much memory')
  if (!quota[0]?.isRight) wrong.push('the quota')
  if (faults.length > 0) wrong.push(`faults that did not happen: ${faults.length}`)
} finally {
  await proxy?.stop()
  await server.close()
  await cutProxy.close()
  await bucketProxy?.close()
  await swift?.stop()
  await rm(folder, { recursive: true })
}
for (const what of wrong) console.log(`WRONG: ${what}`)
if (wrong.length > 0) process.exitCode = 1
