import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createProduct } from '#contract/products/products.ts'
import { listCategoryTree } from '#contract/products/categories.ts'
import { SAMPLE_DESCRIPTION, expectOk } from '#tools/api-client/creator.ts'
import { createCoverImage, createPdfFile } from '#tools/api-client/sample-files.ts'
import { createLoopDisk } from '#tools/cluster/loop-disk.ts'
import { buy, checkPurchases, startMarketplace } from './purchases.ts'

/**
 * Fills the disk with the database and the files, buys and uploads meanwhile, and frees it again. The shop must refuse
 * with a clear code, lose nothing and recover by itself. Needs the rights of root, to mount the disk.
 * Usage: node test/faults/full-disk.ts [purchases] [seconds]
 */
const PURCHASES = Number(process.argv[2] ?? 200)
const FULL_MS = Number(process.argv[3] ?? 30) * 1000
const DISK_MB = 1024
const FILE_BYTES = 5_000_000
const UPLOAD_PAUSE_MS = 1000

const disk = await createLoopDisk(DISK_MB)
const dataFolder = join(disk.folder, 'data')
await mkdir(dataFolder)
const shop = await startMarketplace(
  { DATA_DIR: dataFolder },
  { postgres: { parent: disk.folder, settings: ['fsync=on'] } },
)
try {
  const { server, seller } = shop
  const emails = Array.from({ length: PURCHASES }, (_, n) => `f${n}@buyers.test`)
  const { categories } = expectOk(await seller.call(listCategoryTree, {}))
  const uploads = new Map<string, number>()
  const upload = async () => {
    const answer = await seller
      .call(createProduct, {
        form: {
          name: 'Demasiado',
          price: 1000,
          isPriceDynamic: false,
          description: SAMPLE_DESCRIPTION,
          categoryId: categories[0]!.id,
          subcategoryId: categories[0]!.subcategories[0]!.id,
        },
        files: { image_file: await createCoverImage(), product_file: createPdfFile(FILE_BYTES) },
      })
      .catch(() => undefined)
    const outcome = !answer ? 'no answer' : answer.ok ? '200' : `${answer.status} ${answer.code}`
    uploads.set(outcome, (uploads.get(outcome) ?? 0) + 1)
  }

  await disk.fill()
  const end = Date.now() + FULL_MS
  const purchases = emails.map((email, n) =>
    pause((n * FULL_MS) / PURCHASES).then(() => buy(shop, email)),
  )
  while (Date.now() < end) {
    await upload()
    await pause(UPLOAD_PAUSE_MS)
  }
  console.log('Answers to uploads while the disk was full:', Object.fromEntries(uploads))
  console.log('Answers to orders while the disk was full:', Object.fromEntries(shop.answers))
  await disk.free()
  // A service manager does this if PostgreSQL has given up.
  await server.postgres.start()
  await Promise.all(purchases)
  uploads.clear()
  await upload()
  console.log('Answers to uploads afterwards:', Object.fromEntries(uploads))
  await checkPurchases(shop, emails, { copies: 'never' })
  if ((shop.answers.get(500) ?? 0) > 0 || uploads.get('200') !== 1) process.exitCode = 1
} finally {
  await shop.server.close()
  await disk.close()
}
