import { createHash, randomInt } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { deleteProduct } from '#contract/products/products.ts'
import { createPreference, getOrder } from '#contract/orders/orders.ts'
import { listSessions } from '#contract/accounts/sessions.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import {
  expectOk,
  linkMercadoPago,
  publishProduct,
  registerCreator,
} from '#tools/api-client/creator.ts'
import { createProductsOfSellers, purchase } from '#tools/api-client/purchases.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import type { TestServer } from '#tools/test-app/test-server.ts'

const SELLERS = 2
const PRODUCTS_OF_EACH = 3
/** A download of this size takes about four seconds: no buffer on its way holds all of it. */
const DOWNLOAD_BYTES = 16 * 1024 * 1024
const READ_PAUSE_MS = 15
const UPLOAD_BYTES = 2 * 1024 * 1024
const UPLOAD_CHUNK_BYTES = 64 * 1024
const UPLOAD_PAUSE_MS = 60
const BROWSE_PAUSE_MS = 20

/** The number of visitors of each kind at the same time. */
const VISITORS = { browse: 6, account: 2, buy: 2, upload: 2, download: 3 }

type Kind = keyof typeof VISITORS

export interface LoadCounts {
  done: Record<Kind, number>
  /** What failed, in the words of its error. */
  failures: string[]
}

/**
 * Lets visitors of every kind use the marketplace until `stop` is called: browse public pages, open their account, buy
 * and receive a file by email, upload slowly, and download slowly. No request is repeated, so each that fails is
 * counted.
 */
export async function startSteadyLoad(
  server: TestServer,
): Promise<{ counts: LoadCounts; stop(): Promise<LoadCounts> }> {
  const productIds = await createProductsOfSellers(server, {
    sellers: SELLERS,
    productsOfEach: PRODUCTS_OF_EACH,
  })
  const seller = new ApiClient(server.origin)
  await registerCreator(seller, 'steady@creators.test', to => server.waitForMailText(to))
  await linkMercadoPago(seller)
  const download = await prepareDownload(server, seller)
  let buyers = 0

  const works: Record<Kind, () => Promise<void>> = {
    async browse() {
      const id = productIds[randomInt(productIds.length)]!
      const paths = ['/explore', `/product/${id}`, `/api/public/product/${id}`, '/', '/help']
      const response = await fetch(server.origin + paths[randomInt(paths.length)]!)
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${response.url} answered ${response.status}`)
      await pause(BROWSE_PAUSE_MS)
    },
    async account() {
      expectOk(await seller.call(listSessions, {}))
      const page = await seller.request('/dashboard/home')
      await page.arrayBuffer()
      if (page.status !== 200) throw new Error(`the dashboard answered ${page.status}`)
      await pause(BROWSE_PAUSE_MS)
    },
    async buy() {
      buyers += 1
      const id = productIds[randomInt(productIds.length)]!
      await purchase(server, id, `steady${buyers}@buyers.test`)
    },
    async upload() {
      const slowly = new SlowUploader(server.origin)
      for (const [name, value] of seller.cookies) slowly.cookies.set(name, value)
      const { id } = await publishProduct(slowly, { file: createPdfFile(UPLOAD_BYTES) })
      expectOk(await seller.call(deleteProduct, { params: { id } }))
    },
    async download() {
      const hash = createHash('sha256')
      let bytes = 0
      await download.renew()
      const startedAt = performance.now()
      const response = await openDownload(download.url)
      if (response.statusCode !== 200)
        throw new Error(`the download answered ${response.statusCode}`)
      try {
        for await (const chunk of response as AsyncIterable<Buffer>) {
          hash.update(chunk)
          bytes += chunk.length
          await pause(READ_PAUSE_MS)
        }
      } catch (error) {
        const seconds = Math.round((performance.now() - startedAt) / 1000)
        throw new Error(`ended after ${bytes} bytes and ${seconds} s`, { cause: error })
      }
      if (hash.digest('hex') !== download.sha256) throw new Error('the download is damaged')
    },
  }

  const counts: LoadCounts = {
    done: { browse: 0, account: 0, buy: 0, upload: 0, download: 0 },
    failures: [],
  }
  const over = new AbortController()
  const visit = async (kind: Kind) => {
    while (!over.signal.aborted) {
      await works[kind]().then(
        () => (counts.done[kind] += 1),
        (error: unknown) => counts.failures.push(describeFailure(kind, error)),
      )
    }
  }
  const visits = Object.entries(VISITORS).flatMap(([kind, number]) =>
    Array.from({ length: number }, () => visit(kind as Kind)),
  )
  return {
    counts,
    async stop() {
      over.abort()
      await Promise.all(visits)
      await download.close()
      return counts
    },
  }
}

/**
 * Begins a download. `fetch` of Node 24 fails if the connection is closed after the answer before its last bytes are
 * read, as a proxy does that gets new addresses.
 */
async function openDownload(url: string): Promise<IncomingMessage> {
  const { get } = url.startsWith('https:') ? https : http
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
  return response
}

function describeFailure(kind: Kind, error: unknown): string {
  const { message, cause } = error as Error
  const because = cause instanceof Error ? ` (${cause.message})` : ''
  return `${new Date().toISOString()} ${kind}: ${message}${because}`
}

const RENEW_DOWNLOADS = 'update grant_files set downloads = 0 where downloads > 0'

/** Sells a large file once, which can then be downloaded as often as one likes. */
async function prepareDownload(server: TestServer, seller: ApiClient) {
  const file = createPdfFile(DOWNLOAD_BYTES)
  const { id } = await publishProduct(seller, { file })
  const buyer = new ApiClient(server.origin)
  const body = { products: [{ id }], payerEmail: 'large@buyers.test' }
  const { init_point: page } = expectOk(await buyer.call(createPreference, { body }))
  const preferenceId = new URL(page).searchParams.get('pref_id')!
  await server.provider.pay({ preferenceId, outcome: 'approved' })
  const mail = await server.waitForMailText('large@buyers.test')
  const token = /\/order\/([\w.~-]+)/.exec(mail)![1]!
  const { items } = expectOk(await buyer.call(getOrder, { params: { token }, query: {} }))
  const database = new pg.Pool({ connectionString: server.databaseUrl })
  const sha256 = createHash('sha256').update(new Uint8Array(await file.arrayBuffer()))
  return {
    url: items[0]!.downloadUrl!,
    sha256: sha256.digest('hex'),
    /** Lets the file be downloaded again, in the form that the release that is there counts downloads in. */
    renew: () => database.query(RENEW_DOWNLOADS),
    close: () => database.end(),
  }
}

/** A client whose forms with files arrive over some seconds. */
class SlowUploader extends ApiClient {
  override async request(path: string, init: RequestInit = {}): Promise<Response> {
    if (!(init.body instanceof FormData)) return super.request(path, init)
    const encoded = new Response(init.body)
    const bytes = new Uint8Array(await encoded.arrayBuffer())
    const body = Readable.toWeb(Readable.from(sendSlowly(bytes)))
    const headers = {
      ...(init.headers as Record<string, string>),
      'content-type': encoded.headers.get('content-type')!,
    }
    return super.request(path, { ...init, headers, body, duplex: 'half' } as RequestInit)
  }
}

async function* sendSlowly(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += UPLOAD_CHUNK_BYTES) {
    yield bytes.subarray(at, at + UPLOAD_CHUNK_BYTES)
    await pause(UPLOAD_PAUSE_MS)
  }
}
