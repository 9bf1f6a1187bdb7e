import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createPreference, getOrder } from '#contract/orders/orders.ts'
import { startCaddy } from '#tools/cluster/caddy.ts'
import { startNginx } from '#tools/cluster/nginx.ts'
import type { Proxy } from '#tools/cluster/proxy.ts'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { startSwift } from '#tools/object-storage/swift-server.ts'
import {
  registerCreator,
  linkMercadoPago,
  expectOk,
  publishProduct,
} from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { SAMPLE_MS, measurePeakMemory, readResidentBytes } from './shared/memory.ts'
import { publishReport } from './shared/report.ts'

/**
 * Measures the memory of the server during the upload and the download of a file. Usage:
 * `node bench/upload-memory.ts [size in MB] [bucket] [nginx|caddy]`. With `bucket` the file is stored in OpenStack
 * Swift, and without it on the disk. With the name of a proxy both ways lead through it, over TLS, with the
 * configuration of `ops/`. `npm run test:systems` installs the Debian packages of all of them.
 */
const MB = 1024 * 1024
const DEFAULT_BYTES = 50 * MB - 1024
/** The maximum memory in MB that an upload or a download adds to the idle process, whatever the size of the file. */
const MAX_EXTRA_MB = 64

const [sizeMb, ...places] = process.argv.slice(2)
const fileBytes = sizeMb === undefined ? DEFAULT_BYTES : Number(sizeMb) * MB
const usesBucket = places.includes('bucket')
const proxyName = places.find(place => place === 'nginx' || place === 'caddy')

/** Starts the proxy in front of a port of this machine. nginx must be told the size of uploads, which Caddy is not. */
const startProxy = (origin: string, port: number): Promise<Proxy> =>
  proxyName === 'nginx'
    ? startNginx(Number(new URL(origin).port), port, site =>
        site.replace(/client_max_body_size \w+/, `client_max_body_size ${fileBytes + 6 * MB}`),
      )
    : startCaddy(origin, [`127.0.0.1:${port}`])

/** Writes a file of random data that is recognized as a PDF. Returns its SHA-256. */
async function writePdfFile(path: string, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  async function* createChunks() {
    yield Buffer.from('%PDF-1.4\n')
    for (let left = bytes - 9; left > 0; left -= MB) yield randomBytes(Math.min(left, MB))
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

/** Downloads a file and returns its SHA-256. A redirect to the bucket is followed. */
async function downloadDigest(url: string): Promise<string> {
  const { body } = await fetch(url)
  const hash = createHash('sha256')
  for await (const chunk of body!) hash.update(chunk)
  return hash.digest('hex')
}

await buildIfNeeded()
const folder = await mkdtemp(join(tmpdir(), 'kiosko-upload-'))
const swift = usesBucket ? await startSwift() : undefined
const testServer = await startTestServer(
  {
    PRODUCT_FILE_MAX_BYTES: String(fileBytes),
    SELLER_QUOTA_BYTES: String(2 * fileBytes),
    TRUST_PROXY: 'loopback',
    ...(await swift?.createBucket('products')),
  },
  proxyName ? { hostname: 'localhost', scheme: 'https' } : {},
)
let proxy: Proxy | undefined
try {
  if (proxyName) {
    const port = await findFreePort()
    await testServer.start({ PORT: String(port) })
    proxy = await startProxy(testServer.origin, port)
  } else await testServer.start()
  const pid = testServer.pid()!
  const seller = new ApiClient(testServer.origin)
  await registerCreator(seller, 'seller@creators.test', email => testServer.waitForMailText(email))
  await linkMercadoPago(seller)
  // The first upload loads sharp and other modules, whose memory is part of the idle process.
  await publishProduct(seller)
  const idle = await readResidentBytes(pid)

  const path = join(folder, 'file.pdf')
  const digest = await writePdfFile(path, fileBytes)
  const file = new File([await openAsBlob(path)], 'file.pdf', { type: 'application/pdf' })
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
    await new ApiClient(testServer.origin).call(getOrder, { params: { token: link }, query: {} }),
  )
  const down = await measurePeakMemory(pid, () => downloadDigest(items[0]!.downloadUrl!))

  const isSameFile = down.result === digest
  const over = (bytes: number) => ((bytes - idle) / MB).toFixed(1)
  const kept = (bytes: number) => bytes - idle <= MAX_EXTRA_MB * MB
  const promised = `<= +${MAX_EXTRA_MB} MB`
  const where = [
    usesBucket ? 'in a bucket' : 'on the disk',
    ...(proxyName ? [proxyName] : []),
  ].join(', through ')
  const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`
  await publishReport(
    [
      'upload-memory',
      ...(fileBytes === DEFAULT_BYTES ? [] : ['large']),
      ...(usesBucket ? ['bucket'] : []),
      ...(proxyName ? [proxyName] : []),
    ].join('-'),
    {
      title: `Memory during the upload and download of ${(fileBytes / MB).toFixed(0)} MB, stored ${where}`,
      how: `The server's memory, sampled every ${SAMPLE_MS} ms; idle ${(idle / MB).toFixed(0)} MB. The upload took ${seconds(up.ms)}, the download ${seconds(down.ms)}.`,
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
    },
  )
} finally {
  await proxy?.stop()
  await testServer.close()
  await swift?.stop()
  await rm(folder, { recursive: true })
}
