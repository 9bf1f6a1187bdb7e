import { createHash, randomInt } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import pg from 'pg'
import { createProduct } from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { getStorageUsage } from '#contract/files/storage-usage.ts'
import { listCategoryTree } from '#contract/products/categories.ts'
import { createPreference, getOrder } from '#contract/orders/orders.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { SAMPLE_DESCRIPTION, expectOk } from '#tools/api-client/creator.ts'
import { createCoverImage, createPdfFile } from '#tools/api-client/sample-files.ts'
import { startTcpProxy } from '#tools/database/tcp-proxy.ts'
import { installDebianPackages } from '#tools/debian-packages.ts'
import { SWIFT_PACKAGES, startSwift } from '#tools/object-storage/swift-server.ts'
import { type Marketplace, buy, checkPurchases, startMarketplace } from './purchases.ts'

/**
 * Takes the bucket with the files away at random moments while buyers buy and download, sellers upload and visitors
 * browse. In turns it refuses connections, and accepts them without an answer. Purchases must go on, and what needs a
 * file must say so clearly and work by itself afterwards. Usage: node test/faults/bucket-outage.ts [outages]
 * [purchases]
 */
const OUTAGES = Number(process.argv[2] ?? 10)
const PURCHASES = Number(process.argv[3] ?? 200)
const BETWEEN_OUTAGES_MS = 4000
const REFUSING_MS = 5000
/** Longer than the server waits for a bucket that does not answer: twice ten seconds. */
const FROZEN_MS = 25_000
const LATEST_CUT_MS = 1000
/** So large that it is uploaded in two parts. */
const FILE_BYTES = 10_000_000
const VISIT_PAUSE_MS = 250
const READY_MS = 30_000
const FILE_TIMEOUT_MS = 5000

/** What visitors do, with the outcomes that are right. The first is that of a marketplace without a fault. */
const OUTCOMES = {
  upload: ['200', '503 ERROR_SERVICE_UNAVAILABLE'],
  'download link': ['302'],
  'file in the bucket': ['whole', 'bucket away'],
  image: ['200', '503', 'cut off'],
  'link preview': ['200', '503'],
  page: ['200'],
}
type Kind = keyof typeof OUTCOMES

await installDebianPackages(SWIFT_PACKAGES)
const swift = await startSwift()
const proxy = await startTcpProxy(Number(new URL(swift.endpoint).port))
const bucket = await swift.createBucket('products')
const shop = await startMarketplace({
  ...bucket,
  S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
  SELLER_QUOTA_BYTES: String(100 * 1024 ** 3),
})
try {
  const { server, seller, productIds } = shop
  const { categories } = expectOk(await seller.call(listCategoryTree, {}))
  const usedBytes = async () => expectOk(await seller.call(getStorageUsage, {})).totalDirectorySize
  const largeFile = createPdfFile(FILE_BYTES)
  const usedBefore = await usedBytes()
  const download = await orderFile(shop)
  /** The ids of all products, the newest last. */
  const visited = [...productIds]
  let link = ''

  const visits: Record<Kind, () => Promise<string>> = {
    async upload() {
      const answer = await seller.call(createProduct, {
        form: {
          name: 'Corte',
          price: 1000,
          isPriceDynamic: false,
          description: SAMPLE_DESCRIPTION,
          categoryId: categories[0]!.id,
          subcategoryId: categories[0]!.subcategories[0]!.id,
        },
        files: { image_file: await createCoverImage(), product_file: largeFile },
      })
      if (!answer.ok) return `${answer.status} ${answer.code}`
      visited.push(answer.body.id)
      return '200'
    },
    async 'download link'() {
      const response = await fetch(download.url, { redirect: 'manual' })
      link = response.headers.get('location') ?? ''
      return String(response.status)
    },
    async 'file in the bucket'() {
      const signal = AbortSignal.timeout(FILE_TIMEOUT_MS)
      const sha256 = await fetch(link, { signal }).then(digest, () => undefined)
      return sha256 === undefined ? 'bucket away' : sha256 === download.sha256 ? 'whole' : 'damaged'
    },
    async image() {
      const id = visited[randomInt(visited.length)]!
      const { imageFile } = expectOk(await seller.call(getPublicProduct, { params: { id } }))
      const response = await fetch(new URL(imageFile, server.origin))
      return response.arrayBuffer().then(
        () => String(response.status),
        () => 'cut off',
      )
    },
    // The preview of the newest product is not in the cache.
    'link preview': () => visit(`${server.origin}/og/product/${visited.at(-1)}.jpg`),
    page: () => visit(`${server.origin}/product/${visited[randomInt(visited.length)]}`),
  }
  const kinds = Object.keys(OUTCOMES) as Kind[]
  const counts = Object.fromEntries(kinds.map(kind => [kind, {}])) as Record<
    Kind,
    Record<string, number>
  >
  const count = async (kind: Kind) => {
    const outcome = await visits[kind]().catch((error: unknown) => String(error))
    counts[kind][outcome] = (counts[kind][outcome] ?? 0) + 1
    return outcome
  }
  await count('download link')

  const over = new AbortController()
  const visitors = kinds.map(async kind => {
    while (!over.signal.aborted) {
      await count(kind)
      await pause(VISIT_PAUSE_MS)
    }
  })
  const emails = Array.from({ length: PURCHASES }, (_, n) => `b${n}@buyers.test`)
  const purchases: Promise<void>[] = []
  const slowest = { 'until it is not ready': 0, 'until it is ready': 0 }
  for (let outage = 0; outage < OUTAGES; outage += 1) {
    const isFrozen = outage % 2 === 1
    const lastsMs = isFrozen ? FROZEN_MS : REFUSING_MS
    const from = Math.floor((outage * PURCHASES) / OUTAGES)
    const to = Math.floor(((outage + 1) * PURCHASES) / OUTAGES)
    for (const email of emails.slice(from, to))
      purchases.push(pause(randomInt(BETWEEN_OUTAGES_MS + lastsMs)).then(() => buy(shop, email)))
    await pause(BETWEEN_OUTAGES_MS + randomInt(LATEST_CUT_MS))
    if (isFrozen) proxy.freeze()
    else proxy.refuse()
    const noticed = waitForReadiness(server.origin, 503)
    await pause(lastsMs)
    const times = { 'until it is not ready': await noticed, 'until it is ready': 0 }
    proxy.resume()
    times['until it is ready'] = await waitForReadiness(server.origin, 200)
    for (const name of Object.keys(times) as (keyof typeof times)[])
      slowest[name] = Math.max(slowest[name], times[name])
  }
  over.abort()
  await Promise.all([...visitors, ...purchases])
  console.log(`The bucket was away ${OUTAGES} times. Outcomes of visits:`)
  console.table(counts)
  console.log('The longest times of /readyz, in ms:', slowest)
  const wrong = kinds.flatMap(kind =>
    Object.keys(counts[kind])
      .filter(outcome => !OUTCOMES[kind].includes(outcome))
      .map(outcome => `${kind}: ${outcome}`),
  )

  for (const kind of kinds) {
    const outcome = await count(kind)
    if (outcome !== OUTCOMES[kind][0]) wrong.push(`${kind} afterwards: ${outcome}`)
  }
  const published = visited.length - productIds.length
  const left = {
    'rows of products': (await countProducts(server.databaseUrl)) - visited.length,
    'bytes of the quota': (await usedBytes()) - usedBefore - published * largeFile.size,
    'temporary files': (await readdir(join(server.env.DATA_DIR, 'temp'))).length,
  }
  const { Uploads } = await swift.client.send(
    new ListMultipartUploadsCommand({ Bucket: bucket.S3_BUCKET }),
  )
  console.log('What refused uploads left behind:', left)
  console.log(`Multipart uploads that the daily cleanup will end: ${Uploads?.length ?? 0}`)
  for (const [name, number] of Object.entries(left)) if (number !== 0) wrong.push(`left: ${name}`)
  for (const status of shop.answers.keys()) if (status !== 201) wrong.push(`an order: ${status}`)
  await checkPurchases(shop, [...emails, download.email], { copies: 'never' })
  for (const what of wrong) console.log(`WRONG: ${what}`)
  if (wrong.length > 0) process.exitCode = 1
} finally {
  await shop.server.close()
  await proxy.close()
  await swift.stop()
}

async function visit(url: string): Promise<string> {
  const response = await fetch(url)
  await response.arrayBuffer()
  return String(response.status)
}

/** Returns the SHA-256 of a response; undefined if it is no file, or is cut off. */
async function digest(response: Response): Promise<string | undefined> {
  const bytes = response.ok ? await response.arrayBuffer().catch(() => undefined) : undefined
  return bytes && createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
}

/**
 * Buys a product whose file may be downloaded as often as one likes. Resolves to its link, its digest and the buyer.
 */
async function orderFile({ server, productIds }: Marketplace) {
  const email = 'reader@buyers.test'
  const body = { products: [{ id: productIds[0]! }], payerEmail: email }
  const buyer = new ApiClient(server.origin)
  const { init_point: page } = expectOk(await buyer.call(createPreference, { body }))
  const preferenceId = new URL(page).searchParams.get('pref_id')!
  await server.provider.pay({ preferenceId, outcome: 'approved' })
  const token = /\/order\/([\w.~-]+)/.exec(await server.waitForMailText(email))![1]!
  const { items } = expectOk(await buyer.call(getOrder, { params: { token }, query: {} }))
  const database = new pg.Client(server.databaseUrl)
  await database.connect()
  await database.query(`insert into grant_files (grant_id, file_id, downloads)
    select g.id, e.file_id, -1000000 from download_grants g
    join order_items i on i.id = g.order_item_id join edition_files e on e.edition_id = i.edition_id`)
  await database.end()
  const url = items[0]!.downloadUrl!
  return { email, url, sha256: await fetch(url).then(digest) }
}

async function countProducts(databaseUrl: string): Promise<number> {
  const database = new pg.Client(databaseUrl)
  await database.connect()
  try {
    const { rows } = await database.query<{ n: number }>('select count(*)::int as n from products')
    return rows[0]!.n
  } finally {
    await database.end()
  }
}

/** Waits until /readyz answers with a status. Resolves to the milliseconds that it took. */
async function waitForReadiness(origin: string, status: number): Promise<number> {
  const start = Date.now()
  while ((await fetch(`${origin}/readyz`)).status !== status) {
    if (Date.now() > start + READY_MS) throw new Error(`/readyz did not become ${status} in time`)
    await pause(VISIT_PAUSE_MS)
  }
  return Date.now() - start
}
