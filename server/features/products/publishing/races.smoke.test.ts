import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { deleteProduct, updateProduct } from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { getStorageUsage } from '#contract/files/storage-usage.ts'
import { createPreference } from '#contract/orders/orders.ts'
import {
  editionFiles,
  orderItems,
  productFiles,
  productSlots,
  products,
} from '#server/db/schema/index.ts'
import { createZipFile } from '#tools/api-client/sample-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: Awaited<ReturnType<TestApp['seller']>>
beforeEach(async () => {
  seller = await shop.seller()
})

const sha256 = (bytes: ArrayBuffer) => createHash('sha256').update(Buffer.from(bytes)).digest('hex')

test('each buyer can download exactly the file version they ordered and the newest one, although it is changed and withdrawn meanwhile', async () => {
  const files = [
    createZipFile(20_000, 'v1.zip'),
    createZipFile(30_000, 'v2.zip'),
    createZipFile(40_000, 'v3.zip'),
  ]
  const digests = await Promise.all(files.map(async file => sha256(await file.arrayBuffer())))
  let refusedPurchases = 0
  for (let round = 0; round < 5; round += 1) {
    const { id } = await shop.upload(seller, { file: files[0]!, price: 1000 })
    const buy = (n: number) =>
      shop.visitor().call(createPreference, {
        body: { products: [{ id }], payerEmail: `b${round}-${n}@mail.test` },
      })
    const change = (file: File, price: number) =>
      seller.call(updateProduct, {
        params: { id },
        form: { price },
        files: { product_file: file },
      })

    const [purchase1, purchase2, change1, change2, withdrawal, purchase3] = await Promise.all([
      buy(1),
      buy(2),
      change(files[1]!, 2000),
      change(files[2]!, 3000),
      seller.call(deleteProduct, { params: { id } }),
      buy(3),
    ])

    expect(withdrawal.ok).toBe(true)
    for (const answer of [change1, change2])
      if (!answer.ok) expect(answer).toMatchObject({ status: 404 })
    for (const answer of [purchase1, purchase2, purchase3])
      if (!answer.ok) {
        expect(answer).toMatchObject({ status: 404 })
        refusedPurchases++
      }
  }

  // Every order is paid. The version that it ordered, and the newest one, must then be downloaded byte by byte.
  await shop.waitForJobs()
  const rows = await shop.db.select().from(orderItems)
  const soldFiles = await shop.db
    .select({ editionId: editionFiles.editionId, file: productFiles })
    .from(editionFiles)
    .innerJoin(productFiles, eq(productFiles.id, editionFiles.fileId))
  const versions = new Map(soldFiles.map(({ editionId, file }) => [editionId, file]))
  const slots = await shop.db
    .select({ productId: productSlots.productId, sha256: productFiles.sha256 })
    .from(productSlots)
    .innerJoin(productFiles, eq(productFiles.id, productSlots.currentFileId))
  const newest = new Map(slots.map(({ productId, sha256: digest }) => [productId, digest]))
  const digestOf = async (url: string) => sha256(await (await fetch(url)).arrayBuffer())
  const { preferences } = await shop.provider.readLedger()
  let withoutPreference = 0
  for (const item of rows) {
    const version = versions.get(item.editionId)!
    expect(version.releasedAt).toBeNull()
    // Each file version was sold at a different price, so an order that mixes two versions has a wrong pair of price
    // and digest.
    expect([item.priceMinor, version.sha256]).toEqual([
      [100_000, 200_000, 300_000][digests.indexOf(version.sha256)],
      version.sha256,
    ])
    const preference = preferences.find(({ external_reference: id }) => id === item.orderId)
    if (!preference) {
      // The product was withdrawn after the order and before its payment page, so the order has no preference to pay.
      withoutPreference++
      continue
    }
    const token = new URL(preference.back_urls.success).searchParams.get('order')!
    await shop.provider.pay({ preferenceId: preference.id, outcome: 'approved' })
    const order = await shop.waitForOrderState(token, 'approved')
    const [file] = order.items[0]!.files
    expect(await digestOf((file!.bought ?? file!).downloadUrl!)).toBe(version.sha256)
    expect(await digestOf(file!.downloadUrl!)).toBe(newest.get(item.productId))
  }
  expect(withoutPreference).toBeLessThanOrEqual(refusedPurchases)
  const liveVersions = [...versions.values()].filter(({ releasedAt }) => releasedAt === null)
  const { totalDirectorySize } = expectOk(await seller.call(getStorageUsage, {}))
  expect(totalDirectorySize).toBe(liveVersions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0))
})

test('a product that is read during its changes shows one version, never fields of two versions', async () => {
  const { id } = await shop.upload(seller, { name: 'Versión 0', price: 1000 })
  const reads: { name: string; price: number }[] = []
  const changing = new AbortController()
  const reading = (async () => {
    const visitor = shop.visitor()
    while (!changing.signal.aborted) {
      const { name, price, imageFile } = expectOk(
        await visitor.call(getPublicProduct, { params: { id } }),
      )
      expect(imageFile).toMatch(/^\/images\//)
      reads.push({ name, price })
    }
  })()

  for (let version = 1; version <= 8; version += 1)
    expectOk(
      await seller.call(updateProduct, {
        params: { id },
        form: { name: `Versión ${version}`, price: 1000 + version },
        files: { product_file: createZipFile(10_000 + version) },
      }),
    )
  changing.abort()
  await reading

  expect(reads.length).toBeGreaterThan(8)
  for (const { name, price } of reads) expect(name).toBe(`Versión ${price - 1000}`)
  expect(await shop.db.$count(products)).toBe(1)
})
