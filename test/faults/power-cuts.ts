import { createHash, randomInt } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getOrder } from '#contract/orders/orders.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk, publishProduct } from '#tools/api-client/creator.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import { createLoopDisk } from '#tools/cluster/loop-disk.ts'
import { type Marketplace, buy, checkPurchases, startMarketplace } from './purchases.ts'

/**
 * Cuts the power of the disk with the database and the files at random moments during purchases and uploads. What the
 * shop has accepted must be there afterwards. Needs the rights of root, to mount the disk.
 * Usage: node test/faults/power-cuts.ts [cuts] [purchases]
 */
const CUTS = Number(process.argv[2] ?? 10)
const PURCHASES = Number(process.argv[3] ?? 400)
const LATEST_CUT_MS = 2000
const DISK_MB = 1024
const FILE_BYTES = 200 * 1024
const RETRY_MS = 250

const disk = await createLoopDisk(DISK_MB)
const dataFolder = join(disk.folder, 'data')
await mkdir(dataFolder)
const shop = await startMarketplace(
  { DATA_DIR: dataFolder },
  // Tests do not flush the database's files; a power cut is survived only if they are flushed.
  { postgres: { parent: disk.folder, settings: ['fsync=on'] } },
)
try {
  const { server } = shop
  // PostgreSQL's programs and its empty data folder are created without flushing, since other tests need no more.
  await disk.flush()
  const emails = Array.from({ length: PURCHASES }, (_, n) => `c${n}@buyers.test`)
  const published = new Map<number, string>()
  const works: Promise<unknown>[] = []
  for (let cut = 0; cut < CUTS; cut += 1) {
    const from = Math.floor((cut * PURCHASES) / CUTS)
    const to = Math.floor(((cut + 1) * PURCHASES) / CUTS)
    for (const email of emails.slice(from, to))
      works.push(pause(randomInt(LATEST_CUT_MS)).then(() => buy(shop, email)))
    works.push(publishUntilAccepted(shop, `Corte ${cut + 1}`, published))
    await pause(randomInt(LATEST_CUT_MS))
    await disk.cutPower()
    await Promise.all([server.kill(), server.postgres.crash()])
    await disk.restorePower()
    await server.postgres.start()
    await server.start()
  }
  await Promise.all(works)
  console.log(`The power was cut ${CUTS} times; ${published.size} products were published.`)

  const readers = [...published].map(([id, sha256], n) => ({
    id,
    sha256,
    email: `r${n}@buyers.test`,
  }))
  for (const { id, email } of readers) await buy({ ...shop, productIds: [id] }, email)
  await checkPurchases(shop, [...emails, ...readers.map(({ email }) => email)], {
    copies: 'after a kill',
  })
  let damaged = 0
  for (const { email, sha256 } of readers)
    if ((await downloadFile(shop, email)) !== sha256) damaged += 1
  console.log(`${damaged} of ${readers.length} uploaded files are lost or damaged.`)
  if (damaged > 0) process.exitCode = 1
} finally {
  await shop.server.close()
  await disk.close()
}

/** Publishes a product, again until the shop accepts it, and records the SHA-256 of its file. */
async function publishUntilAccepted(
  { seller }: Marketplace,
  name: string,
  published: Map<number, string>,
): Promise<void> {
  const file = createPdfFile(FILE_BYTES)
  const sha256 = createHash('sha256').update(new Uint8Array(await file.arrayBuffer()))
  for (;;) {
    const product = await publishProduct(seller, { name, file }).catch(() => undefined)
    if (product) {
      published.set(product.id, sha256.digest('hex'))
      return
    }
    await pause(RETRY_MS)
  }
}

/** Downloads the file of the order that was mailed to an address. Returns its SHA-256. */
async function downloadFile({ server }: Marketplace, email: string): Promise<string> {
  const token = /\/order\/([\w.~-]+)/.exec(await server.waitForMailText(email))![1]!
  const { items } = expectOk(
    await new ApiClient(server.origin).call(getOrder, { params: { token }, query: {} }),
  )
  const response = await fetch(items[0]!.downloadUrl!)
  return createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex')
}
